import Testing

@testable import market

struct GraphicsModeTests {
  @Test(
    "the environment tells what a terminal can show, or that it must be asked",
    arguments: [
      (["TERM": "xterm-kitty"], .known(.kitty)),
      (["TERM": "xterm-256color", "KITTY_WINDOW_ID": "1"], .known(.kitty)),
      (["TERM": "xterm-256color", "TERM_PROGRAM": "ghostty"], .known(.kitty)),
      (["TERM": "xterm-256color", "TERM_PROGRAM": "WezTerm"], .known(.kitty)),
      (["TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app"], .known(.sixel)),
      (["TERM": "foot-extra"], .known(.sixel)),
      (["TERM": "xterm-256color"], .unknown(.indexed)),
      (["TERM": "xterm-256color", "COLORTERM": "truecolor"], .unknown(.full)),
      (["TERM": "xterm-direct"], .unknown(.full)),
      (["TERM": "tmux-256color", "TMUX": "/tmp/x", "KITTY_WINDOW_ID": "1"], .unknown(.indexed)),
      (["TERM": "screen", "COLORTERM": "24bit"], .unknown(.full)),
      (["TERM": "linux"], .known(.blocks(.indexed))),
      (["TERM": "xterm-256color", "TERM_PROGRAM": "Apple_Terminal"], .known(.blocks(.indexed))),
      (["TERM": "dumb"], .none), ([:], .none), (["TERM": "xterm-kitty", "NO_COLOR": "1"], .none),
    ] as [([String: String], GraphicsMode.Clue)])
  func clue(environment: [String: String], clue: GraphicsMode.Clue) {
    #expect(GraphicsMode.clue(in: environment) == clue)
  }

  private static let esc = "\u{1B}"

  @Test(
    "what a terminal responds to is understood, however it is cut into pieces",
    arguments: [
      // kitty, foot, xterm with and without sixels, tmux, one that sends a mode report first.
      ("\(esc)_Gi=31;OK\(esc)\\\(esc)[6;36;18t\(esc)[?62;c", true, false, 18, 36),
      ("\(esc)[6;20;10t\(esc)[?62;4;22c", false, true, 10, 20),
      ("\(esc)[?64;1;2;4;6;9;15c", false, true, nil, nil), ("\(esc)[?1;2c", false, false, nil, nil),
      ("\(esc)_Gi=31;ENOTSUPPORTED:no\(esc)\\\(esc)[?62c", false, false, nil, nil),
      ("abc\(esc)Oq\(esc)[?2026;2$y\(esc)[6;0;0t\(esc)[?4c", false, false, nil, nil),
    ] as [(String, Bool, Bool, Int?, Int?)])
  func response(text: String, kitty: Bool, sixel: Bool, width: Int?, height: Int?) {
    for length in [1, 3, text.utf8.count] {
      var response = GraphicsResponse()
      var rest = Array(text.utf8)[...]
      while !rest.isEmpty {
        #expect(!response.isComplete)
        response.take(rest.prefix(length))
        rest = rest.dropFirst(length)
      }
      #expect(response.isComplete && response.hasKitty == kitty && response.hasSixel == sixel)
      #expect(response.cell?.width == width && response.cell?.height == height)
    }
  }

  @Test("keys that are typed meanwhile are kept, in their order", arguments: [1, 3, 100])
  func keys(length: Int) {
    let typed = Array("a\(Self.esc)[B/맥".utf8)
    var rest = Array(
      "a\(Self.esc)_Gi=31;OK\(Self.esc)\\\(Self.esc)[B/\(Self.esc)[6;20;10t맥\(Self.esc)[?62;4c".utf8)[...]
    var response = GraphicsResponse()
    while !rest.isEmpty {
      response.take(rest.prefix(length))
      rest = rest.dropFirst(length)
    }
    #expect(response.isComplete && response.hasKitty && response.hasSixel)
    #expect(response.keys == typed, "\(String(decoding: response.keys, as: UTF8.self))")
  }

  @Test(
    "a key with Alt before the response is a key, and the response is understood",
    arguments: ["P", "_", "["], [1, 3, 100])
  func altKey(key: String, length: Int) {
    var rest = Array("\(Self.esc)\(key)\(Self.esc)_Gi=31;OK\(Self.esc)\\\(Self.esc)[?62;4c".utf8)[...]
    var response = GraphicsResponse()
    while !rest.isEmpty {
      response.take(rest.prefix(length))
      rest = rest.dropFirst(length)
    }
    #expect(response.isComplete && response.hasKitty && response.hasSixel)
    #expect(response.keys == Array("\(Self.esc)\(key)".utf8))
  }

  @Test("keys before the end of the time are kept, with a sequence that is cut off")
  func lateKeys() {
    var response = GraphicsResponse()
    response.take(Array("q\(Self.esc)".utf8))
    #expect(!response.isComplete && response.keys == Array("q\(Self.esc)".utf8))
  }

  @Test("noise is no response and does no harm")
  func noise() {
    var response = GraphicsResponse()
    response.take(Array("\(Self.esc)[".utf8) + Array(repeating: UInt8(ascii: "1"), count: 10_000))
    #expect(!response.isComplete)
    response.take(Array("\(Self.esc)[?62;4c".utf8))
    #expect(response.isComplete && response.hasSixel)
  }
}
