import Foundation
import MockServerNIO
import OpenMarketMock
import OpenMarketTestSupport

@testable import market

/// `market browse` at a pseudo-terminal, whose screen an emulator reads.
final class BrowserAtTerminal {
  let program: ProgramAtTerminal
  private(set) var emulator: TerminalEmulator
  /// What was sent for the old size may then lie outside of the new one, where a terminal ignores it.
  private var isResized = false

  /// Starts it in a terminal of `columns` × `rows` cells.
  init(
    _ environment: [String: String], _ arguments: [String] = ["--graphics", "none"], columns: Int = 80,
    rows: Int = 24
  ) throws {
    // After a crash Swift's runtime would ask at the terminal what to do.
    let quiet = ["SWIFT_BACKTRACE": "enable=no"]
    program = try ProgramAtTerminal(
      BuiltProgram("market"), ["browse"] + arguments, environment: environment.merging(quiet) { $1 },
      showsOutput: true,
      columns: UInt16(columns), rows: UInt16(rows))
    emulator = TerminalEmulator(columns: columns, rows: rows)
  }

  /// Starts it for `mock`, which is served as long as `body` runs.
  static func run(
    _ mock: any MockHandler, _ environment: [String: String] = [:],
    arguments: [String] = ["--graphics", "none"],
    columns: Int = 80, rows: Int = 24, _ body: (BrowserAtTerminal) async throws -> Void
  ) async throws {
    let server = try await MockServer.start(handler: mock)
    let device = try SyncedDevice(server: server.url)
    let browser = try BrowserAtTerminal(
      device.environment.merging(environment) { $1 }, arguments, columns: columns, rows: rows)
    try await body(browser)
    try await server.stop()
  }

  /// Returns when the screen is as `condition` says; throws when the test is out of time first.
  func screen(_ expectation: String, until condition: (TerminalEmulator) -> Bool) async throws {
    while !condition(emulator) {
      do {
        emulator.take(try await program.nextBytes())
      } catch {
        throw ContractError("\(expectation) is not on the screen:\n\(emulator.text)")
      }
    }
  }

  /// Returns when the screen shows `texts`.
  func shows(_ texts: String...) async throws {
    try await screen("\(texts)") { emulator in texts.allSatisfy { emulator.text.contains($0) } }
  }

  /// Returns when the line that shows `text` is the chosen one.
  func chooses(_ text: String) async throws {
    try await screen("the choice of \(text)") { emulator in
      emulator.lines.contains { $0.hasPrefix("▸") && $0.hasSuffix(text) }
    }
  }

  /// Returns when the screen does not show `text` any more.
  func hides(_ text: String) async throws {
    try await screen("not \(text)") { !$0.text.contains(text) }
  }

  func press(_ keys: String) throws { try program.press(keys) }

  /// Clicks a cell, counted from 0.
  func click(row: Int, column: Int) throws {
    try press("\u{1B}[<0;\(column + 1);\(row + 1)M\u{1B}[<0;\(column + 1);\(row + 1)m")
  }

  func resize(columns: Int, rows: Int) {
    isResized = true
    emulator.resize(columns: columns, rows: rows)
    program.resize(columns: UInt16(columns), rows: UInt16(rows))
    program.signal(SIGWINCH)
  }

  /// Ends it with its key.
  func quits() async throws {
    try press("q")
    let status = try await ended()
    guard status == 0 else { throw ContractError("ended with \(status)") }
  }

  /// Returns the exit status once it has ended, when the terminal is as it was before.
  func ended() async throws -> Int32 {
    try await screen("the first screen") { !$0.modes.contains(1049) }
    let status = try await program.status()
    guard emulator.modes == [7, 25], program.mode == program.initialMode else {
      throw ContractError("the terminal is left with the modes \(emulator.modes), \(program.mode)")
    }
    guard isResized || emulator.unknown.isEmpty else {
      throw ContractError("sent to the terminal: \(emulator.unknown)")
    }
    return status
  }
}
