import ArgumentParser
import Foundation
import OpenMarket

struct Conformance: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Checks a server against the API's contract, and reports its properties.",
    discussion: """
      Reads only, unless --write is given: then it lists products as the signed-in vendor (market login), edits \
      them, and deletes them, also when it is stopped. ✓ passed, ✗ failed: clients go wrong, – optional and missing, \
      ? could not be determined. Exit code 1 when there is a ✗.
      """)

  @Flag(help: "Also check writing, with products of its own.")
  var write = false

  @OptionGroup var common: CommonOptions

  func run() async throws {
    let settings = try common.settings()
    let server = try settings.requiredServer()
    let credentials = write ? try settings.credentials() : nil
    if write, credentials == nil {
      throw HTTPError(.unauthorized, "--write needs a vendor of the server's: market login --identifier …")
    }
    // One that does not respond has nothing to show; whatever else is wrong is for the checks.
    do {
      _ = try await common.makeClient().products(size: 1)
    } catch let error as HTTPError where error.hasNoResponse {
      throw error
    } catch {}

    let probe = try ConformanceProbe(
      server: server, transport: common.transport(), timeout: settings.timeout,
      credentials: credentials?.credentials())
    let terminal = Terminal()
    let run = Task { [common, write] in
      try await ConformanceRun(probe: probe, writes: write).run { result in
        if !common.json { try terminal.print(result.lines(style: terminal.style)) }
      }
    }
    // Whoever stops it finds nothing left on the server.
    let signals = await TerminalSignals(TerminalSignals.ending, endsUnread: !write) { _ in run.cancel() }
    defer { signals.stop() }
    let results = try await run.value
    let report = ConformanceReport(results: results, server: try HTTPClient.name(of: server))
    if common.json {
      try terminal.printJSON(report.json)
    } else {
      let (count, failures) = (report.count, results.count(where: \.isFailure))
      terminal.note(
        "\(count("kept")) kept, \(failures) broken, \(count("broken") - failures) optional and missing, "
          + "\(count("untested")) not tested")
    }
    if !report.conforms { throw ExitCode(ExitStatus.failure.rawValue) }
  }
}
