/// Finds the line break, two hyphens and boundary that end a part.
///
/// A carriage return stands at the delimiter's first place and nowhere else in it, which makes two things
/// simple. After a mismatch no shorter match can be under way unless the mismatching byte is itself a
/// carriage return, so a match across two chunks is continued with one counter instead of a buffer. And
/// two attempts that compare more than one byte never overlap, so the search takes linear time in the worst
/// case too; usually it looks at one byte in every `count` (Horspool, "Practical fast searching in strings",
/// 1980).
struct DelimiterSearch: Sendable {
  /// The delimiter: CR, LF, two hyphens, boundary.
  let delimiter: [UInt8]
  /// For each byte, how far the window moves when that byte stands at its end.
  private let shifts: [UInt8]

  init(_ boundary: MultipartBoundary) {
    delimiter = Array("\r\n--\(boundary.text)".utf8)
    var shifts = [UInt8](repeating: UInt8(delimiter.count), count: 256)
    for (index, byte) in delimiter.dropLast().enumerated() {
      shifts[Int(byte)] = UInt8(delimiter.count - 1 - index)
    }
    self.shifts = shifts
  }

  /// Where the first whole delimiter starts at or after `start`, or else where a delimiter starts that
  /// `bytes` may be the beginning of, or else the end of `bytes`; with the number of its bytes found.
  func firstMatch(in bytes: Span<UInt8>, from start: Int) -> (start: Int, count: Int) {
    // Slices, as the span of an array needs macOS 26.
    let delimiterSlice = delimiter[...]
    let shiftSlice = shifts[...]
    let delimiter = delimiterSlice.span
    let shifts = shiftSlice.span
    let count = delimiter.count
    let last = delimiter[count - 1]
    var position = start
    while position <= bytes.count - count {
      let end = bytes[position + count - 1]
      if end == last, matchLength(in: bytes, at: position) == count { return (position, count) }
      position += Int(shifts[Int(end)])
    }
    position = max(start, bytes.count - count + 1)
    while position < bytes.count {
      let length = matchLength(in: bytes, at: position)
      if position + length == bytes.count { return (position, length) }
      position += 1
    }
    return (bytes.count, 0)
  }

  /// How many bytes at `position` agree with the delimiter.
  private func matchLength(in bytes: Span<UInt8>, at position: Int) -> Int {
    let limit = min(delimiter.count, bytes.count - position)
    var length = 0
    while length < limit, bytes[position + length] == delimiter[length] { length += 1 }
    return length
  }
}
