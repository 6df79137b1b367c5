import OpenMarketTestSupport
import Testing

@testable import market

/// What a terminal sends becomes keys, wherever the bytes are cut.
struct KeyDecoderTests {
  static let streams: [(bytes: [UInt8], keys: [Key])] = [
    (Array("ab".utf8), [.text("a"), .text("b")]),
    (Array("맥é😀".utf8), [.text("맥"), .text("é"), .text("😀")]),
    (Array("\u{1112}\u{1161}\u{11AB}".utf8), [.text("\u{1112}"), .text("\u{1161}"), .text("\u{11AB}")]),
    ([0x0D, 0x0A, 0x09], [.enter, .enter, .tab]),
    ([0x7F, 0x08, 0x17, 0x15], [.backspace, .backspace, .deleteWord, .deleteAll]),
    ([0x03, 0x04, 0x1A, 0x0C], [.interrupt, .endOfInput, .suspend, .redraw]),
    ([0x10, 0x0E], [.up, .down]),
    (Array("\u{1B}[A\u{1B}[B\u{1B}OA\u{1B}OB".utf8), [.up, .down, .up, .down]),
    (
      Array("\u{1B}[C\u{1B}[D\u{1B}[H\u{1B}[F\u{1B}[Z\u{1B}OC".utf8),
      [.right, .left, .home, .end, .backTab, .right]
    ),
    (
      Array("\u{1B}[1~\u{1B}[7~\u{1B}[4~\u{1B}[8~\u{1B}[3~\u{1B}[5~\u{1B}[6~".utf8),
      [.home, .home, .end, .end, .delete, .pageUp, .pageDown]
    ),
    // Unknown: Ctrl-arrow, Insert, F1, a control byte, Alt-x, Alt-맥.
    (Array("\u{1B}[1;5A\u{1B}[2~\u{1B}OP\u{1}\u{1B}x\u{1B}맥z".utf8), [.text("z")]),
    // The mouse: pressed, released, the wheel, moved with a button; then rubbish of its form.
    (
      Array("\u{1B}[<0;3;2M\u{1B}[<0;3;2m\u{1B}[<64;1;1M\u{1B}[<65;1;1M\u{1B}[<32;1;1M".utf8),
      [
        .mouse(.press, row: 1, column: 2), .mouse(.wheelUp, row: 0, column: 0),
        .mouse(.wheelDown, row: 0, column: 0),
      ]
    ),
    (
      Array("\u{1B}[<0;0;1M\u{1B}[<0;1M\u{1B}[<?;1;1M\u{1B}[0;1;1M\u{1B}[<0;99999999999999999999;1Mz".utf8),
      [.text("z")]
    ),
    // Pasted text, with what would be keys if it were typed; its end is no key.
    (
      Array("a\u{1B}[200~맥\r\u{1B}[A\u{3}\u{1B}[201~b".utf8),
      [.text("a"), .paste("맥\r\u{1B}[A\u{3}"), .text("b")]
    ),
    (Array("\u{1B}[200~\u{1B}[201~\u{1B}[201~z".utf8), [.paste(""), .text("z")]),
    // A terminal's late responses, to us and to the program before.
    (Array("\u{1B}_Gi=31;OK\u{1B}\\\u{1B}[?62;4c\u{1B}[6;16;8tz".utf8), [.text("z")]),
    (
      Array("\u{1B}]11;rgb:1e1e/2e2e\u{1B}\\\u{1B}]10;rgb:0/0\u{7}\u{1B}P>|tmux q\u{1B}\\z".utf8),
      [.text("z")]
    ),
    // One that is cut off by a key.
    (Array("\u{1B}]11;rgb:1e1e\u{1B}[A".utf8), [.up]),
    // The mouse without SGR 1006: pressed at column 80, released, the wheel. F1 of the Linux console.
    (
      Array("\u{1B}[M q(\u{1B}[M#q(\u{1B}[M`!!\u{1B}[[Az".utf8),
      [.mouse(.press, row: 7, column: 80), .mouse(.wheelUp, row: 0, column: 0), .text("z")]
    ),
    (Array("\u{1B}\u{1B}[A".utf8), [.escape, .up]),
    // Broken UTF-8: alone, cut short, overlong, a surrogate, beyond Unicode; then a control character.
    ([0x80, 0xFF, 0xE3, 0x81, 0x61], [.text("a")]),
    ([0xC0, 0xAF, 0xED, 0xA0, 0x80, 0xF5, 0x80, 0x80, 0x80, 0x61], [.text("a")]),
    (Array("\u{9B}a".utf8), [.text("a")]),
    (Array("\u{1B}[".utf8) + Array(repeating: 0x31, count: 29) + Array("a".utf8), []),
    (Array("\u{1B}[".utf8) + Array(repeating: 0x31, count: 30) + Array("a".utf8), [.text("a")]),
  ]

