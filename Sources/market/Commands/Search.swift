import ArgumentParser
import OpenMarketAPI

/// The subcommand `market search`.
struct Search: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Lists products whose name, description or vendor contains a text, newest first.",
    discussion: """
      Several texts are searched for at the same time, four at once; what each finds is shown in the order \
      given, with --json one document a line. One that fails is reported and leaves the others alone; the \
      exit code is then that of the first failure.
      """)

  @Argument(help: "The text, or several; upper and lower case are the same.")
  var text: [String]

  @OptionGroup var common: CommonOptions
  @OptionGroup var pages: PageOptions

  func validate() throws {
    guard !text.contains("") else {
      throw ValidationError("a search text is empty; use 'market list' for everything")
    }
    guard text.count == 1 || !pages.all else { throw ValidationError("--all goes with one text") }
  }

  func run() async throws {
    let client = try common.makeClient()
    if text.count == 1 {
      try await ProductListing(client: client, matching: text[0], asJSON: common.json).show(pages)
    } else {
      try await SeveralSearches(texts: text, asJSON: common.json, terminal: Terminal()) {
        [page = pages.page, size = pages.size] text in
        try await client.products(page: page, size: size, matching: text)
      }.run()
    }
  }
}
