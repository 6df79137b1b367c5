import Foundation
import MockServerNIO
import OpenMarketMock
import OpenMarketTestSupport
import Testing

/// `market browse` at a pseudo-terminal, against the real socket server.
@Suite(.timeLimit(.minutes(5)))
struct BrowseTests {
  private let mock = MarketplaceMock { $0.productCount = 300 }

  @Test("a product is chosen from the list, opened and left, with the keyboard")
  func list() async throws {
    try await BrowserAtTerminal.run(mock) { browser in
      try await browser.shows("Products", "▸ ", "원", "q quit")
      let first = browser.emulator.lines[1]
      try browser.press("\u{1B}[B")
      try await browser.screen("the second row") { $0.lines[2].hasPrefix("▸") }
      #expect(!browser.emulator.lines[1].hasPrefix("▸") && first.hasPrefix("▸"))
      let name = browser.emulator.lines[2].dropFirst(2).prefix(4)
      try browser.press("\r")
      try await browser.shows("vendor", String(name))
      try browser.press("\u{1B}")
      try await browser.shows("q quit")
      try await browser.quits()
    }
  }

  @Test("the cursor is visible at what is chosen, where screen readers and input methods look")
  func cursor() async throws {
    try await BrowserAtTerminal.run(mock) { browser in
      func cursor(at row: Int, _ column: Int = 0) async throws {
        try await browser.screen("the cursor at \(row), \(column)") {
          $0.modes.contains(25) && $0.cursor == (row, column)
        }
      }
      try await browser.shows("▸ ")
      try await cursor(at: 1)
      try browser.press("\u{1B}[B\u{1B}[B")
      try await cursor(at: 3)
      #expect(browser.emulator.lines[3].hasPrefix("▸"))
      try browser.press("/맥")
      try await cursor(at: 1, 4)
      try browser.press("\u{1B}")
      try await browser.shows("q quit")
      try browser.press("?")
      try await cursor(at: 1)
      try browser.press("n")
      try await browser.shows("▸ Name")
      try browser.press("\t\t")
      try await browser.screen("the cursor at the currency") {
        $0.lines[$0.cursor.row].hasPrefix("▸ Currency") && $0.cursor.column == 0
      }
      try browser.press("\u{3}")
      #expect(try await browser.ended() == 130)
    }
  }

  @Test("the list goes on without end until its end, and back")
  func scroll() async throws {
    try await BrowserAtTerminal.run(mock) { browser in
      try await browser.shows("▸ ")
      let first = browser.emulator.lines[1]
      var end = ""
      // Each End reaches the last product that is there.
      while !browser.emulator.text.contains("300 in all") {
        try browser.press("\u{1B}[F")
        let before = browser.emulator.text
        try await browser.screen("more") { $0.text != before }
        end = browser.emulator.text
      }
      #expect(!end.contains(first))
      try browser.press("\u{1B}[H")
      try await browser.screen("the first row") { $0.lines[1] == first }
      try await browser.quits()
    }
  }

  @Test("the mouse scrolls, chooses, opens, and presses the keys in the last line")
  func mouse() async throws {
    try await BrowserAtTerminal.run(mock) { browser in
      try await browser.screen("more rows than fit") { !$0.lines[22].isEmpty }
      let first = browser.emulator.lines[1].dropFirst(2)
      try browser.press("\u{1B}[<65;5;5M")
      try await browser.screen("a later row") { $0.lines[1].dropFirst(2) != first }
      try browser.click(row: 5, column: 4)
      try await browser.screen("the clicked row") { $0.lines[5].hasPrefix("▸") }
      try browser.click(row: 5, column: 4)
      try await browser.shows("vendor")
      let column = try #require(browser.emulator.lines[23].range(of: "Esc"))
      try browser.click(row: 23, column: browser.emulator.lines[23][..<column.lowerBound].count)
      try await browser.shows("q quit")
      try browser.press("\u{3}")
      #expect(try await browser.ended() == 130)
    }
  }

  @Test("a search suggests while unfinished syllables are typed, and what is chosen is found")
  func search() async throws {
    try await BrowserAtTerminal.run(mock) { browser in
      try await browser.shows("▸ ")
      try browser.press("/")
      try await browser.shows(">", "Tab complete")
      for byte in "맥".utf8 { try browser.program.press(bytes: [byte]) }
      try await browser.shows("> 맥", "  맥북")
      try browser.press("북\r")
      try await browser.shows("> 맥북", "▸ ", "/ search again")
      #expect(browser.emulator.lines[2].contains("맥북"))
      // What was searched for once is suggested for the beginning of its second syllable.
      try browser.press("/\u{15}맥ㅂ")
      try await browser.shows("> 맥ㅂ", "  맥북  again")
      try browser.press("\u{1B}[B")
      try await browser.shows("▸ 맥북  again")
      try browser.press("\t")
      try await browser.screen("the text completed") { $0.lines[1] == "> 맥북" }
      try browser.press("\r")
      try await browser.shows("> 맥북", "▸ ", "/ search again")
      try browser.press("\r")
      try await browser.shows("vendor")
      try browser.press("\u{1B}")
      try await browser.shows("/ search again")
      try await browser.quits()
    }
  }

  @Test(
    "a terminal of any size is used as far as it goes",
    arguments: [(20, 5), (8, 2), (1, 1), (200, 60), (40, 12)])
  func sizes(columns: Int, rows: Int) async throws {
    try await BrowserAtTerminal.run(mock) { browser in
      try await browser.shows("▸ ")
      browser.resize(columns: columns, rows: rows)
      if columns >= 20 { try await browser.shows("▸ ") }
      try browser.press("/맥\u{1B}\r")
      browser.resize(columns: 80, rows: 24)
      try await browser.screen("something") { !$0.text.isEmpty }
      try browser.press("\u{3}")
      #expect(try await browser.ended() == 130)
    }
  }

