import ArgumentParser
import Foundation
import OpenMarket
import OpenMarketAPI

struct Watch: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Repeats a search, and shows new, changed and deleted products.",
    discussion: """
      In a terminal the newest products are a table that is drawn in place: + new, ~ changed, - gone. Elsewhere, \
      in the background and with --json, each change is a line; those of the first round list the initial products.

      A failed round is reported, and the watch continues. It ends with Ctrl-C (exit code 130), or after --count \
      rounds with the exit code of the last one.
      """)

  @Argument(help: "The text to search for; case is ignored.")
  var text: String

  @Option(help: .value("seconds", "The interval between two searches, 1 to 86400 seconds."))
  var every = 5.0

  @Option(help: .value("rounds", "The number of searches (default: unlimited)."))
  var count: Int?

  @Option(help: "The number of newest products to watch, 1 to 1000.")
  var size = 20

  @OptionGroup var common: CommonOptions

  func validate() throws {
    try require(!text.isBlank, "the search text is empty")
    try require(
      1...86_400 ~= every, "--every is \(every) s; it must be 1 to 86400, so that the server is not flooded")
    try require(count.map({ $0 >= 1 }) ?? true, "--count must be 1 or more")
    try require("--size", size, in: 1...1000)
  }

  func run() async throws {
    let client = try common.makeClient()
    let interval = Duration.seconds(every)
    let rounds = WatchRounds(interval: interval, count: count) { [text, size] in
      try await client.products(size: size, matching: text)
    }
    let terminal = Terminal()
    // A script's background job must not stop: `timeout` makes one of what it runs.
    if terminal.isInteractive, terminal.movesCursor, !common.json, JobControl.isInForeground(STDOUT_FILENO) {
      let view = WatchView(query: text, interval: interval)
      try await WatchScreen(terminal: terminal, view: view).run(rounds)
    } else {
      var log = WatchLog(query: text, asJSON: common.json, terminal: terminal)
      try await log.run(rounds)
    }
  }
}
