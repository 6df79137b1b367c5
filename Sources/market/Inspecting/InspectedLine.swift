import Foundation
import OpenMarket
import OpenMarketHTTP

/// One line of what an inspector gets: `Schemas/json/cli-inspect.schema.json`.
enum InspectedLine: Sendable {
  case hello(InspectionHello)
  case snapshot(InspectionSnapshot)
  case gap(InspectionGap)
  case event(EventRecord)

  private struct Kind: Decodable {
    var kind: String
  }

  /// Reads a line; `nil` for what is none.
  init?(_ line: Data) {
    let decoder = JSONDecoder()
    guard let kind = try? decoder.decode(Kind.self, from: line).kind else { return nil }
    do {
      self =
        switch kind {
        case InspectionHello.kind: .hello(try decoder.decode(InspectionHello.self, from: line))
        case InspectionSnapshot.kind: .snapshot(try decoder.decode(InspectionSnapshot.self, from: line))
        case InspectionGap.kind: .gap(try decoder.decode(InspectionGap.self, from: line))
        default: .event(try decoder.decode(EventRecord.self, from: line))
        }
    } catch {
      return nil
    }
  }
}

extension InspectedLine: Encodable {
  /// Writes the line as it was read.
  func encode(to encoder: any Encoder) throws {
    switch self {
    case .hello(let hello): try hello.encode(to: encoder)
    case .snapshot(let snapshot): try snapshot.encode(to: encoder)
    case .gap(let gap): try gap.encode(to: encoder)
    case .event(let record): try record.encode(to: encoder)
    }
  }
}

/// Cuts what arrives into lines, whatever its pieces: bytes in, lines out.
struct LineSplitter: Sendable {
  /// A longer line is none of ours, and is left out.
  static let limit = 1 << 20

  private var rest = Data()
  private var isSkipping = false
  /// How many lines were too long.
  private(set) var skipped = 0

  /// Whether the end is in the middle of a line.
  var isCutOff: Bool { !rest.isEmpty || isSkipping }

  /// The lines that end in `bytes`, without their ends.
  mutating func lines(in bytes: Data) -> [Data] {
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
