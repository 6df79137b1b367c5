import ArgumentParser
import OpenMarket

/// Runs several searches at once and shows what each found, in the order in which they were given; with `--json` as
/// `Schemas/json/cli-search.schema.json`.
struct SeveralSearches {
  let texts: [String]
  let asJSON: Bool
  let terminal: Terminal
  let find: @Sendable (String) async throws -> FoundPage

  /// Searches and prints.
  ///
  /// A search that fails leaves the others alone.
  ///
  /// - Throws: `ExitCode` of the first failure in the order given, after all has been printed.
  func run() async throws {
    var bar = ProgressBar("searches", on: terminal)
    bar.show(0, of: texts.count)
    let results: [Result<FoundPage, any Error>]
    do {
      defer { bar.clear() }
      results = try await texts.fanOut(
        maxConcurrent: 4, progress: { bar.show($0, of: texts.count) }, work: find)
    }
    var failure: (any Error)?
    for (index, result) in results.enumerated() {
      switch result {
      case .success(let page): try print(page, for: texts[index], isFirst: index == 0)
      case .failure(let error):
        try print(error, for: texts[index])
        failure = failure ?? error
      }
    }
    if let failure { throw ExitCode(ExitStatus(failure).rawValue) }
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
