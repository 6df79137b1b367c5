import ArgumentParser
import OpenMarket

struct Sales: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Lists one vendor's products, on sale and sold, newest first.",
    discussion: """
      A vendor is identified by number, as two may have the same name. The server searches by name only: products of \
      other vendors with that name are left out here. The name is taken from stored products of the vendor, unless \
      --vendor-name gives it. With --offline, and if the server does not respond, stored products are displayed, with \
      pending writes applied; --online shows the server's products without them, or fails.
      """)

  @Argument(help: "The vendor's number.")
  var vendor: Int64

  @Option(help: "The vendor's name.")
  var vendorName: String?

  @Option(help: "The maximum number, 1 to 100000.")
  var limit = 100

  @OptionGroup var availability: AvailabilityOptions
  @OptionGroup var source: SourceOptions

  func validate() throws {
    try require(vendor > 0, "'\(vendor)' is not a vendor's number; those are from 1")
    try require(vendorName?.isEmpty != true, "the vendor's name is empty")
    try require("--limit", limit, in: 1...100_000)
  }

  func run() async throws {
    let filter = ProductFilter(vendorID: Vendor.ID(rawValue: vendor), availability: availability.availability)
    if source.offline { return try await showStored(filter) }
    do {
      let market = try source.location.openMarket()
      try await market.closing {
        guard let name = try await name(in: market.store) else {
          throw ValidationError(
            "nothing is known of vendor \(vendor) here, and the server finds vendors by name: give --vendor-name"
          )
        }
        try show(
          source.online
            ? await products(of: market.client, named: name, filter)
            : await products(of: market, named: name, filter))
      }
    } catch let error as HTTPError where error.isServerAway && !source.online {
      Terminal().note("market: \(ServerAway(error: error).note)")
      try await showStored(filter)
    }
  }

  private func showStored(_ filter: ProductFilter) async throws {
    var walk = try await source.location.walk(filter: filter)
    try show(walk.next(limit))
  }

  private func products(
    of market: Marketplace, named name: String, _ filter: ProductFilter
  ) async throws -> [Product] {
    let feed = market.feed(matching: name, filter: filter) { $0.pageSize = min(limit, 100) }
    var state = await feed.settledState
    while true {
      try Task.checkCancellation()
      // What the store has instead of the server is displayed with pending writes, or not at all.
      if case .failed(let failure) = state.phase { throw failure.error }
      if let failure = state.offline { throw failure.error }
      if state.items.count >= limit || state.phase == .endReached { break }
      feed.loadNext()
      state = await feed.settledState
    }
    return Array(state.items.prefix(limit))
  }

  /// As the server has them, without pending writes.
  private func products(
    of client: MarketClient, named name: String, _ filter: ProductFilter
  ) async throws -> [Product] {
    var walk = ListWalk(client: client, size: min(limit, 100), matching: name)
    var products: [Product] = []
    while products.count < limit, let page = try await walk.next() {
      products += page.products.filter(filter.passes)
    }
    for warning in walk.warnings { Terminal().note("market: \(warning)") }
    return Array(products.prefix(limit))
  }

  private func name(in store: MarketStore) async throws -> String? {
    if let vendorName { return vendorName }
    let known = try await store.newest(limit: 1, filter: ProductFilter(vendorID: Vendor.ID(rawValue: vendor)))
    return known.first?.product.vendorName
  }

  private func show(_ products: [any ListedProduct]) throws {
    if products.isEmpty, !source.json { return Terminal().note("vendor \(vendor) has nothing like that") }
    var printer = ListPrinter(asJSON: source.json, text: nil)
    try printer.print(products)
  }
}
