import OpenMarketTestSupport
import Testing

@testable import OpenMarketMock
@testable import OpenMarketStore

struct KeyboardTests {
  /// Every word that the mock market strings its names together from.
  static let vocabulary: Set<String> = {
    var phrases = CommonWords.colours + CommonWords.conditions + CommonWords.tags + CommonWords.endings
    for category in Category.all {
      phrases += category.items.map(\.name) + category.specs + category.makers + category.qualities
    }
    return Set(phrases.flatMap { [$0.korean, $0.english] }.map { String(decoding: $0, as: UTF8.self) })
  }()

  @Test("every state of typing any word of the catalogue has a key that the word's key begins with")
  func catalogueStates() {
    #expect(Self.vocabulary.count > 300)
    for word in Self.vocabulary { expectStates(of: word) }
  }

  @Test(
    "every state of typing every syllable, after and before another one, has a key that the whole begins with"
  )
  func syllableStates() {
    for value in UInt32(0xAC00)...0xD7A3 {
      let syllable = Unicode.Scalar(value)!
      expectStates(of: "\(syllable)이")
      expectStates(of: "값\(syllable)")
    }
  }

  @Test("random words of syllables too")
  func randomStates() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    for _ in 0..<3_000 {
      var word = String.UnicodeScalarView()
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        word.append(Unicode.Scalar(UInt32.random(in: 0xAC00...0xD7A3, using: &random))!)
      }
      expectStates(of: String(word), "seed \(seed)")
    }
  }

  /// Types `word` key by key, as an input method shows it after each.
  private func expectStates(of word: String, _ comment: Comment? = nil) {
    let final = key(word)
    var keys: [[UInt8]] = []  // per keystroke: one Hangul key, or any other character
    for scalar in word.unicodeScalars {
      if let typed = TwoSetKeyboard.strokes(of: scalar) {
        keys += typed.map { [$0] }
      } else {
        keys.append(Array(String(Character(scalar)).utf8) + [0])
      }
    }
    var (done, composer) = ("", HangulComposer())
    for key in keys {
      if key.count == 1, let jamo = TwoSetKeyboard.jamo(ofKey: key[0]) {
        composer.type(jamo)
      } else {
        composer.finish()
        done += String(composer.text) + String(decoding: key.dropLast(), as: UTF8.self)
        composer = HangulComposer()
      }
      var displayed = composer
      displayed.finish()
      let state = done + String(displayed.text)
      if !final.starts(with: self.key(state)) {
        Issue.record(
          "\(state) on the way to \(word) has the key \(self.key(state)), not the beginning of \(final)")
      }
    }
    composer.finish()
    let typed = done + String(composer.text)
    if typed != word { Issue.record("typing \(word) shows \(typed)") }
  }

  private func key(_ text: String) -> String {
    String(decoding: SuggestionKeys(FoldedText.scalars(of: text)).key, as: UTF8.self)
  }

  @Test(
    "keys are keystrokes, one byte each",
    arguments: [
      ("맥북", "AORQNR"), ("코드", "ZHEM"), ("빼꼽", "!O$HQ"), ("ㅃㅉㄸㄲㅆㅒㅖ", "!@#$%^&"), ("값", "RKQT"), ("과", "RHK"),
      ("iPhone 14", "iphone14"), ("아이폰14", "DKDLVHS14"), ("ㄳ", "RT"), ("의자-?", "DMLWK"),
    ])
  func keys(text: String, expected: String) {
    #expect(key(text) == expected)
  }

  @Test(
    "Latin typed for Hangul is read as Hangul",
    arguments: [
      ("dkdlvhs", "아이폰"), ("dkdlvhs14", "아이폰14"), ("aorqnr", "맥북"), ("shxmqnr", "노트북"), ("DKDLVHS", "아이폰"),
      ("dmlwk", "의자"), ("Rhc", "꽃"), ("rkqt", "값"), ("rkqtl", "갑시"), ("sxq", "ㄴㅌㅂ"), ("ｄｋ", "아"), ("hk", "ㅘ"),
      ("dkd l", "앙 ㅣ"), ("tv dmlwk", "tv 의자"), ("90인치 dmlwk ssd", "90인치 의자 ssd"),
    ])
  func hangul(typed: String, meant: String) {
    #expect(KeyboardSlip.hangul(typedAs: typed) == meant)
  }

  @Test(
    "Hangul typed for Latin is read as Latin",
    arguments: [
      ("ㅑㅔㅙㅜㄷ", "iphone"), ("메ㅔㅣㄷ", "apple"), ("ㅎ미ㅁㅌㅛ", "galaxy"), ("ㅑㅔㅙㅜㄷ 14", "iphone 14"),
      ("해ㅐㅎㅣㄷ", "google"), ("ㅔㄴ5", "ps5"), ("ㅅㅍ", "tv"), ("ㄱㅅㅌ4070", "rtx4070"),
    ])
  func latin(typed: String, meant: String) {
    #expect(KeyboardSlip.latin(typedAs: typed) == meant)
  }

  @Test(
    "a text of the one language is no slip of the other, nor are abbreviations beside other words, or a single letter",
    arguments: ["아이폰 14", "90인치 tv", "아이폰 ssd", "rtx 4070", "레노버 DVD 2"])
  func noHangul(text: String) { #expect(KeyboardSlip.hangul(typedAs: text) == nil) }

  @Test("what is typed for no Latin word is no slip", arguments: ["iphone 14", "ㅏ", "뼈", "ㅏ 의자", "가"])
  func noLatin(text: String) { #expect(KeyboardSlip.latin(typedAs: text) == nil) }
}
