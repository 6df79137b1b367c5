import Foundation

extension TextColumn {
  /// For each row, 1 if it contains `needle`; nil if none does.
  func rows(containing needle: [UInt8], rarity: ByteRarity) -> [UInt8]? {
    let pivot = rarity.rarestIndex(in: needle)
    var flags: [UInt8] = []
    var (row, start) = (0, 0)
    while let position = occurrence(of: needle, pivot: pivot, from: start) {
      if flags.isEmpty { flags = [UInt8](repeating: 0, count: count) }
      while Int(offsets[row + 1]) <= position { row += 1 }
      flags[row] = 1
      start = Int(offsets[row + 1])
    }
    return flags.isEmpty ? nil : flags
  }

  func contains(_ needle: [UInt8]) -> Bool {
    occurrence(of: needle, pivot: needle.count - 1, from: 0) != nil
  }

  /// Where `needle` next begins, at or after `start`.
  ///
  /// Jumps with `memchr` from one occurrence of the byte at `pivot` to the next and compares there. With the
  /// needle's rarest byte as pivot this outruns `memmem`: in Korean text every third byte is one of four
  /// lead bytes, while any one trailing byte is rare.
  private func occurrence(of needle: [UInt8], pivot: Int, from start: Int) -> Int? {
    guard !needle.isEmpty, bytes.count - start >= needle.count else { return nil }
    return unsafe bytes.withUnsafeBufferPointer { text in
      unsafe needle.withUnsafeBufferPointer { needle in
        guard let base = text.baseAddress, let pattern = needle.baseAddress else { return nil }
        var position = start + pivot
        let end = text.count - (needle.count - 1 - pivot)
        while position < end,
          let found = unsafe memchr(base + position, Int32(pattern[pivot]), end - position)
        {
          position = unsafe base.distance(to: found.assumingMemoryBound(to: UInt8.self))
          if unsafe memcmp(base + position - pivot, pattern, needle.count) == 0 { return position - pivot }
          position += 1
        }
        return nil
      }
    }
  }

  /// How often each byte value occurs.
  struct ByteRarity: Sendable {
    private var counts = [UInt32](repeating: 0, count: 256)

    init(of column: TextColumn) {
      for byte in column.bytes { counts[Int(byte)] += 1 }
    }

    /// The place of the needle's least frequent byte.
    func rarestIndex(in needle: [UInt8]) -> Int {
      needle.indices.min { counts[Int(needle[$0])] < counts[Int(needle[$1])] } ?? 0
    }
  }
}
