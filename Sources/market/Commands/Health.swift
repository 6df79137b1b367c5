import ArgumentParser
import OpenMarketAPI

struct Health: AsyncParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Checks whether the server is up.")

  @OptionGroup var common: CommonOptions

  func run() async throws {
    let status = try await common.makeClient().health()
    try common.print(["status": status.rawValue]) { _ in [status.rawValue.printable] }
  }
}
