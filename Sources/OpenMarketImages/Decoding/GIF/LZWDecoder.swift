#if os(Linux)
  /// Undoes the compression of GIF files (Welch 1984, with codes of growing length).
  ///
  /// The output is asked for in pieces of any length; nothing that the bytes say makes it hold more than its tables.
  struct LZWDecoder {
    /// The reason of the end, other than having made all that was asked for.
    enum End: Equatable {
      /// The bytes say so.
      case marked
      /// The bytes end before.
      case missing
      /// A code that has no meaning yet.
      case damaged
      /// The caller does.
      case stopped
    }

    private static let codeLimit = 4096

    private let clear: Int
    /// Each code's string is that of another code and one byte more; a code below `clear` is its own byte.
    private var prefixes = [UInt16](repeating: 0, count: codeLimit)
    private var lastBytes = [UInt8](repeating: 0, count: codeLimit)
    /// The code that gets its meaning next, and how long codes are.
    private var next: Int
    private var width: Int
    private var previous: Int?
    private var firstByte: UInt8 = 0
    /// The end of the last string, not yet asked for; strings are found from their ends.
    private var string = [UInt8](repeating: 0, count: codeLimit)
    private var stringStart = codeLimit

    private var position: Int
    private var blockEnd: Int
    private var blockCount = 0
    private var bits = 0
    private var bitCount = 0

    /// Begins with the sub-block at `position`.
    init(minimumCodeSize: Int, at position: Int) {
      clear = 1 << minimumCodeSize
      next = clear + 2
      width = minimumCodeSize + 1
      self.position = position
      blockEnd = position
    }

    /// Makes the next bytes; returns why not all of them could be made. `isStopped` is asked now and then.
    mutating func fill(
      _ output: inout [UInt8], in range: Range<Int>, from input: Span<UInt8>, isStopped: () -> Bool
    ) -> End? {
      var output = output.mutableSpan
      var filled = range.lowerBound
      while true {
        let count = min(Self.codeLimit - stringStart, range.upperBound - filled)
        for index in 0..<count { output[filled + index] = string[stringStart + index] }
        filled += count
        stringStart += count
        if filled == range.upperBound { return nil }
        if let end = readString(input, isStopped: isStopped) { return end }
      }
    }

    /// Reads a code and puts its string into ``string``.
    private mutating func readString(_ input: Span<UInt8>, isStopped: () -> Bool) -> End? {
      while bitCount < width {
        if position == blockEnd {
          guard position < input.count, input[position] > 0 else { return .missing }
          blockEnd = min(input.count, position + 1 + Int(input[position]))
          position += 1
          blockCount += 1
          if blockCount % 64 == 0, isStopped() { return .stopped }
          continue
        }
        bits |= Int(input[position]) << bitCount
        bitCount += 8
        position += 1
      }
      let code = bits & (1 << width - 1)
      bits >>= width
      bitCount -= width
      if code == clear {
        next = clear + 2
        width = clear.trailingZeroBitCount + 1
        previous = nil
        return nil
      }
      if code == clear + 1 { return .marked }
      guard code < next || (code == next && previous != nil) else { return .damaged }
      spell(code)
      if let previous, next < Self.codeLimit {
        prefixes[next] = UInt16(previous)
        lastBytes[next] = firstByte
        next += 1
        if next == 1 << width, width < 12 { width += 1 }
      }
      previous = code
      return nil
    }

    /// A code is only made of smaller ones, so a string has an end, and is shorter than there are codes.
    private mutating func spell(_ code: Int) {
      var code = code
      var start = Self.codeLimit
      if code == next, let previous {
        // The string before, and its own first byte.
        start -= 1
        string[start] = firstByte
        code = previous
      }
      while code > clear {
        start -= 1
        string[start] = lastBytes[code]
        code = Int(prefixes[code])
      }
      start -= 1
      // Of codes with more than 8 bits the lower ones, as in other decoders.
      string[start] = UInt8(truncatingIfNeeded: code)
      firstByte = string[start]
      stringStart = start
    }
  }
#endif
