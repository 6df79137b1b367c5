import Foundation
import MockServerNIO
import OpenMarketMock
import OpenMarketTestSupport
import Testing

/// `market suggest --interactive` at a pseudo-terminal, against the real socket server.
@Suite(.timeLimit(.minutes(5)))
struct InteractiveSuggestTests {
  private static let enterScreen = "\u{1B}[?1049h"
  private static let leaveScreen = "\u{1B}[?1049l"
  private static let down = "\u{1B}[B"
  /// Displayed once what is typed has got a response.
  private static let responded = "↑↓ choose"

  private let mock = MarketplaceMock { $0.productCount = 2000 }

  /// Runs `body` with the program once its screen stands, and the terminal's mode before.
  private func atPrompt(
    ignoring signals: String? = nil, _ body: (ProgramAtTerminal, [tcflag_t]) async throws -> Void
  ) async throws {
    let server = try await MockServer.start(handler: mock)
    let program = try ProgramAtTerminal(
      BuiltProgram("market"), ["suggest", "--interactive"],
      environment: ["OPENMARKET_SERVER": server.url.absoluteString], ignoring: signals)
    let mode = program.initialMode
    try await program.drawn(Self.enterScreen)
    try await program.drawn("> ")
    #expect(program.mode != mode)
    try await body(program, mode)
    try await server.stop()
  }

  @Test("typing shows suggestions, arrows choose, Enter prints the choice and restores the terminal")
  func choose() async throws {
    try await atPrompt { program, mode in
      try program.type("맥북")
      try await program.drawn("> 맥북")
      try await program.drawn("  맥북에어M2")
      try await program.drawn(Self.responded)
      try program.press(Self.down + Self.down)
      try await program.drawn("▸ 맥북에어M2")
      try program.press("\r")
      #expect(try await program.status() == 0)
      #expect(try program.output == "맥북에어M2\n")
      #expect(program.mode == mode)
      try await program.drawn(Self.leaveScreen)
    }
  }

  @Test("the server is asked far less often than keys are pressed")
  func debounce() async throws {
    try await atPrompt { program, _ in
      let text = "맥북 에어 M2 사이클 120회 블랙"
      // One question for each text; and one for each pause that a busy machine makes, which is as long as the program's own.
      var questions = 2
      var typed = ContinuousClock.now
      for end in text.indices {
        let before = typed
        typed = .now
        try program.type(String(text[end]))
        try await program.drawn("> " + text[...end])
        if before.duration(to: .now) >= .milliseconds(190) { questions += 1 }
      }
      try program.press("\u{15}아이폰")
      try await program.drawn("> 아이폰")
      try await program.drawn(Self.responded)
      #expect((1...questions).contains(mock.requestLog.count), "\(mock.requestLog.map(\.target))")
      #expect(mock.requestLog.last?.target.contains("%EC%95%84%EC%9D%B4%ED%8F%B0") == true)
    }
  }

  @Test("Enter prints what was typed when nothing is chosen")
  func typedText() async throws {
    try await atPrompt { program, _ in
      try program.type("없는 물건!\u{7F}\r")
      #expect(try await program.status() == 0)
      #expect(try program.output == "없는 물건\n")
    }
  }

  @Test(
    "leaving without a choice prints nothing and restores the terminal",
    arguments: [
      ("Ctrl-C", "\u{3}", 0, 130), ("Ctrl-D", "\u{4}", 0, 130), ("Esc", "\u{1B}", 0, 130),
      ("SIGINT", "", SIGINT, 130), ("SIGTERM", "", SIGTERM, 143), ("SIGHUP", "", SIGHUP, 129),
      ("SIGQUIT", "", SIGQUIT, 131),
    ] as [(String, String, Int32, Int32)])
  func leave(name: String, key: String, signal: Int32, status: Int32) async throws {
    try await atPrompt { program, mode in
      try program.type("맥북")
      try await program.drawn("> 맥북")
      if signal == 0 { try program.press(key) } else { program.signal(signal) }
      #expect(try await program.status() == status)
      #expect(try program.output.isEmpty)
      #expect(program.mode == mode)
      try await program.drawn(Self.leaveScreen)
    }
  }

  @Test("a stop gives the terminal back, and going on takes it again", arguments: ["signal", "Ctrl-Z"])
  func stop(by way: String) async throws {
    try await atPrompt { program, mode in
      try program.type("맥북")
      try await program.drawn("  맥북에어M2")
      if way == "signal" { program.signal(SIGTSTP) } else { try program.press("\u{1A}") }
      await program.stopped()
      #expect(program.mode == mode)
      program.signal(SIGCONT)
      try await program.drawn(Self.enterScreen)
      try await program.drawn("> 맥북")
      #expect(program.mode != mode)
      try program.press("\r")
      #expect(try await program.status() == 0)
      #expect(program.mode == mode)
    }
  }

  @Test("where stops are ignored, as in a shell's $(…), Ctrl-Z and SIGTSTP do nothing")
  func ignoredStop() async throws {
    try await atPrompt(ignoring: "TSTP") { program, _ in
      try program.type("맥\u{1A}")
      program.signal(SIGTSTP)
      try program.type("북")
      try await program.drawn("> 맥북")
    }
  }

  @Test("a terminal that cannot move its cursor is left alone", arguments: ["dumb", ""])
  func dumbTerminal(kind: String) async throws {
    let program = try ProgramAtTerminal(
      BuiltProgram("market"), ["suggest", "--interactive"],
      environment: ["OPENMARKET_SERVER": "http://127.0.0.1:9", "TERM": kind])
    let text = try await program.drawn("needs a terminal that moves its cursor")
    #expect(!text.contains("\u{1B}"), "\(text)")
    #expect(try await program.status() == 64)
  }

  @Test("what the server refuses is displayed, and typing on gets a response")
  func failure() async throws {
    mock.addFault(Fault(.unauthorizedBasic))
    try await atPrompt { program, _ in
      try program.type("맥")
      try await program.drawn("\u{1B}[31m")
      try program.type("북")
      try await program.drawn("  맥북에어M2")
    }
  }
}