  @Test("bytes that come together", arguments: streams)
  func together(bytes: [UInt8], keys: [Key]) {
    var decoder = KeyDecoder()
    #expect(decoder.take(bytes) == keys)
    #expect(decoder.quiet() == [])
  }

  @Test("bytes that come one at a time", arguments: streams)
  func bytewise(bytes: [UInt8], keys: [Key]) {
    var decoder = KeyDecoder()
    #expect(bytes.flatMap { decoder.take([$0]) } == keys)
  }

  @Test(
    "only silence makes an escape of what may begin a sequence", arguments: ["\u{1B}", "\u{1B}[", "\u{1B}O"])
  func escape(begun: String) {
    var decoder = KeyDecoder()
    #expect(decoder.take(Array(begun.utf8)) == [])
    #expect(decoder.isUndecided)
    #expect(decoder.quiet() == [.escape])
    #expect(!decoder.isUndecided)
    #expect(decoder.take(Array("A".utf8)) == [.text("A")])
  }

  @Test("of a text that is too long to be pasted, the beginning is")
  func longPaste() {
    var decoder = KeyDecoder()
    let long = String(repeating: "맥", count: KeyDecoder.longestPaste)
    let keys = decoder.take(Array("\u{1B}[200~\(long)\u{1B}[201~z".utf8))
    #expect(keys.count == 2 && keys.last == .text("z"))
    guard case .paste(let pasted)? = keys.first else { return }
    #expect(pasted.utf8.count <= KeyDecoder.longestPaste + 2)
  }

  @Test("a pasted text whose end is lost ends with silence")
  func lostEnd() {
    var decoder = KeyDecoder()
    #expect(decoder.take(Array("\u{1B}[200~맥\u{3}\u{1B}[201".utf8)) == [])
    #expect(decoder.isPasting && !decoder.isUndecided)
    #expect(decoder.quiet() == [.paste("맥\u{3}\u{1B}[201")])
    #expect(!decoder.isPasting && decoder.take([0x03]) == [.interrupt])
  }

  @Test("Alt with a key that could begin a response is no key", arguments: ["P", "X", "]", "^", "_"])
  func alt(letter: String) {
    var decoder = KeyDecoder()
    #expect(decoder.take(Array("\u{1B}\(letter)".utf8)) == [] && decoder.isUndecided)
    #expect(decoder.quiet() == [] && !decoder.isUndecided)
  }

  @Test("rubbish never stops the keys after it", arguments: 0..<200 as Range<UInt64>)
  func rubbish(seed: UInt64) {
    var (random, decoder) = (SeededGenerator(seed: seed), KeyDecoder())
    for _ in 0..<20 {
      let bytes: [UInt8] = (0..<Int.random(in: 1...60, using: &random)).map { _ in
        Bool.random(using: &random)
          ? .random(in: 0...255, using: &random)
          : Array("\u{1B}[<0;1M~2".utf8).randomElement(using: &random) ?? 0
      }
      _ = decoder.take(bytes)
    }
    // Whatever was begun ends.
    _ = decoder.take(Array("\u{1B}[201~".utf8))
    _ = decoder.quiet()
    let end = String(repeating: "z", count: 300)
    #expect(decoder.take(Array(end.utf8)).last == .text("z"), "seed \(seed)")
  }

  @Test("a character whose end is late is waited for")
  func lateCharacter() {
    var decoder = KeyDecoder()
    #expect(decoder.take([0xEB, 0xA7]) == [])
    #expect(!decoder.isUndecided && decoder.quiet() == [])
    #expect(decoder.take([0xA5]) == [.text("맥")])
  }
}
