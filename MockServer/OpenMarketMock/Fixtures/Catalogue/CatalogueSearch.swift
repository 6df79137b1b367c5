import Synchronization

/// Finds the seeded products whose name, description or vendor name contains a text.
///
/// Each distinct text is searched once, however many products share it; then one pass over the products
/// collects those with a matching text. The sets found last are kept, so that paging through a search
/// searches only once.
final class CatalogueSearch: Sendable {
  private let names: TextColumn
  private let descriptions: TextColumn
  private let vendors: TextColumn
  private let rarity: TextColumn.ByteRarity
  private let rows: Catalogue.ProductRows
  private let recent = Mutex<[(needle: [UInt8], hits: ProductSet)]>([])

  private static let kept = 16

  init(names: TextColumn, descriptions: TextColumn, vendors: [String], rows: Catalogue.ProductRows) {
    self.names = names.folded()
    self.descriptions = descriptions.folded()
    var vendorTexts = TextColumn()
    for vendor in vendors { vendorTexts.appendFolded(Array(vendor.utf8)[...]) }
    self.vendors = vendorTexts
    rarity = TextColumn.ByteRarity(of: self.names)
    self.rows = rows
  }

  /// The products that match a folded text; nil if none does.
  func hits(_ needle: [UInt8]) -> ProductSet? {
    if let hits = recall(needle) { return hits }
    guard let hits = find(needle) else { return nil }
    recent.withLock { recent in
      if recent.count == Self.kept { recent.removeFirst() }
      recent.append((needle, hits))
    }
    return hits
  }

  private func recall(_ needle: [UInt8]) -> ProductSet? {
    recent.withLock { recent in
      guard let index = recent.lastIndex(where: { $0.needle == needle }) else { return nil }
      let entry = recent.remove(at: index)
      recent.append(entry)
      return entry.hits
    }
  }

  private func find(_ needle: [UInt8]) -> ProductSet? {
    let matching = (
      names: names.rows(containing: needle, rarity: rarity),
      descriptions: descriptions.rows(containing: needle, rarity: rarity),
      vendors: vendors.rows(containing: needle, rarity: rarity)
    )
    var words = [UInt64](repeating: 0, count: (rows.names.count + 63) / 64)
    if let flags = matching.names { mark(rows.names, flags, in: &words) }
    if let flags = matching.descriptions { mark(rows.descriptions, flags, in: &words) }
    if let flags = matching.vendors { mark(rows.vendors, flags, in: &words) }
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
