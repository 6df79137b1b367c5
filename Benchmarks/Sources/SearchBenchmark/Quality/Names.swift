import Foundation
import OpenMarketMock
import OpenMarketStore

/// All names in memory, read from end to end without an index: the reference for what a text finds.
struct Names {
  /// By number, from 1.
  let all: [String]
  /// Small letters without spaces, each name between two line feeds.
  private let text: [UInt8]
  private let starts: [Int]

  init(count: Int, seed: UInt64) {
    all = (1...Int64(count)).map { MarketplaceMock.catalogueProduct($0, seed: seed).name }
    var text = [UInt8(ascii: "\n")]
    var starts: [Int] = []
    for name in all {
      starts.append(text.count)
      text += name.lowercased().utf8.lazy.filter { $0 != UInt8(ascii: " ") }
      text.append(UInt8(ascii: "\n"))
    }
    (self.text, self.starts) = (text, starts)
  }

  subscript(id: Int64) -> String { all[Int(id) - 1] }

  /// How many names a text finds, up to `limit`.
  func count(of text: String, upTo limit: Int) -> Int {
    count(containing: text, upTo: limit, where: BenchmarkText(text).isHit)
  }

  /// How many of the names with the longest word of a text are hits, up to `limit`.
  func count(containing text: String, upTo limit: Int, where isHit: (String) -> Bool) -> Int {
    let pieces = text.lowercased().split(separator: " ").map { Array($0.utf8) }
    // The longest piece is in the fewest names.
    guard let first = pieces.max(by: { $0.count < $1.count }) else { return 0 }
    var count = 0
    forEachName(containing: first) { id in
      if isHit(self[id]) { count += 1 }
      return count < limit
    }
    return count
  }

  /// Calls `body` with the numbers of names that contain `piece`, until it returns false.
  func forEachName(containing piece: [UInt8], _ body: (Int64) -> Bool) {
    // The first bytes, up to three as of one syllable, are compared at once.
    let length = min(3, piece.count)
    let first = piece.prefix(length).reduce(0) { $0 << 8 | UInt32($1) }
    let mask: UInt32 = 1 << UInt32(8 * length) - 1
    var (window, offset): (UInt32, Int) = (0, 0)
    let end = text.count - piece.count + length
    while offset < end {
      window = (window << 8 | UInt32(text[offset])) & mask
      offset += 1
      guard window == first, text[offset - length..<offset - length + piece.count].elementsEqual(piece) else {
        continue
      }
      let index = place(of: offset - length)
      guard body(Int64(index + 1)), index + 1 < starts.count else { return }
      (offset, window) = (starts[index + 1], 0)
    }
  }

  /// The name in which a byte is.
  private func place(of offset: Int) -> Int {
    var (low, high) = (0, starts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    return low
  }
}
