import OpenMarket

/// Shows one page of products, or all of them page after page, for `list` and `search`.
struct ProductListing {
  private let market: OnlineMarket
  private let text: String?
  private let asJSON: Bool
  private let terminal = Terminal()
  private var table: Table
  private var notes: ListNotes { ListNotes(asJSON: asJSON, terminal: terminal, text: text) }

  init(market: OnlineMarket, matching text: String?, asJSON: Bool) {
    self.market = market
    self.text = text
    self.asJSON = asJSON
    table = Table(Product.listColumns, maximumWidth: terminal.width, style: terminal.style)
  }

  /// Fetches and prints what `options` ask for.
  consuming func show(_ options: PageOptions) async throws {
    if options.all {
      try await showAll(size: options.size, limit: options.limit ?? .max)
    } else {
      let page = try await market.products(page: options.page, size: options.size, matching: text)
      try asJSON ? terminal.printJSON(page.json) : printTable(page)
      report(page)
    }
  }

  private mutating func showAll(size: Int, limit: Int) async throws {
    var bar = ProgressBar("products", on: terminal)
    defer { bar.clear() }
    var displayed = 0
    var walk = ListWalk(client: market.client, size: min(size, limit), matching: text)
    while let page = try await walk.next() {
      let products = page.products.prefix(limit - displayed)
      bar.clear()
      if asJSON {
        for product in products { try terminal.printJSON(product.json) }
      } else {
        try terminal.print(table.lines(for: products.map(\.listCells)))
      }
      report(page)
      displayed += products.count
      if displayed >= limit { break }
      bar.show(displayed, of: min(limit, page.totalCount))
    }
    bar.clear()
    if walk.mayHaveGaps {
      terminal.note(
        "market: warning: the server's pages do not overlap: what moved while they were read may be missing")
    }
    if displayed == 0 { notes.nothing() }
  }

  private mutating func printTable(_ page: ProductPage) throws {
    guard !page.products.isEmpty else { return notes.nothing() }
    try terminal.print(table.lines(for: page.products.map(\.listCells)))
    if terminal.isInteractive {
      try terminal.print(
        terminal.style.dim("page \(page.page) of \(page.lastPage), \(page.totalCount) products"))
    }
  }

  /// Says what of a page could not be read, so that a gap in the list is never silent.
  private func report(_ page: ProductPage) {
    for issue in page.issues { terminal.note("market: warning: \(issue.printable)") }
  }
}
