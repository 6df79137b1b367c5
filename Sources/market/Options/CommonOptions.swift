import ArgumentParser
import Foundation
import HTTPTypes
import OpenMarket
import OpenMarketHTTP
import OpenMarketPacing

/// The options of every command.
struct CommonOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The market's address (else OPENMARKET_SERVER, else the configuration file).", valueName: "url"))
  var server: String?

  @Option(
    help: ArgumentHelp("Seconds for the whole call, retries included (default: 60).", valueName: "seconds"))
  var timeout: Double?

  @Flag(help: "Print JSON, one document a line, for scripts.")
  var json = false

  /// The client that the options, the environment and the configuration file describe.
  func makeClient() throws -> MarketClient {
    let settings = try settings(store: nil)
    return try MarketClient(server: settings.requiredServer(), credentials: settings.credentials()) {
      configuration in
      configuration.totalTimeout = settings.timeout
      configuration.headers[.userAgent] = UserAgent.ofCommand
    }
  }

  /// The settings, of which the command line counts most.
  func settings(store: String?) throws -> Settings {
    try Settings(
      server: server, timeout: timeout, store: store, environment: ProcessInfo.processInfo.environment)
  }
}

extension UserAgent {
  /// The value of the field for this command.
  static let ofCommand = UserAgent(product: "market", version: libraryVersion).text
}
