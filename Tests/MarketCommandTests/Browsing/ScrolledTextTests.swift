import Testing

@testable import market

/// Texts that are longer than the screen.
struct ScrolledTextTests {
  @Test(
    "keys scroll a text, never past its ends",
    arguments: [
      ([], 0), ([.down, .text("j")], 2), ([.down, .up, .up], 0), ([.pageDown], 3), ([.pageDown, .pageUp], 0),
      ([.pageDown, .pageDown, .pageDown], 6), ([.pageDown, .home], 0),
      ([.mouse(.wheelDown, row: 0, column: 0)], 1),
    ] as [([Key], Int)])
  func scrolling(keys: [Key], first: Int) {
    var text = ScrolledText()
    let lines = (0..<10).map { Line(text: "\($0)") }
    var canvas = Canvas(ScreenSize(columns: 3, rows: 4))
    for key in keys {
      let isScrolled = text.press(key, rows: 4)
      #expect(isScrolled)
      text.draw(lines, on: &canvas, in: canvas.area)
    }
    text.draw(lines, on: &canvas, in: canvas.area)
    #expect((0..<4).map { canvas[$0, 0].character } == (first..<first + 4).map { Character("\($0)") })
  }

  @Test("other keys are left to the screen")
  func others() {
    var text = ScrolledText()
    let taken = [Key.enter, .text("q")].filter { text.press($0, rows: 4) }
    #expect(taken.isEmpty)
  }
}
