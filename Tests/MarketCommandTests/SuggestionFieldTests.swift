import Testing

@testable import market

/// What keys and responses make of the field and the suggestions below it.
struct SuggestionFieldTests {
  private static let names = ["맥북", "맥북에어M2", "맥북 프로 14"]

  /// A field in which `text` was typed and responded.
  private func field(_ text: String = "맥") -> SuggestionField {
    var field = SuggestionField()
    for scalar in text.unicodeScalars { _ = field.press(.text(String(scalar))) }
    field.show(.success(Self.names), for: text)
    return field
  }

  @Test("each change of the text asks, and emptying it forgets")
  func asking() {
    var field = SuggestionField()
    #expect(field.press(.backspace) == nil)
    #expect(field.press(.text("맥")) == .ask("맥"))
    #expect(field.press(.text("b")) == .ask("맥b"))
    #expect(field.press(.up) == nil)
    #expect(field.press(.backspace) == .ask("맥"))
    #expect(field.press(.backspace) == .forget)
    field.show(.success(Self.names), for: "맥")
    #expect(field.suggestions.isEmpty)
  }

  @Test(
    "deleting takes what a person sees as one character, a word, or all",
    arguments: [
      ("맥북", Key.backspace, "맥"), ("\u{1112}\u{1161}\u{11AB}", .backspace, ""), ("a👨‍👩‍👧", .backspace, "a"),
      ("cafe\u{301}", .backspace, "caf"), ("맥북 에어  M2 ", .deleteWord, "맥북 에어  "), ("맥북", .deleteWord, ""),
      ("맥북 에어", .deleteAll, ""),
    ])
  func deleting(text: String, key: Key, rest: String) {
    var field = field(text)
    _ = field.press(key)
    #expect(field.text == rest)
  }

  @Test(
    "arrows go round through the suggestions and the text itself, and Enter takes what is chosen",
    arguments: [
      ([], "맥"), ([.down], "맥북"), ([.down, .down], "맥북에어M2"), ([.up], "맥북 프로 14"),
      ([.down, .down, .down, .down], "맥"), ([.down, .up], "맥"), ([.down, .text("b")], "맥b"),
      ([.tab], "맥북"), ([.up, .tab], "맥북 프로 14"),
    ] as [([Key], String)])
  func choosing(keys: [Key], choice: String) {
    var field = field()
    for key in keys { _ = field.press(key) }
    #expect(field.press(.enter) == .finish(choice))
  }

  @Test("Enter does nothing while there is nothing to take")
  func nothing() {
    var field = SuggestionField()
    #expect(field.press(.enter) == nil)
  }

  @Test("Esc, Ctrl-C and Ctrl-D leave", arguments: [Key.escape, .interrupt, .endOfInput])
  func leaving(key: Key) {
    var field = field()
    #expect(field.press(key) == .leave)
  }

  @Test("a choice stays while new suggestions contain it")
  func newResponse() {
    var field = field()
    _ = field.press(.down)
    _ = field.press(.down)
    field.show(.success(["다른 것", "맥북에어M2"]), for: "맥")
    #expect(field.selection == 1)
    field.show(.success(["다른 것"]), for: "맥")
    #expect(field.selection == nil)
  }

  @Test("the picture: field, suggestions with the choice marked, help; the cursor counts wide characters")
  func frame() {
    var field = field("맥a")
    _ = field.press(.down)
    let frame = field.frame(in: ScreenSize(columns: 40, rows: 10))
    #expect(frame.lines.map(\.text).dropLast() == ["> 맥a", "▸ 맥북", "  맥북에어M2", "  맥북 프로 14"])
    #expect(frame.lines[1].ink == .inverse)
    #expect(frame.cursor == .init(row: 0, column: 5))
  }

  @Test("a low window shows the part of the list with the choice, a narrow one the end of the text")
  func small() {
    var field = field("맥북에어")
    _ = field.press(.up)
    let frame = field.frame(in: ScreenSize(columns: 10, rows: 4))
    #expect(frame.lines.map(\.text).dropLast() == ["> …에어", "  맥북에어M2", "▸ 맥북 프로 14"])
    #expect(frame.cursor == .init(row: 0, column: 7))
    for (columns, rows) in [(1, 1), (2, 2), (3, 1)] {
      let size = ScreenSize(columns: columns, rows: rows)
      let drawing = field.frame(in: size).drawing(in: size, style: .plain)
      #expect(drawing.split(separator: "\r\n", omittingEmptySubsequences: false).count <= rows)
    }
  }

  @Test("an error takes the line of help, in one harmless line, and the suggestions stay")
  func failure() {
    struct Broken: Error, CustomStringConvertible { var description: String { "no\u{1B}[2J\nserver" } }
    var field = field()
    field.show(.failure(Broken()), for: "맥")
    let frame = field.frame(in: ScreenSize(columns: 40, rows: 10))
    #expect(frame.lines.last == .init(text: "no\u{FFFD}[2J server", ink: .red))
    #expect(frame.lines.count == 5)
  }
}
