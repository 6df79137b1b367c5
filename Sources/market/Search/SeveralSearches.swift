import ArgumentParser
import OpenMarket

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
    let title = "\(text.printable): \(page.products.count) of \(page.total)\(correction)"
    try terminal.print((isFirst ? [] : [""]) + [terminal.style.bold(title)])
    var printer = ListPrinter(asJSON: false, text: text)
    try printer.print(page.products)
  }

  private func print(_ error: any Error, for text: String) throws {
    if asJSON { try terminal.printJSON(["query": text, "error": error.json] as JSONFields) }
    let message = "'\(text)': \(error)".printable
    terminal.note(terminal.errorStyle.red("market:") + " " + message)
  }
}
