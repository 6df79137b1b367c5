import OpenMarket

/// Shows what this device finds, and what the server adds to it: in a terminal the one before the other comes.
struct JoinedSearch {
  let market: Marketplace
  let text: String
  let filter: ProductFilter
  let sort: ProductSort
  let asJSON: Bool

  static let longestPage = 200

  /// Finds the first page, which is what is stored when the server does not respond.
  func page(_ options: PageOptions) async throws -> FoundPage {
    let found = try await market.search(
      text, filter: filter, sort: sort, limit: options.size, policy: .networkFirst)
    return FoundPage(found, options)
  }

  func show(_ options: PageOptions) async throws {
    var printer = ListPrinter(asJSON: asJSON, text: text)
    let terminal = printer.terminal
    guard terminal.isInteractive, !asJSON else { return try printer.print(await page(options)) }
    var (displayed, last) = (Set<Product.ID>(), Stamped<SearchResults>?.none)
    do {
      for try await found in try market.searchReads(text, filter: filter, sort: sort, limit: options.size) {
        let new = found.hits.filter { displayed.insert($0.id).inserted }
        if last == nil { printer.correction(found.value.correction) }
        try printer.print(new.map { OfflineHit(hit: $0) })
        last = found
      }
    } catch let error as HTTPError where !displayed.isEmpty && error.isServerAway {
      terminal.note("market: \(ServerAway(error: error).note)")
    }
    guard !displayed.isEmpty else { return printer.nothing() }
    let count = last.map { FoundPage($0, options).total } ?? ""
    try terminal.print(terminal.style.dim("\(displayed.count) of \(count)"))
  }
}
