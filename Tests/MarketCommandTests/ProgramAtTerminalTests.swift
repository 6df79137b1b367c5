import Foundation
import OpenMarketTestSupport
import Testing

/// What the tests at a terminal rely on.
@Suite(.timeLimit(.minutes(5)))
struct ProgramAtTerminalTests {
  private func shell(_ script: String) throws -> ProgramAtTerminal {
    try ProgramAtTerminal(
      BuiltProgram(at: URL(filePath: "/bin/sh")), ["-c", script], environment: [:], showsOutput: true)
  }

  @Test("a terminal is read that has the number of one that was just given up with something left to read")
  func oneAfterTheOther() async throws {
    for number in 1...200 {
      let program = try shell("echo first \(number); read line")
      try await program.drawn("first \(number)")
      // Each is echoed.
      try program.type("xyz")
    }
  }

  @Test("all is read of what a program says before its end, and nothing more is waited for")
  func end() async throws {
    let program = try shell("seq 20000")
    #expect(try await program.status() == 0)
    try await program.drawn("20000")
    let error = await #expect(throws: ContractError.self) { try await program.drawn("20001") }
    #expect(error.map { "\($0)" }?.contains("'20001' was not drawn") == true)
  }
}
