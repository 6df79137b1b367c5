import Foundation

/// Many texts in one contiguous buffer, a separator after each, so that one pass searches them all.
struct TextColumn: Sendable {
  private(set) var bytes: [UInt8] = []
  /// Where each text begins, then where the next would.
  private(set) var offsets: [UInt32] = [0]

  var count: Int { offsets.count - 1 }

  /// Appends a text; its row is the old ``count``.
  mutating func append(_ text: ArraySlice<UInt8>) {
    bytes.append(contentsOf: text)
    closeRow()
  }

  mutating func appendFolded(_ text: ArraySlice<UInt8>) {
    FoldedText.append(text, to: &bytes)
    closeRow()
  }

  private mutating func closeRow() {
    bytes.append(FoldedText.separator)
    offsets.append(UInt32(bytes.count))
  }

  func range(of row: Int) -> Range<Int> { Int(offsets[row])..<Int(offsets[row + 1]) - 1 }

  subscript(row: Int) -> ArraySlice<UInt8> { bytes[range(of: row)] }

  func string(_ row: Int) -> String { String(decoding: bytes[range(of: row)], as: UTF8.self) }

  func folded() -> TextColumn {
    var folded = TextColumn()
    folded.bytes.reserveCapacity(bytes.count)
    folded.offsets.reserveCapacity(offsets.count)
    for row in 0..<count { folded.appendFolded(self[row]) }
    return folded
  }
}
