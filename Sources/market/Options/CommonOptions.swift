import ArgumentParser
import Foundation
import OpenMarket

struct CommonOptions: ParsableArguments {
  @Option(
    help: .value("url", "The market's address (default: OPENMARKET_SERVER, else the configuration file)."))
  var server: String?

  @Option(
    help: .value(
      "seconds",
      "Seconds for the whole call, retries included, and a second more for each 16 KiB that is sent (default: OPENMARKET_TIMEOUT, the configuration file, or 60)."
    ))
  var timeout: Double?

  @Flag(help: "Print JSON, one document a line, for scripts.")
  var json = false

  @Option(
    help: .value("file", "Record requests and responses to a new file (HTTP Archive), without secrets."),
    completion: .file())
  var record: String?

  @Option(
    help: .value(
      "file", "Take the responses from a recording instead of the server; all of it must be used."),
    completion: .file())
  var replay: String?

  @Option(
    help: .value(
      "file",
      "Trust the authorities (PEM) in a file beside the system's (else OPENMARKET_AUTHORITIES); for servers of your own."
    ), completion: .file())
  var authorities: String?

  @Option(
    help: .value(
      "socket",
      "Let 'market inspect' follow at this socket, in a folder of your own (else OPENMARKET_INSPECT); only commands that open the store have events."
    ), completion: .file())
  var inspect: String?

  @Option(
    help: .value(
      "seconds", "With --inspect: begin when an inspector is there, or after so many seconds (default: 0)."))
  var inspectWait: Double?

  @Option(
    help: .value("file", "Write what happens to a new file for 'market inspect' (else OPENMARKET_EVENTS)."),
    completion: .file())
  var events: String?

  func validate() throws {
    try require(record == nil || replay == nil, "--record and --replay exclude each other")
    try require(
      timeout.map(Settings.isTimeout) ?? true,
      "--timeout is \(timeout ?? 0); it must be more than 0 and at most 86400 seconds")
    try require("--inspect-wait", inspectWait, in: 0...3_600, unit: " seconds")
  }

  /// The network, or what `--record` and `--replay` make of it.
  func transport() throws -> any HTTPTransport {
    try CommandTransport.shared(record: record, replay: replay, authorities: authorities)
  }

  /// Has the market tell its events where the options, or else the environment, want them.
  func applyEvents(to configuration: inout Marketplace.Configuration) {
    let environment = ProcessInfo.processInfo.environment
    func url(_ option: String?, _ name: String) -> URL? {
      let path = option ?? environment[name] ?? ""
      return path.isEmpty ? nil : URL(argument: path)
    }
    configuration.inspectorSocket = url(inspect, "OPENMARKET_INSPECT")
    configuration.eventFile = url(events, "OPENMARKET_EVENTS")
    configuration.inspectorWait = .seconds(inspectWait ?? 0)
  }

  /// The client that the options, the environment and the configuration file describe, for reading only: without
  /// credentials, so that a credentials file that cannot be used is no obstacle.
  func makeClient() throws -> MarketClient {
    let settings = try settings()
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
  func settings(store: String? = nil) throws -> Settings {
    try Settings(
      server: server, timeout: timeout, store: store, environment: ProcessInfo.processInfo.environment)
  }
}

extension UserAgent {
  static let ofCommand = UserAgent(product: "market", version: libraryVersion).text
}
