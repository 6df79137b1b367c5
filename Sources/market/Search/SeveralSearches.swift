import ArgumentParser
import OpenMarket
import OpenMarketPacing

/// Runs several searches at once and shows what each found, in the order in which they were given; with `--json` as
/// `Schemas/json/cli-search.schema.json`.
struct SeveralSearches {
  let texts: [String]
  let asJSON: Bool
  let terminal: Terminal
  let find: @Sendable (String) async throws -> FoundPage

  private struct Found: Sendable {
    let index: Int
    let page: FoundPage
  }

  /// Searches and prints.
  ///
  /// A search that fails leaves the others alone.
  ///
  /// - Throws: `ExitCode` of the first failure in the order given, after all has been printed.
  func run() async throws {
    var bar = ProgressBar("searches", on: terminal)
    bar.show(0, of: texts.count)
    let outcome: FanOut.Outcome<Int, Found>
    do {
      defer { bar.clear() }
      // A text may be given twice, so what is fanned out are its positions.
      outcome = try await FanOut(maxConcurrent: 4).run(Array(texts.indices), id: \.index) { ended in
        bar.show(ended, of: texts.count)
      } search: { [texts, find] index in
        [Found(index: index, page: try await find(texts[index]))]
      }
    }
    let pages = Dictionary(uniqueKeysWithValues: outcome.items.map { ($0.index, $0.page) })
    let errors = Dictionary(uniqueKeysWithValues: outcome.failures.map { ($0.query, $0.error) })
    for (index, text) in texts.enumerated() {
      if let page = pages[index] { try print(page, for: text, isFirst: index == 0) }
      if let error = errors[index] { try print(error, for: text) }
    }
    if let first = outcome.failures.first?.error { throw ExitCode(ExitStatus(first).rawValue) }
  }

  private func print(_ page: FoundPage, for text: String, isFirst: Bool) throws {
    defer { for warning in page.warnings { terminal.note("market: \(warning)") } }
    if asJSON { return try terminal.printJSON(["query": text, "page": page.json] as JSONFields) }
    let correction = page.correction.map { " (\($0.text.printable))" } ?? ""
    let title = "\(text.printable): \(page.rows.count) of \(page.total)\(correction)"
    try terminal.print((isFirst ? [] : [""]) + [terminal.style.bold(title)])
    if !page.rows.isEmpty { try terminal.print(Product.listColumns, page.rows) }
  }

  private func print(_ error: any Error, for text: String) throws {
    if asJSON { try terminal.printJSON(["query": text, "error": error.json] as JSONFields) }
    let message = "'\(text)': \(error)".printable
    terminal.note(terminal.errorStyle.red("market:") + " " + message)
  }
}

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
