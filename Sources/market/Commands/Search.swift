import ArgumentParser
import Foundation
import OpenMarket

struct Search: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Searches this device and the server.",
    discussion: """
      Several texts are searched for in parallel, four at once; their hits are displayed in the order given, with \
      --json one document a line. A failed search is reported and does not affect the others; the exit code is then that \
      of the first failure.

      On this device the names of stored products are searched, in any state of typing: 맥ㅂ finds 맥북, ㄴㅌㅂ 노트북, \
      dkdlvhs 아이폰; after all of them come products with the text in their description or vendor. A terminal shows \
      those hits at once, and then the server's. If the server does not respond, only stored products are found.

      --online shows the server's hits alone, newest first, --offline those of this device. --page and --all go with \
      one of them, as both together have no fixed order. Up to 1000 hits are counted, more are 1000+.

      What is searched for in a terminal is remembered: see 'market recent'.
      """)

  @Argument(help: "The text, or several; case is ignored.")
  var text: [String]

  @OptionGroup var source: SourceOptions
  @OptionGroup var pages: PageOptions
  @OptionGroup var filters: FilterOptions

  @Option(help: "The order (default: relevance); the newest 200 of the server's hits are sorted.")
  var sort: SortOption?

  @Flag(help: "With --offline: count all hits.")
  var exactCount = false

  @Flag(inversion: .prefixedNo, help: "Remember the text among the recent searches (default: in a terminal).")
  var remember: Bool?

  func validate() throws {
    try require(!text.contains(where: \.isBlank), "a search text is empty; use 'market list' for everything")
    try require(text.count == 1 || !pages.all, "--all goes with one text")
    try require(
      !source.online || (!filters.isUsed && sort == nil),
      "filters and --sort do not go with --online: the server knows none")
    try require(source.offline || !exactCount, "--exact-count goes with --offline")
    try require(
      source.online || source.offline || (pages.page == 1 && !pages.all),
      "--page and --all go with --online or --offline, each of which has an order of its own")
    try require(
      source.online || source.offline || pages.size <= JoinedSearch.longestPage,
      "--size above \(JoinedSearch.longestPage) goes with --online or --offline")
  }

  func run() async throws {
    if source.offline {
      try await searchStored()
      if remembers { try await source.location.withStore { await record(in: $0) } }
    } else {
      try await OnlineMarket.open(source) { market in
        try await search(market)
        if remembers, let store = market.store { await record(in: store) }
      }
    }
  }

  private func search(_ market: OnlineMarket) async throws {
    let joined = try market.joined.map { market in
      let (filter, sort) = (try filters.filter(), sort?.sort ?? .relevance)
      return { @Sendable [source] text in
        JoinedSearch(market: market, text: text, filter: filter, sort: sort, asJSON: source.json)
      }
    }
    if text.count == 1 {
      if let joined { return try await joined(text[0]).show(pages) }
      return try await ListPrinter(asJSON: source.json, text: text[0]).show(pages, of: market)
    }
    try await showSeveral { [pages] text in
      if let joined { return try await joined(text).page(pages) }
      do {
        return FoundPage(try await market.products(page: pages.page, size: pages.size, matching: text))
      } catch let error as HTTPError {
        throw await market.hinting(error)
      }
    }
  }

  private func searchStored() async throws {
    let (reader, pending) = try await source.location.stored()
    let (filter, sort) = (try filters.filter(), sort?.sort ?? .relevance)
    let walk = { @Sendable [exactCount] (text: String) in
      var query = SearchQuery(text, filter: filter, sort: sort)
      query.counting = exactCount ? .exact : .upTo(1000)
      return StoredWalk(reader, query, pending: pending)
    }
    guard text.count > 1 else {
      return try ListPrinter(asJSON: source.json, text: text[0]).show(pages, of: walk(text[0]))
    }
    try await showSeveral { [pages] text in
      var walk = walk(text)
      return try walk.page(pages)
    }
  }

  private func showSeveral(_ find: @escaping @Sendable (String) async throws -> FoundPage) async throws {
    try await SeveralSearches(texts: text, asJSON: source.json, terminal: Terminal(), find: find).run()
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
