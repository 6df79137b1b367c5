import Foundation
import OpenMarket
import OpenMarketMock
import OpenMarketTestSupport
import Testing

@testable import market

/// The screens without a terminal: any size, any keys.
@MainActor struct BrowserTests {
  private let folder: TemporaryFolder
  private let market: Marketplace

  init() throws {
    folder = try TemporaryFolder()
    let mock = MarketplaceMock { $0.productCount = 120 }
    market = try Marketplace(
      server: #require(URL(string: "http://mock.test")), folder: folder.url.appending(path: "store")
    ) {
      $0.transport = MockTransport(mock)
      $0.outbox.startsByItself = false
    }
  }

  private func browser(_ mode: GraphicsMode?) -> Browser {
    let graphics = mode.map { TerminalGraphics($0, cell: .usual) }
    return Browser(
      market, BrowserPreferences(isGrid: true), photos: PhotoShelf(market, graphics: graphics) {}
    ) {}
  }

  @Test(
    "any keys at any size give a screen of that size, which a terminal can show",
    arguments: 0..<30 as Range<UInt64>)
  func anything(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let browser = browser(Bool.random(using: &random) ? .blocks(.full) : nil)
    let keys: [Key] =
      [
        .up, .down, .left, .right, .pageUp, .pageDown, .home, .end, .enter, .tab, .backTab, .escape, .delete,
        .backspace, .paste("맥북\n'/no/such file.jpg'"), .mouse(.wheelDown, row: 3, column: 3), .redraw,
      ] + "/mon?gresdyuxct1 맥ㅂ\u{301}".unicodeScalars.map { .text(String($0)) }
    for _ in 0..<120 {
      let size = ScreenSize(
        columns: .random(in: 0...90, using: &random), rows: .random(in: 0...30, using: &random))
      let canvas = browser.canvas(size)
      try #require(canvas.size == size && canvas.cells.count == size.columns * size.rows, "seed \(seed)")
      if let cursor = canvas.cursor {
        try #require(cursor.row < size.rows && cursor.column < size.columns, "seed \(seed)")
      }
      if size.columns > 0, size.rows > 0 {
        var (renderer, emulator) = (
          CanvasRenderer(depth: .full), TerminalEmulator(columns: size.columns, rows: size.rows)
        )
        emulator.take(renderer.bytes(for: canvas))
        try #require(emulator.unknown == [], "seed \(seed): \(emulator.text)")
      }
      for _ in 0..<3 {
        let key = keys.randomElement(using: &random) ?? .up
        _ = browser.press(
          Bool.random(using: &random)
            ? key
            : .mouse(
              .press, row: .random(in: 0...30, using: &random), column: .random(in: 0...90, using: &random)))
      }
      await Task.yield()
    }
    try await market.close()
  }

  @Test("commands are understood with the keyboard set to Hangul, and texts are not taken for commands")
  func hangulCommands() async throws {
    let browser = browser(nil)
    _ = browser.press(.text("ㅐ"))
    #expect(browser.top is OutboxScreen)
    _ = browser.press(.text("/"))
    for letter in ["ㅁ", "마", "ㅂ"] { #expect(browser.press(.text(letter)) == .none) }
    #expect(browser.top is SearchScreen)
    _ = browser.press(.escape)
    // What composes itself to a syllable, m and o.
    _ = browser.press(.text("ㅡ"))
    #expect(browser.top is SalesScreen)
    _ = browser.press(.text("애"))
    #expect(browser.top is OutboxScreen)
    #expect(browser.press(.text("ㅂ")) == .quit)
    try await market.close()
  }

  @Test(
    "on a narrow screen the help and the errors of a form are wrapped, and a question shows its keys",
    .timeLimit(.minutes(5)))
  func narrow() async throws {
    let browser = browser(nil)
    func screen(rows: Int) -> String {
      String(browser.canvas(ScreenSize(columns: 20, rows: rows)).cells.map(\.character))
    }
    _ = browser.press(.text("?"))
    #expect(!screen(rows: 120).contains("…"))
    _ = browser.press(.text("n"))
    while !screen(rows: 60).contains("The name") {
      try Task.checkCancellation()
      _ = browser.press(.text("a"))
      await giveWay()
    }
    #expect(!screen(rows: 60).contains("The name mu…"))
    _ = browser.press(.pageDown)
    _ = browser.press(.enter)
    #expect(screen(rows: 5).contains("y or n"))
    try await market.close()
  }

  @Test(
    "the files that a terminal pastes when they are dropped on it",
    arguments: [
      ("'/a b/c.jpg' /d.png", ["/a b/c.jpg", "/d.png"]), (#"/a\ b.jpg"#, ["/a b.jpg"]), ("", []),
      (#""/it's.jpg"  '/x.jpg"#, ["/it's.jpg", "/x.jpg"]),
    ])
  func dropped(text: String, paths: [String]) {
    #expect(text.droppedFiles.map(\.path) == paths)
  }
}
