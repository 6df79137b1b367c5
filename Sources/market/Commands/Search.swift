import ArgumentParser

/// The subcommand `market search`.
struct Search: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Lists products whose name, description or vendor contains a text, newest first.")

  @Argument(help: "The text; upper and lower case are the same.")
  var text: String

  @OptionGroup var common: CommonOptions
  @OptionGroup var pages: PageOptions

  func validate() throws {
    guard !text.isEmpty else {
      throw ValidationError("the search text is empty; use 'market list' for everything")
    }
  }

  func run() async throws {
    try await ProductListing(client: common.makeClient(), matching: text, asJSON: common.json).show(pages)
  }
}
