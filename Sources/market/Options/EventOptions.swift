import ArgumentParser
import Foundation
import OpenMarket

/// How others may see what a command does; commands that open no store have no events.
struct EventOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Let 'market inspect' follow at this socket, in a folder of your own (else OPENMARKET_INSPECT); only commands that open the store have events.",
      valueName: "socket"))
  var inspect: String?

  @Option(
    help: ArgumentHelp(
      "With --inspect: begin when an inspector is there, or after so many seconds (default: 0).",
      valueName: "seconds"))
  var inspectWait: Double?

  @Option(
    help: ArgumentHelp(
      "Write what happens to a new file for 'market inspect' (else OPENMARKET_EVENTS).", valueName: "file"))
  var events: String?

  func validate() throws {
    try require(
      inspectWait.map({ 0...3_600 ~= $0 }) ?? true,
      "--inspect-wait is \(inspectWait ?? 0); it must be 0 to 3600 seconds")
  }

  /// Has the market tell its events where the options, or else the environment, want them.
  func apply(to configuration: inout Marketplace.Configuration) {
    let environment = ProcessInfo.processInfo.environment
    func url(_ option: String?, _ name: String) -> URL? {
      let path = option ?? environment[name] ?? ""
      return path.isEmpty ? nil : URL(argument: path)
    }
    configuration.inspectorSocket = url(inspect, "OPENMARKET_INSPECT")
    configuration.eventFile = url(events, "OPENMARKET_EVENTS")
    configuration.inspectorWait = .seconds(inspectWait ?? 0)
  }
}
