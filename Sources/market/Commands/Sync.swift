import ArgumentParser
import OpenMarket

struct Sync: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Stores all products of the server on this device.",
    discussion: """
      Afterwards list, search, suggest and show work with --offline. It can be stopped or killed at any time: the \
      next run reads what is new, leaps over what is there and goes on. Edits and deletions of what is stored \
      already are noticed by --full only.

      One request goes to the server at a time; when it asks for patience (Retry-After), it is granted. Ctrl-C, and \
      any failure, keeps what has come until then.
      """)

  @Flag(help: "Read everything again, which notices edits and deletions.")
  var full = false

  @Option(help: "New products for each request, 100 to 1000.")
  var pageSize = 500

  @Option(help: ArgumentHelp("At most so many requests a second, 1 to 1000.", valueName: "requests"))
  var rate: Int?

  @OptionGroup var common: CommonOptions
  @OptionGroup var location: StoreOptions

  func validate() throws {
    guard 100...1000 ~= pageSize else {
      throw ValidationError("--page-size is \(pageSize); it must be 100 to 1000")
    }
    guard rate.map({ 1...1000 ~= $0 }) ?? true else {
      throw ValidationError("--rate is \(rate ?? 0); it must be 1 to 1000 requests a second")
    }
  }

  func run() async throws {
    let market = try location.openMarket(
      common, rate: rate.map { RateLimit(oneEvery: .seconds(1) / $0) } ?? .unlimited)
    let sync = market.catalogSync { configuration in
      configuration.isFull = full
      configuration.windowSize = pageSize
    }
    var ending: Int32?
    try await market.closing {
      ending = try await SyncRun(sync: sync, store: market.store, asJSON: common.json, terminal: Terminal())
        .run()
    }
    if let ending { TerminalSignals.endProcess(by: ending) }
  }
}
