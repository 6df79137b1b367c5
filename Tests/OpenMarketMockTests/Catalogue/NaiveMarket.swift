import Foundation

@testable import OpenMarketMock

/// What ``ProductTable`` shall do, in the plainest way.
struct NaiveMarket {
  var records: [ProductRecord] = []

  func page(offset: Int, limit: Int, matching text: String?) -> (records: [ProductRecord], total: Int) {
    let needle = fold(text ?? "")
    let hits = records.sorted { $0.id > $1.id }.filter { record in
      needle.isEmpty
        || [record.name, record.description ?? "", record.vendorName].contains {
          contains(fold($0), needle)
        }
    }
    return (Array(hits.dropFirst(offset).prefix(limit)), hits.count)
  }

  func suggestions(prefix: String, limit: Int) -> [String] {
    var counts: [String: Int] = [:]
    for record in records {
      let name = record.name.precomposedStringWithCanonicalMapping
      let words = name.split(whereSeparator: \.isWhitespace).map(String.init)
      for phrase in Set(words + [name]) { counts[phrase, default: 0] += 1 }
    }
    let folded = fold(prefix)
    guard !folded.isEmpty else { return [] }
    return counts.filter { fold($0.key).starts(with: folded) }
      .sorted { lhs, rhs in
        if lhs.value != rhs.value { return lhs.value > rhs.value }
        let lengths = (lhs.key.unicodeScalars.count, rhs.key.unicodeScalars.count)
        if lengths.0 != lengths.1 { return lengths.0 < lengths.1 }
        return lhs.key.unicodeScalars.lexicographicallyPrecedes(rhs.key.unicodeScalars)
      }
      .prefix(limit).map(\.key)
  }

  private func fold(_ text: String) -> [Unicode.Scalar] {
    let lowered = text.precomposedStringWithCanonicalMapping.lowercased()
    return Array(lowered.precomposedStringWithCanonicalMapping.unicodeScalars)
  }

  private func contains(_ text: [Unicode.Scalar], _ needle: [Unicode.Scalar]) -> Bool {
    text.indices.contains { text[$0...].starts(with: needle) }
  }
}
