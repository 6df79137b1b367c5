import Testing

@testable import market

/// A line that somebody types.
struct TextInputTests {
  @Test(
    "keys edit at the cursor, character by character as a person counts them",
    arguments: [
      ("맥북", [.left, .text("x")], "맥x북", 2), ("맥북", [.home, .delete], "북", 0),
      ("ab", [.left, .left, .left, .backspace], "ab", 0),
      ("a👨‍👩‍👧b", [.left, .backspace], "ab", 1), ("맥북 에어", [.left, .deleteWord], "맥북 어", 3),
      ("", [.text("\u{1112}"), .text("\u{1161}"), .text("\u{11AB}")], "\u{1112}\u{1161}\u{11AB}", 1),
      ("ab", [.home, .paste("x\ny\u{1B}[z")], "x y\u{FFFD}[zab", 6),
      ("ab", [.deleteAll, .right, .end], "", 0), ("ab cd", [.left, .deleteAll], "", 0),
      ("ab", [.left, .text("c"), .right, .text("d"), .home, .text("e"), .end, .text("f")], "eacbdf", 6),
      // The first letter of a syllable, typed before the others of it.
      ("\u{1161}\u{11AB}b", [.home, .text("\u{1112}"), .right], "\u{1112}\u{1161}\u{11AB}b", 1),
    ] as [(String, [Key], String, Int)])
  func editing(text: String, keys: [Key], result: String, cursor: Int) {
    var input = TextInput(text)
    for key in keys {
      let isTaken = input.press(key)
      #expect(isTaken)
    }
    #expect(input.text == result && input.cursor == cursor)
  }

  @Test("keys that do not edit are left to others", arguments: [Key.enter, .escape, .up, .tab, .pageDown])
  func others(key: Key) {
    var input = TextInput("a")
    let isTaken = input.press(key)
    #expect(!isTaken && input == TextInput("a"))
  }

  @Test("the part around the cursor is displayed, never more than fits", arguments: 0...12, [2, 3, 5, 8, 40])
  func displayed(cursor: Int, width: Int) {
    var input = TextInput("맥북 에어 M2 램")
    _ = input.press(.home)
    for _ in 0..<cursor { _ = input.press(.right) }
    let (text, column) = input.displayed(width: width)
    #expect(text.displayWidth <= width && 0...width ~= column, "\(text) \(column)")
  }

  @Test("several lines keep their ends and wrap, and the cursor is where it was typed")
  func lines() {
    var input = TextInput("맥북\n에어M2", hasLines: true)
    #expect(input.wrapped(width: 4).lines == ["맥북", "에어", "M2"])
    #expect((input.wrapped(width: 4).row, input.wrapped(width: 4).column) == (2, 2))
    for _ in 0..<4 { _ = input.press(.left) }
    #expect((input.wrapped(width: 4).row, input.wrapped(width: 4).column) == (1, 0))
    _ = input.press(.left)
    #expect(input.wrapped(width: 9).row == 0 && input.wrapped(width: 9).column == 4)
    _ = input.press(.paste("x\r\ny"))
    #expect(input.text == "맥북x\ny\n에어M2")
  }
}
