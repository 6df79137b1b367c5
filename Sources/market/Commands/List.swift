import ArgumentParser
import OpenMarket

struct List: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Lists products, newest first.",
    discussion: """
      The products of a page are stored on this device; those of --all and --online are not: use 'market sync' for that. \
      If the server does not respond within 3 seconds, and with --offline, the stored list is displayed, with pending \
      writes (see 'market outbox') applied; --online shows the server's list, or fails. Filters go with --offline: the \
      server knows none.
      """)

  @OptionGroup var source: SourceOptions
  @OptionGroup var pages: PageOptions
  @OptionGroup(title: "Filters, with --offline") var filters: FilterOptions

  func validate() throws {
    try require(source.offline || !filters.isUsed, FilterOptions.onlineMessage)
  }

  func run() async throws {
    try await source.read { market in
      try await ListPrinter(asJSON: source.json, text: nil).show(pages, of: market)
    } orStored: {
      let walk = try await source.location.walk(filter: filters.filter())
      try ListPrinter(asJSON: source.json, text: nil).show(pages, of: walk)
    }
  }
}
