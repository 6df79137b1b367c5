import ArgumentParser
import Foundation
import OpenMarket
import OpenMarketHTTP

/// The subcommand `market search`.
struct Search: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Lists products whose name, description or vendor contains a text, newest first.",
    discussion: """
      Several texts are searched for at the same time, four at once; what each finds is displayed in the order \
      given, with --json one document a line. One that fails is reported and leaves the others alone; the \
      exit code is then that of the first failure.

      With --offline the names of stored products are searched, in any state of typing: 맥ㅂ finds 맥북, ㄴㅌㅂ 노트북, \
      dkdlvhs 아이폰. What was searched for stands out in a terminal. Up to 1000 hits are counted, more are 1000+.

      What is searched for in a terminal is remembered: see 'market recent'.
      """)

  @Argument(help: "The text, or several; upper and lower case are the same.")
  var text: [String]

  @OptionGroup var common: CommonOptions
  @OptionGroup var pages: PageOptions
  @OptionGroup var source: OfflineOptions
  @OptionGroup var filters: FilterOptions

  @Option(help: "With --offline: the order, relevance unless given.")
  var sort: SortOption?

  @Flag(help: "With --offline: count all hits, however many.")
  var exactCount = false

  @Flag(
    inversion: .prefixedNo, help: "Remember the text among the recent searches (default: in a terminal).")
  var remember: Bool?

  func validate() throws {
    guard !text.contains("") else {
      throw ValidationError("a search text is empty; use 'market list' for everything")
    }
    guard text.count == 1 || !pages.all else { throw ValidationError("--all goes with one text") }
    guard source.offline || !filters.isUsed else { throw ValidationError(FilterOptions.onlineMessage) }
    guard source.offline || (sort == nil && !exactCount) else {
      throw ValidationError("--sort and --exact-count go with --offline")
    }
  }

  func run() async throws {
    if source.offline {
      try await searchStored()
      if remembers { try await source.location.withStore(common) { await record(in: $0) } }
    } else {
      try await OnlineMarket.open(common, source.location) { market in
        try await search(market)
        if remembers, let store = market.store { await record(in: store) }
      }
    }
  }

  private func search(_ market: OnlineMarket) async throws {
    if text.count == 1 {
      return try await ProductListing(market: market, matching: text[0], asJSON: common.json).show(pages)
    }
    try await SeveralSearches(texts: text, asJSON: common.json, terminal: Terminal()) {
      [page = pages.page, size = pages.size] text in
      do {
        return try await market.products(page: page, size: size, matching: text)
      } catch let error as HTTPError {
        throw await market.hinting(error)
      }
    }.run()
  }

  private func searchStored() async throws {
    let terminal = Terminal()
    for (index, text) in text.enumerated() {
      var query = SearchQuery(text, filter: try filters.filter(), sort: sort?.sort ?? .relevance)
      query.counting = exactCount ? .exact : .upTo(1000)
      let walk = try await source.location.walk(common, query)
      if self.text.count == 1 {
        try OfflineListing(walk, asJSON: common.json, terminal: terminal).show(pages)
      } else {
        try StoredSearch(walk, asJSON: common.json, terminal: terminal)
          .show(pages, isFirst: index == 0)
      }
    }
  }

  private var remembers: Bool { remember ?? Terminal().isInteractive }

  private func record(in store: MarketStore) async {
    do {
      for text in text where !text.allSatisfy(\.isWhitespace) {
        try await store.recordSearch(text, at: Date())
      }
    } catch {
      Terminal().note("market: warning: the search is not remembered: \("\(error)".printable)")
    }
  }
}
