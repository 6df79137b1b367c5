package import Foundation
package import OpenMarketHTTP

/// One line of what an inspector gets: `Schemas/json/cli-inspect.schema.json`.
package enum InspectedLine: Sendable {
  case hello(InspectionHello)
  case snapshot(InspectionSnapshot)
  case gap(InspectionGap)
  case event(EventRecord)

  private struct Kind: Decodable {
    var kind: String
  }

  /// Reads a line; `nil` for what is none.
  package init?(_ line: Data) {
    let decoder = EventJSON.decoder
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
  package func encode(to encoder: any Encoder) throws {
    switch self {
    case .hello(let hello): try hello.encode(to: encoder)
    case .snapshot(let snapshot): try snapshot.encode(to: encoder)
    case .gap(let gap): try gap.encode(to: encoder)
    case .event(let record): try record.encode(to: encoder)
    }
  }
}
