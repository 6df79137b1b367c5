import OpenMarket

protocol ListedProduct: Sendable {
  var json: JSONFields { get }
  var cells: [Table.Cell] { get }
}

extension Product: ListedProduct {
  var cells: [Table.Cell] { listCells.map { Table.Cell($0) } }
}

/// Prints the products of a list or a search, with lines for a person beside them; none of those with `--json`.
struct ListPrinter {
  let asJSON: Bool
  /// The searched text; `nil` for a list of all.
  let text: String?
  let terminal = Terminal()
  private var table: Table

  init(asJSON: Bool, text: String?) {
    (self.asJSON, self.text) = (asJSON, text)
    table = Table(Product.listColumns, maximumWidth: terminal.width, style: terminal.style)
  }

  /// Prints some of the products, below those before.
  mutating func print(_ products: [any ListedProduct]) throws {
    if asJSON {
      for product in products { try terminal.printJSON(product.json) }
    } else if !products.isEmpty {
      // Without rows the header would stand alone.
      try terminal.print(table.lines(for: products.map { $0.cells }))
    }
  }

  mutating func print(_ page: FoundPage) throws {
    defer { warn(page.warnings) }
    if asJSON { return try terminal.printJSON(page.json) }
    guard !page.products.isEmpty else { return nothing(isStored: page.isStored) }
    correction(page.correction)
    try print(page.products)
    if terminal.isInteractive { try terminal.print(terminal.style.dim(page.footer)) }
  }

  /// Says that there is nothing to list, on this device alone or at all.
  func nothing(isStored: Bool = false) {
    guard !asJSON else { return }
    let found = text.map {
      "nothing found for '\($0.printable)'\(isStored ? " among what is stored here" : "")"
    }
    terminal.note(found ?? (isStored ? "no such products are stored here" : "no products here"))
  }

  /// Says that something similar was searched for.
  func correction(_ correction: SearchCorrection?) {
    guard !asJSON, let text, let correction else { return }
    terminal.note(
      "nothing stored here has '\(text.printable)' within its words; \(correction.text.printable)")
  }

  /// Says what could not be read, so that a gap in a list is never silent.
  func warn(_ warnings: [String]) {
    for warning in warnings { terminal.note("market: \(warning)") }
  }

  /// Prints stored products: the page that `options` ask for, or all.
  consuming func show(_ options: PageOptions, of walk: StoredWalk) throws {
    var walk = walk
    if !options.all {
      let page = try walk.page(options, isCounted: asJSON || terminal.isInteractive)
      if page.products.isEmpty { try walk.requireAnything() }
      return try print(page)
    }
    let limit = options.limit ?? .max
    var displayed = 0
    while displayed < limit, !walk.isAtEnd {
      let hits = try walk.next(min(200, limit - displayed))
      if displayed == 0 { correction(walk.correction) }
      displayed += hits.count
      try print(hits)
    }
    if displayed == 0 {
      try walk.requireAnything()
      nothing(isStored: true)
    }
  }

  /// Prints the server's products: the page that `options` ask for, or all, page after page.
  consuming func show(_ options: PageOptions, of market: OnlineMarket) async throws {
    if !options.all {
      let page = try await market.products(page: options.page, size: options.size, matching: text)
      return try print(FoundPage(page))
    }
    let limit = options.limit ?? .max
    var bar = ProgressBar("products", on: terminal)
    defer { bar.clear() }
    var displayed = 0
    var walk = ListWalk(client: market.client, size: min(options.size, limit), matching: text)
    while let page = try await walk.next() {
      let products = Array(page.products.prefix(limit - displayed))
      bar.clear()
      try print(products)
      warn(FoundPage(page).warnings)
      displayed += products.count
      if displayed >= limit { break }
      bar.show(displayed, of: min(limit, page.totalCount))
    }
    bar.clear()
    warn(walk.warnings)
    if displayed == 0 { nothing() }
  }
}

extension ListWalk {
  var warnings: [String] {
    guard mayHaveGaps else { return [] }
    return ["warning: the server's pages do not overlap: what moved while they were read may be missing"]
  }
}
