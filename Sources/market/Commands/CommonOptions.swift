import ArgumentParser
import Foundation
import OpenMarketAPI
import OpenMarketHTTP

/// What every command takes.
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
    let settings = try Settings.resolve(
      server: server, timeout: timeout, environment: ProcessInfo.processInfo.environment)
    return try MarketClient(server: settings.server) { configuration in
      configuration.totalTimeout = settings.timeout
    }
  }
}

/// Which part of a list to show.
struct PageOptions: ParsableArguments {
  @Option(help: "The page, from 1.")
  var page = 1

  @Option(help: "Products on a page, 1 to 1000.")
  var size = 20

  @Flag(help: "Every page; with --json one product a line.")
  var all = false

  @Option(help: ArgumentHelp("With --all: stop after so many products.", valueName: "count"))
  var limit: Int?

  func validate() throws {
    guard page >= 1 else { throw ValidationError("--page is \(page); pages count from 1") }
    guard 1...1000 ~= size else { throw ValidationError("--size is \(size); it must be 1 to 1000") }
    guard limit.map({ $0 >= 1 }) ?? true else { throw ValidationError("--limit must be 1 or more") }
    guard all || limit == nil else { throw ValidationError("--limit goes with --all") }
    guard !all || page == 1 else { throw ValidationError("--page and --all exclude each other") }
  }
}
