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
      "The market's address (default: OPENMARKET_SERVER, else the configuration file).", valueName: "url"))
  var server: String?

  @Option(
    help: ArgumentHelp(
      "Seconds for the whole call, retries included (default: OPENMARKET_TIMEOUT, the configuration file, or 60).",
      valueName: "seconds"))
  var timeout: Double?

  @Flag(help: "Print JSON, one document a line, for scripts.")
  var json = false

  @Option(
    help: ArgumentHelp(
      "Record requests and responses to a new file (HTTP Archive), without secrets.", valueName: "file"))
  var record: String?

  @Option(
    help: ArgumentHelp(
      "Take the responses from a recording instead of the server; all of it must be used.",
      valueName: "file"))
  var replay: String?

  @Option(
    help: ArgumentHelp(
      "Trust the authorities (PEM) in a file beside the system's (else OPENMARKET_AUTHORITIES); for servers of your own.",
      valueName: "file"))
  var authorities: String?

  @OptionGroup var events: EventOptions

  func validate() throws {
    try require(record == nil || replay == nil, "--record and --replay exclude each other")
    try require(
      timeout.map(Settings.isTimeout) ?? true,
      "--timeout is \(timeout ?? 0); it must be more than 0 and at most 86400 seconds")
  }

  /// The network, or what `--record` and `--replay` make of it.
  func transport() throws -> any HTTPTransport {
    try CommandTransport.shared(record: record, replay: replay, authorities: authorities)
  }

  /// The client that the options, the environment and the configuration file describe, for reading only: without
  /// credentials, so that a credentials file that cannot be used is no obstacle.
  func makeClient() throws -> MarketClient {
    let settings = try settings(store: nil)
    return try MarketClient(server: settings.requiredServer(), transport: transport()) { configuration in
      configuration.totalTimeout = settings.timeout
      configuration.headers[.userAgent] = UserAgent.ofCommand
    }
  }

  /// Prints `value` with `--json`, and `lines` without.
  func print<Value: Encodable>(_ value: Value, _ lines: (Style) -> [String]) throws {
    let terminal = Terminal()
    try json ? terminal.printJSON(value) : terminal.print(lines(terminal.style))
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
