import Foundation
import HTTPTypes
import MockServerNIO
import OpenMarketImages
import OpenMarketMock
import OpenMarketTestSupport
import Testing

/// `market show` at a pseudo-terminal, against the real socket server.
@Suite(.timeLimit(.minutes(5)))
struct PhotoAtTerminalTests {
  private static let esc = "\u{1B}"
  /// The end of what a terminal is asked.
  private static let asked = "\u{1B}[c"

  private let mock = MarketplaceMock { $0.productCount = 100 }

  /// Runs `body` with `market show` for a product that has a JPEG photo, and the terminal's mode before.
  private func showing(
    _ environment: [String: String] = [:], arguments: [String] = [],
    _ body: (ProgramAtTerminal, [tcflag_t]) async throws -> Void
  ) async throws {
    let server = try await MockServer.start(handler: mock)
    let device = try SyncedDevice(server: server.url)
    let id = try await device.jpegProduct()
    // A busy machine may keep the response waiting.
    let patience = ["OPENMARKET_TERMINAL_TIMEOUT": "60"].merging(environment) { $1 }
    let program = try ProgramAtTerminal(
      device.market, ["show", id] + arguments, environment: device.environment.merging(patience) { $1 },
      showsOutput: true)
    try await body(program, program.initialMode)
    try await server.stop()
  }

  @Test("a terminal that knows kitty's graphics gets a PNG that fits its cells")
  func kitty() async throws {
    try await showing { program, mode in
      try await program.drawn(Self.asked)
      try program.press("\(Self.esc)_Gi=31;OK\(Self.esc)\\\(Self.esc)[6;8;4t\(Self.esc)[?62;c")
      try await program.drawn("\(Self.esc)_Ga=T,f=100,q=2,")
      var text = try await program.drawn("m=0;")
      text += try await program.drawn("\(Self.esc)\\")
      let pieces = text.matches(of: #/m=[01];([A-Za-z0-9+\/=]+)/#).map { String($0.1) }
      let png = try #require(Data(base64Encoded: pieces.joined()))
      let image = try SystemImageDecoder().decode(png, target: .original)
      // 64 columns and 20 rows at most, of 4 × 8 pixels.
      #expect(image.width <= 256 && image.height <= 160 && (image.width == 256 || image.height == 160))
      #expect(try await program.status() == 0)
      #expect(program.mode == mode)
    }
  }

  @Test("a terminal that knows sixels gets them")
  func sixel() async throws {
    try await showing { program, mode in
      try await program.drawn(Self.asked)
      try program.press("\(Self.esc)[?62;4c")
      try await program.drawn("\(Self.esc)P0;1q\"1;1;")
      try await program.drawn("\(Self.esc)\\")
      #expect(try await program.status() == 0)
      #expect(program.mode == mode)
    }
  }

  @Test(
    "any other terminal gets coloured characters, in as many colours as it says",
    arguments: [([:], "38;5;"), (["COLORTERM": "truecolor"], "38;2;")])
  func blocks(environment: [String: String], colour: String) async throws {
    try await showing(environment) { program, mode in
      try await program.drawn(Self.asked)
      try program.press("\(Self.esc)[?1;2c")
      let text = try await program.drawn("▀")
      #expect(text.contains(Self.esc + "[" + colour))
      #expect(try await program.status() == 0)
      #expect(program.mode == mode)
    }
  }

  @Test("a terminal that sends no response is not waited for long, and is left as it was")
  func silence() async throws {
    try await showing(["OPENMARKET_TERMINAL_TIMEOUT": "0.1"]) { program, mode in
      try await program.drawn(Self.asked)
      try await program.drawn("▀")
      #expect(try await program.status() == 0)
      #expect(program.mode == mode)
    }
  }

  @Test("keys that wait are the shell's: the terminal is not asked then, and they stay")
  func typedAhead() async throws {
    let server = try await MockServer.start(handler: mock)
    let device = try SyncedDevice(server: server.url)
    let id = try await device.jpegProduct()
    let held = HeldMarket(mock)
    let slow = try await MockServer.start(handler: held)
    let address = ["OPENMARKET_SERVER": slow.url.absoluteString, "OPENMARKET_STORE": ""]
    let program = try ProgramAtTerminal(
      device.market, ["show", id, "--online"], environment: device.environment.merging(address) { $1 },
      showsOutput: true)
    await held.held(after: 0)
    try program.press("echo typed\r")
    // The terminal has them when it shows them.
    try await program.drawn("echo typed")
    held.open()
    let text = try await program.drawn("▀")
    #expect(!text.contains(Self.asked))
    #expect(try await program.status() == 0)
    #expect(program.mode == program.initialMode && program.unread == "echo typed\n")
    try await slow.stop()
    try await server.stop()
  }

  @Test("whoever leaves while the terminal is asked finds it as it was", arguments: [SIGINT, SIGTERM])
  func leaving(signal: Int32) async throws {
    try await showing { program, mode in
      try await program.drawn(Self.asked)
      if signal == SIGINT { try program.press("\u{3}") } else { program.signal(signal) }
      #expect(try await program.status() == 128 + signal)
      #expect(program.mode == mode)
    }
  }

  @Test(
    "a terminal that is known is not asked",
    arguments: [["TERM": "xterm-kitty"], ["TERM": "foot"], ["TERM": "linux"]])
  func known(environment: [String: String]) async throws {
    try await showing(environment) { program, mode in
      #expect(try await program.status() == 0)
      let text = try await program.drawn(environment["TERM"] == "linux" ? "▀" : Self.esc + "\\")
      #expect(!text.contains(Self.asked))
      #expect(program.mode == mode)
    }
  }

  @Test(
    "without colour, with JSON and when it is not wanted there is no photo, and none is loaded",
    arguments: [
      (["NO_COLOR": "1"], []), (["TERM": "dumb"], []), ([:], ["--json"]), ([:], ["--graphics", "none"]),
    ] as [([String: String], [String])])
  func none(environment: [String: String], arguments: [String]) async throws {
    try await showing(environment, arguments: arguments) { program, _ in
      #expect(try await program.status() == 0)
      let text = try await program.drawn("/images/")
      #expect(!text.contains(Self.asked))
      #expect(!mock.requestLog.contains { $0.target.hasPrefix("/images/") })
    }
  }

  @Test("a photo that cannot be loaded does not keep the text from being displayed")
  func noPhoto() async throws {
    mock.addFault(
      Fault(.replaceBody("<html>", contentType: "text/html"), on: .init(.get, "/images/**"), times: 9))
    try await showing(["TERM": "linux"]) { program, _ in
      try await program.drawn("market: no photo: ")
      #expect(try await program.status() == 0)
    }
  }
}
