import ArgumentParser
import OpenMarketAPI

struct Health: AsyncParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Checks whether the server is up.")

  @OptionGroup var common: CommonOptions

  func run() async throws {
    let status = try await common.makeClient().health()
    let terminal = Terminal()
    if common.json {
      try terminal.printJSON(["status": status.rawValue])
    } else {
      try terminal.print(status.rawValue.printable)
    }
  }
}
