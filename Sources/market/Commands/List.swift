import ArgumentParser

/// The subcommand `market list`.
struct List: AsyncParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Lists products, newest first.")

  @OptionGroup var common: CommonOptions
  @OptionGroup var pages: PageOptions

  func run() async throws {
    try await ProductListing(client: common.makeClient(), matching: nil, asJSON: common.json).show(pages)
  }
}
