package import Foundation

/// Cuts what arrives into lines, whatever its pieces: bytes in, lines out.
package struct LineSplitter: Sendable {
  /// A longer line is none of ours, and is left out.
  package static let limit = 1 << 20

  private var rest = Data()
  private var isSkipping = false
  /// How many lines were too long.
  package private(set) var skipped = 0

  /// Makes one before the first bytes.
  package init() {}

  /// Whether the end is in the middle of a line.
  package var isCutOff: Bool { !rest.isEmpty || isSkipping }

  /// The lines that end in `bytes`, without their ends.
  package mutating func lines(in bytes: Data) -> [Data] {
    var lines: [Data] = []
    var pieces = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let last = pieces.removeLast()
    for piece in pieces {
      if !isSkipping, rest.count + piece.count <= Self.limit {
        lines.append(rest + piece)
      } else {
        skipped += 1
      }
      (rest, isSkipping) = (Data(), false)
    }
    if isSkipping || rest.count + last.count > Self.limit {
      (rest, isSkipping) = (Data(), true)
    } else {
      rest += last
    }
    return lines
  }
}
