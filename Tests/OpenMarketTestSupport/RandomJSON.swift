import Foundation
package import OpenMarketHTTP

extension JSONValue {
  /// Up to four members of any shape, with names and texts that are hard to quote.
  package static func randomMembers(using generator: inout SeededGenerator) -> [String: JSONValue] {
    let members = (0..<Int.random(in: 0...4, using: &generator)).map { _ in
      ("x" + text(&generator), value(&generator, depth: 0))
    }
    return Dictionary(members) { $1 }
  }

  private static func text(_ generator: inout SeededGenerator) -> String {
    let letters: [Character] = [
      "a", "가", "\"", "\\", "\n", "\u{0}", "/", "😀", "é", "e\u{301}", " ", ",", "}",
    ]
    return String(
      (0..<Int.random(in: 0...6, using: &generator)).map { _ in
        letters[Int.random(in: letters.indices, using: &generator)]
      })
  }

  private static func value(_ generator: inout SeededGenerator, depth: Int) -> JSONValue {
    switch Int.random(in: 0...(depth > 3 ? 4 : 6), using: &generator) {
    case 0: .null
    case 1: .bool(Bool.random(using: &generator))
    case 2: .decimal(Decimal(Int.random(in: -9_999_999...9_999_999, using: &generator)) / Decimal(1_000))
    case 3: .decimal(Decimal(Int.random(in: Int.min...Int.max, using: &generator)))
    case 4: .string(text(&generator))
    case 5:
      .array(
        (0..<Int.random(in: 0...3, using: &generator)).map { _ in value(&generator, depth: depth + 1) })
    default:
      .object(
        (0..<Int.random(in: 0...3, using: &generator)).reduce(into: [:]) { members, _ in
          members[text(&generator)] = value(&generator, depth: depth + 1)
        })
    }
  }
}
