import ArgumentParser
import OpenMarketAPI

/// The subcommand `market suggest`.
struct Suggest: AsyncParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Completes what somebody has begun to type.")

  @Argument(help: "The beginning of a word or of a product's name.")
  var text: String

  @Option(help: "At most so many, 1 to 50.")
  var limit = 10

  @OptionGroup var common: CommonOptions

  func validate() throws {
    guard 1...50 ~= limit else { throw ValidationError("--limit is \(limit); it must be 1 to 50") }
  }

  func run() async throws {
    let suggestions = try await common.makeClient().suggestions(for: text, limit: limit)
    let terminal = Terminal()
    if common.json {
      try terminal.printJSON(suggestions)
    } else {
      try terminal.print(suggestions.map(\.printable))
    }
  }
}
