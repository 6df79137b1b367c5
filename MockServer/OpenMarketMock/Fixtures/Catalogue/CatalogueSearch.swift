import OpenMarketPacing
import Synchronization

/// Finds the seeded products whose name, description or vendor name contains a text.
///
/// Each distinct text is searched once, however many products share it; then one pass over the products
/// collects those with a matching text. The sets found last are kept, so that paging through a search
/// searches only once.
final class CatalogueSearch: Sendable {
  private let names: TextColumn
  private let descriptions: TextColumn
  private let rarity: TextColumn.ByteRarity
  private let rows: Catalogue.ProductRows
  private let recent = Mutex(LRUTable<[UInt8], ProductSet>(costLimit: 16))

  init(names: TextColumn, descriptions: TextColumn, rows: Catalogue.ProductRows) {
    self.names = names.folded()
    self.descriptions = descriptions.folded()
    rarity = TextColumn.ByteRarity(of: self.names)
    self.rows = rows
  }

  /// The products that match a folded text; nil if none does.
  func hits(_ needle: [UInt8]) -> ProductSet? {
    if let hits = recent.withLock({ $0.value(for: needle) }) { return hits }
    guard let hits = find(needle) else { return nil }
    recent.withLock { $0.insert(hits, cost: 1, for: needle) }
    return hits
  }

  private func find(_ needle: [UInt8]) -> ProductSet? {
    var words = [UInt64](repeating: 0, count: (rows.names.count + 63) / 64)
    for (texts, rows) in [
      (names, rows.names), (descriptions, rows.descriptions), (VendorNames.folded, rows.vendors),
    ] {
      guard let flags = texts.rows(containing: needle, rarity: rarity) else { continue }
      mark(rows, flags, in: &words)
    }
    let hits = ProductSet(words: words)
    return hits.count == 0 ? nil : hits
  }

  /// Sets the bit of every product whose row is flagged.
  private func mark(_ rows: [UInt32], _ flags: [UInt8], in words: inout [UInt64]) {
    for word in words.indices {
      let first = word * 64
      var bits: UInt64 = 0
      for index in first..<min(first + 64, rows.count) {
        bits |= UInt64(flags[Int(rows[index])]) << UInt64(index - first)
      }
      words[word] |= bits
    }
  }
}
