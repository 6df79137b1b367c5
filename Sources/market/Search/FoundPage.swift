import OpenMarket

/// One page of what was found, as it is displayed, wherever it comes from.
struct FoundPage: Sendable {
  var rows: [[Table.Cell]]
  var json: JSONFields
  /// How many there are in all, such as `4711 products` and `1000+ products stored here`.
  var total: String
  var correction: SearchCorrection?
  /// Lines for a person beside it.
  var warnings: [String] = []

  init(_ page: ProductPage) {
    rows = page.products.map { $0.listCells.map { Table.Cell($0) } }
    json = page.json
    total = "\(page.totalCount) products"
    warnings = page.issues.map { "warning: \($0.printable)" }
  }

  /// A page of stored products.
  init(stored hits: [OfflineHit], _ options: PageOptions, _ count: HitCount, _ correction: SearchCorrection?)
  {
    rows = hits.map(\.listCells)
    json = hits.json(options, count, correction)
    total = "\(count.text) products stored here"
    self.correction = correction
  }

  /// The first page of a search on this device and the server.
  init(_ found: Stamped<SearchResults>, _ options: PageOptions) {
    self.init(stored: found.hits.map { OfflineHit(hit: $0) }, options, found.count, found.value.correction)
    if let note = found.storedNote { warnings = [note] } else { total = "\(found.count.text) products" }
  }
}
