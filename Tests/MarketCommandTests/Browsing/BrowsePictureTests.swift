import Foundation
import OpenMarketMock
import OpenMarketTestSupport
import Testing

/// The photos of `market browse`, in every way that a terminal can have.
@Suite(.timeLimit(.minutes(5)))
struct BrowsePictureTests {
  private let mock = MarketplaceMock { $0.productCount = 60 }

  @Test("half blocks: a list, a grid and a product have photos")
  func blocks() async throws {
    try await BrowserAtTerminal.run(
      mock, ["COLORTERM": "truecolor"], arguments: ["--graphics", "blocks", "--grid"]
    ) {
      browser in
      try await browser.screen("a picture beside another") { emulator in
        emulator.lines.contains { $0.contains("▀ ") && $0.filter { $0 == "▀" }.count > 20 }
      }
      try browser.press("g")
      try await browser.screen("a picture at the left") { $0.lines[2].prefix(8).contains("▀▀▀▀") }
      try browser.press("\r")
      try await browser.screen("a large picture") {
        $0.text.contains("vendor") && $0.lines.count { $0.contains("▀▀▀▀▀▀▀▀▀▀") } > 8
      }
      try await browser.quits()
    }
  }

  @Test("kitty: each picture is sent once, goes with its row, and is deleted at the end")
  func kitty() async throws {
    try await BrowserAtTerminal.run(mock, arguments: ["--graphics", "kitty"]) { browser in
      try await browser.screen("pictures") { $0.placements.count > 4 }
      let (pictures, first) = (browser.emulator.pictures, browser.emulator.lines[1])
      try browser.press("\u{1B}[6~")
      try await browser.screen("others") { $0.lines[1] != first && $0.placements.count > 4 }
      #expect(browser.emulator.pictures.isSuperset(of: pictures))
      browser.resize(columns: 100, rows: 30)
      try await browser.screen("pictures again") { $0.placements.count > 6 }
      try await browser.quits()
      #expect(browser.emulator.pictures.isEmpty && browser.emulator.placements.isEmpty)
    }
  }

  @Test("sixels: the terminal is asked, and gets them")
  func sixel() async throws {
    try await BrowserAtTerminal.run(mock, ["OPENMARKET_TERMINAL_TIMEOUT": "60"], arguments: []) { browser in
      try await browser.program.drawn("\u{1B}[c")
      try browser.press("\u{1B}[6;20;10t\u{1B}[?62;4c")
      try await browser.screen("pictures") { emulator in
        emulator.sixels.count > 4 && emulator.sixels.contains { $0.hasPrefix("1,") }
      }
      try await browser.quits()
    }
  }

  @Test("keys that are typed while the terminal is asked are taken")
  func typedAhead() async throws {
    try await BrowserAtTerminal.run(mock, ["OPENMARKET_TERMINAL_TIMEOUT": "60"], arguments: []) { browser in
      try await browser.program.drawn("\u{1B}[c")
      try browser.press("/맥")
      try browser.press("\u{1B}[?62;22c북")
      try await browser.shows("Search", "> 맥북")
      try browser.press("\u{3}")
      #expect(try await browser.ended() == 130)
    }
  }

  @Test("a terminal that does not respond gets blocks, and a late response is no key")
  func noResponse() async throws {
    try await BrowserAtTerminal.run(mock, ["OPENMARKET_TERMINAL_TIMEOUT": "0.01"], arguments: []) { browser in
      try await browser.screen("blocks") { $0.text.contains("▀") }
      try browser.press("\u{1B}_Gi=31;OK\u{1B}\\\u{1B}[6;20;10t\u{1B}[?62;4c")
      try browser.press("?")
      try await browser.shows("Everywhere")
      try await browser.quits()
    }
  }

  @Test("photos that cannot be loaded leave their places empty")
  func broken() async throws {
    mock.addFault(
      Fault(.replaceBody("<html>", contentType: "text/html"), on: .init(.get, "/images/**"), times: 999))
    try await BrowserAtTerminal.run(mock, arguments: ["--graphics", "kitty"]) { browser in
      try await browser.shows("▸ ")
      try browser.press("\u{1B}[6~\r")
      try await browser.shows("vendor")
      #expect(browser.emulator.pictures.isEmpty)
      try await browser.quits()
    }
  }
}
