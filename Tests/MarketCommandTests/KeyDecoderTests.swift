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
    // Unknown: Ctrl-arrow, Delete, F1, arrow right, a control byte, Alt-x, Alt-맥.
    (Array("\u{1B}[1;5A\u{1B}[3~\u{1B}OP\u{1B}[C\u{1}\u{1B}x\u{1B}맥z".utf8), [.text("z")]),
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

  @Test("a character whose end is late is waited for")
  func lateCharacter() {
    var decoder = KeyDecoder()
    #expect(decoder.take([0xEB, 0xA7]) == [])
    #expect(!decoder.isUndecided && decoder.quiet() == [])
    #expect(decoder.take([0xA5]) == [.text("맥")])
  }
}
