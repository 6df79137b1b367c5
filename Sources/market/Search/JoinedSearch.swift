import OpenMarket

/// Shows what this device finds, and what the server adds to it: in a terminal the one before the other comes.
struct JoinedSearch {
  let market: Marketplace
  let text: String
  let filter: ProductFilter
  let sort: ProductSort
  let asJSON: Bool
  private let terminal = Terminal()
  private var notes: ListNotes { ListNotes(asJSON: asJSON, terminal: terminal, text: text) }

  /// The most that is found at a time.
  static let longestPage = 200

  init(_ market: Marketplace, _ text: String, _ filter: ProductFilter, _ sort: ProductSort, asJSON: Bool) {
    (self.market, self.text, self.filter, self.sort, self.asJSON) = (market, text, filter, sort, asJSON)
  }

  /// Finds the first page, which is what is stored when the server does not respond.
  func page(_ options: PageOptions) async throws -> FoundPage {
    let found = try await market.search(
      text, filter: filter, sort: sort, limit: options.size, policy: .networkFirst)
    return FoundPage(found, options)
  }

  /// Finds and prints the first page.
  func show(_ options: PageOptions) async throws {
    guard terminal.isInteractive, !asJSON else { return try print(await page(options)) }
    var table = Table(Product.listColumns, maximumWidth: terminal.width, style: terminal.style)
    var (displayed, last) = (Set<Product.ID>(), Stamped<SearchResults>?.none)
    do {
      for try await found in try market.searchReads(text, filter: filter, sort: sort, limit: options.size) {
        let new = found.hits.filter { displayed.insert($0.id).inserted }
        if last == nil { notes.correction(found.value.correction) }
        // Without rows the header would stand alone.
        if !new.isEmpty { try terminal.print(table.lines(for: new.map { OfflineHit(hit: $0).listCells })) }
        last = found
      }
    } catch let error as HTTPError where !displayed.isEmpty && error.isServerAway {
      terminal.note("market: \(ServerAway(error: error).note)")
    }
    guard !displayed.isEmpty else { return notes.nothing() }
    let count = last.map { FoundPage($0, options).total } ?? ""
    try terminal.print(terminal.style.dim("\(displayed.count) of \(count)"))
  }

  private func print(_ page: FoundPage) throws {
    for warning in page.warnings { terminal.note("market: \(warning)") }
    if asJSON { return try terminal.printJSON(page.json) }
    guard !page.rows.isEmpty else { return notes.nothing() }
    notes.correction(page.correction)
    try terminal.print(Product.listColumns, page.rows)
  }
}
