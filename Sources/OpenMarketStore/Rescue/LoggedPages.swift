import Foundation

/// The pages that a write-ahead log holds, as of its last commit; for a file that SQLite cannot open.
///
/// Where the first page is damaged, the log may hold it with the same damage: so SQLite cannot read the log either.
struct LoggedPages {
  private static let headerSize = 32
  private static let frameHeaderSize = 24

  private let log: [UInt8]
  /// Where the last version of each page is in the log, by its number from 1.
  private var pages: [Int: Range<Int>] = [:]
  /// How many pages the file has after the last commit; 0 when there is none.
  private var pageCount = 0

  /// Reads a log up to the first frame that is not whole, or that is left of an earlier log.
  init(_ log: Data) {
    self.log = [UInt8](log)
    guard log.count >= Self.headerSize, word(0) | 1 == 0x377F_0683, word(8) == FirstPage.size else { return }
    var sum = checksum(of: 0..<24, after: (0, 0))
    guard sum == (word(24), word(28)) else { return }
    var found: [Int: Range<Int>] = [:]
    var frame = Self.headerSize
    while frame + Self.frameHeaderSize + FirstPage.size <= log.count {
      let page = frame + Self.frameHeaderSize..<frame + Self.frameHeaderSize + FirstPage.size
      sum = checksum(of: page, after: checksum(of: frame..<frame + 8, after: sum))
      let isWhole = sum == (word(frame + 16), word(frame + 20))
      guard isWhole, word(frame + 8) == word(16), word(frame + 12) == word(20) else { return }
      found[Int(word(frame))] = page
      if word(frame + 4) > 0 { (pages, pageCount) = (found, Int(word(frame + 4))) }
      frame = page.upperBound
    }
  }

  /// Puts the pages in their places, as a checkpoint does.
  func replacePages(in file: inout Data) {
    guard pageCount > 0 else { return }
    let size = pageCount * FirstPage.size
    file = file.prefix(size) + Data(count: max(0, size - file.count))
    for (number, page) in pages where (1...pageCount).contains(number) {
      let offset = (number - 1) * FirstPage.size
      file.replaceSubrange(offset..<offset + FirstPage.size, with: log[page])
    }
  }

  private func word(_ offset: Int) -> UInt32 {
    log[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// The sums of the words in the order of bytes that the header names.
  private func checksum(of range: Range<Int>, after sums: (UInt32, UInt32)) -> (UInt32, UInt32) {
    let isSwapped = log[3] & 1 == 0
    var (first, second) = sums
    for offset in stride(from: range.lowerBound, to: range.upperBound, by: 8) {
      let (even, odd) = (word(offset), word(offset + 4))
      first &+= (isSwapped ? even.byteSwapped : even) &+ second
      second &+= (isSwapped ? odd.byteSwapped : odd) &+ first
    }
    return (first, second)
  }
}