  @Test("a small terminal shows the list, a product and the search")
  func small() async throws {
    try await BrowserAtTerminal.run(mock, columns: 20, rows: 5) { browser in
      try await browser.shows("Products", "▸ ", "Enter open")
      try browser.press("\r")
      try await browser.shows("Esc back")
      try browser.press("\u{1B}[B\u{1B}[B\u{1B}[B")
      try await browser.shows("price")
      try browser.press("/")
      try await browser.shows("Search", ">")
      try browser.press("\u{3}")
      #expect(try await browser.ended() == 130)
    }
  }

  @Test(
    "however it ends, the terminal is as it was",
    arguments: [SIGTERM, SIGHUP, SIGINT, SIGSEGV, SIGABRT, SIGILL, SIGBUS, SIGQUIT])
  func ends(signal: Int32) async throws {
    try await BrowserAtTerminal.run(mock) { browser in
      try await browser.shows("▸ ")
      #expect(browser.emulator.modes.isSuperset(of: [1049, 1000, 1006, 2004]))
      #expect(!browser.emulator.modes.contains(7))
      #expect(browser.program.mode != browser.program.initialMode)
      browser.program.signal(signal)
      #expect(try await browser.ended() == 128 + signal)
    }
  }

  @Test(
    "signals are heard also after the terminal was asked what it can show",
    arguments: [SIGTERM, SIGHUP, SIGINT])
  func endsAfterQuery(signal: Int32) async throws {
    try await BrowserAtTerminal.run(mock, ["OPENMARKET_TERMINAL_TIMEOUT": "0.01"], arguments: []) { browser in
      try await browser.shows("▸ ")
      browser.program.signal(signal)
      #expect(try await browser.ended() == 128 + signal)
    }
  }

  @Test("a stop gives the terminal back, and going on draws all again", arguments: ["signal", "Ctrl-Z"])
  func stop(by way: String) async throws {
    try await BrowserAtTerminal.run(mock) { browser in
      try await browser.shows("▸ ")
      if way == "signal" { browser.program.signal(SIGTSTP) } else { try browser.press("\u{1A}") }
      await browser.program.stopped()
      try await browser.screen("the first screen") { !$0.modes.contains(1049) }
      #expect(browser.program.mode == browser.program.initialMode && browser.emulator.modes == [7, 25])
      let erasures = browser.emulator.erasures
      browser.program.signal(SIGCONT)
      try await browser.screen("all again") { $0.erasures > erasures && $0.text.contains("▸ ") }
      #expect(browser.program.mode != browser.program.initialMode)
      try await browser.quits()
    }
  }

  @Test("a terminal that goes away ends it")
  func hangUp() async throws {
    try await BrowserAtTerminal.run(mock) { browser in
      try await browser.shows("▸ ")
      browser.program.hangUp()
      #expect(try await browser.program.status() == 128 + SIGHUP)
    }
  }

  @Test("rubbish from the keyboard harms nothing", arguments: 0..<4 as Range<UInt64>)
  func rubbish(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    // Neither Ctrl-C and Ctrl-D nor Ctrl-Z nor the letter q, which would end or stop it.
    let harmless = (0...255 as ClosedRange<UInt8>).filter { ![0x03, 0x04, 0x1A, 0x71].contains($0) }
    let bytes = (0..<2000).map { _ in harmless.randomElement(using: &random) ?? 0 }
    try await BrowserAtTerminal.run(mock) { browser in
      try await browser.shows("▸ ")
      for start in stride(from: 0, to: bytes.count, by: 37) {
        try browser.program.press(bytes: Array(bytes[start..<min(start + 37, bytes.count)]))
      }
      // Whatever was begun in the rubbish ends here.
      try browser.press("\u{1B}[201~zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz\u{3}")
      #expect(try await browser.ended() == 130, "seed \(seed)")
    }
  }

  @Test("without colours none are sent, and the choice can still be told")
  func withoutColours() async throws {
    try await BrowserAtTerminal.run(mock, ["NO_COLOR": "1"], arguments: []) { browser in
      try await browser.shows("▸ ")
      #expect(Set(browser.emulator.cells.joined().flatMap(\.ink)).isSubset(of: ["1", "2", "7"]))
      try await browser.quits()
    }
  }

  @Test("a terminal that cannot move its cursor, and none at all, are refused", arguments: ["dumb", ""])
  func refused(term: String) async throws {
    let server = try await MockServer.start(handler: mock)
    let device = try SyncedDevice(server: server.url)
    if term == "dumb" {
      let program = try ProgramAtTerminal(
        device.market, ["browse"], environment: device.environment.merging(["TERM": term]) { $1 },
        showsOutput: true)
      try await program.drawn("needs a terminal that moves its cursor")
      #expect(try await program.status() == 64)
    } else {
      let outcome = try await device.run("browse")
      #expect(outcome.status == 64 && outcome.errors.contains("needs a terminal"))
    }
    try await server.stop()
  }

  @Test("without the server, what is stored can be browsed and searched")
  func offline() async throws {
    let device = try await SyncedDevice.withoutServer()
    let browser = try BrowserAtTerminal(device.environment)
    try await browser.shows("▸ ", "offline")
    try browser.press("\u{1B}[F")
    try browser.press("/맥북\r")
    try await browser.shows("> 맥북", "▸ ", "offline")
    try browser.press("\r")
    try await browser.shows("vendor", "as it was stored")
    try await browser.quits()
  }
}
