import ArgumentParser
import OpenMarket

struct Sync: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Stores all products of the server on this device.",
    discussion: """
      Afterwards list, search, suggest and show work with --offline. It can be stopped or killed at any time: the \
      next run reads new products, skips stored ones and continues. Edits and deletions of stored products are noticed \
      with --full only.

      One request is sent at a time, and a Retry-After of up to 2 minutes is honoured. After Ctrl-C, \
      or any failure, the products received so far stay stored.
      """)

  @Flag(help: "Read everything again, to notice edits and deletions.")
  var full = false

  @Option(help: "New products per request, 100 to 1000.")
  var pageSize = 500

  @Option(
    help: .value("requests", "The maximum number of requests per second, 1 to 1000 (default: unlimited)."))
  var rate: Int?

  @OptionGroup var options: StoreOptions

  func validate() throws {
    try require("--page-size", pageSize, in: 100...1000)
    try require("--rate", rate, in: 1...1000, unit: " requests a second")
  }

  func run() async throws {
    let market = try options.openMarket {
      if let rate { $0.http.rateLimit = RateLimit(oneEvery: .seconds(1) / rate) }
      // Otherwise nothing tells of waits.
      $0.tracesEvents = true
    }
    let sync = market.catalogSync(isFull: full, windowSize: pageSize)
    try await market.closing {
      try await SyncRun(market: market, sync: sync, asJSON: options.json, terminal: Terminal()).run()
    }
  }
}
