import Foundation
import OpenMarketTestSupport
import Testing

@testable import OpenMarketStore

struct TextFolderTests {
  @Test(
    "folds to what people mean by the same text",
    arguments: [
      ("맥북 Pro", "맥북 pro"), ("ＡＢｃ１２３　의자！", "abc123 의자!"), ("Café Ünal", "cafe unal"),
      ("Cafe\u{301}", "cafe"), ("STRASSE Straße", "strasse strasse"), ("ΣΊΣΥΦΟΣ σίσυφος", "σισυφοσ σισυφοσ"),
      ("İstanbul", "istanbul"), ("㎏ ① ﬁ Ⅳ ½", "kg 1 fi iv 1⁄2"), ("㈜삼성", "(주)삼성"),
      ("ㄱㄳㅏㅘㅣ", "ㄱㄳㅏㅘㅣ"), ("의\u{200B}자\u{FEFF}\u{3164}", "의자"), ("🔥급처🔥", "🔥급처🔥"),
      ("\u{1100}", "ㄱ"), ("\u{1161}\u{11A8}", "ㅏㄱ"), ("가\u{11A8}", "각"), ("각\u{11A8}", "각ㄱ"),
      ("가\u{FFA3}나", "갃나"),
      ("\u{FFBE}\u{FFC2}\u{FFA4}", "하ㄴ"), ("ﾅｲｷ ナイキ", "ナイキ ナイキ"), ("", ""), ("\u{FFFD}", "\u{FFFD}"),
      ("中古 ノートPC", "中古 ノートpc"),
    ])
  func folds(text: String, expected: String) {
    #expect(text.folded == expected)
  }

  @Test(
    "marks after thirty others on a letter are absent in the folded text",
    arguments: ["a\u{301}", "é", "ש", "か", "가", "\u{5B4}"])
  func manyMarks(letter: String) {
    // Marks of Hebrew are kept, those of Latin letters are not.
    for pair in ["\u{5C1}\u{5B4}", "\u{301}\u{323}"] {
      let text = letter + String(repeating: pair, count: 50_000)
      #expect(text.folded.unicodeScalars.count <= 32)
      #expect(FoldedText(text).origins.last?.upperBound == text.utf8.count)
      #expect(text.folded == (letter + String(repeating: pair, count: 60_000)).folded)
      #expect((text + " 의자").folded.hasSuffix(" 의자"))
    }
  }

  @Test("every syllable folds to itself, precomposed or decomposed, and names their own characters as origin")
  func syllables() {
    for value in UInt32(0xAC00)...0xD7A3 {
      let syllable = String(Character(Unicode.Scalar(value)!))
      let decomposed = syllable.decomposedStringWithCanonicalMapping
      #expect(decomposed.unicodeScalars.count > 1)
      #expect(syllable.folded.unicodeScalars.elementsEqual(syllable.unicodeScalars))
      #expect(decomposed.folded.unicodeScalars.elementsEqual(syllable.unicodeScalars))
      let text = FoldedText("가" + decomposed + "x")
      #expect(
        text.origins == [
          0..<3, 3..<(3 + decomposed.utf8.count), (3 + decomposed.utf8.count)..<(4 + decomposed.utf8.count),
        ])
    }
  }

  @Test("normal forms and widths of random text fold to the same, and folding twice changes nothing")
  func forms() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    let alphabet = Array(
      "가각힣ㄱㄳㅏ한AzÀéñß9 -中がガィﾅ①\u{301}\u{1100}\u{1161}\u{11A8}\u{3099}\u{FE0F}🔥Ａ９ﬁǆ".unicodeScalars)
    for _ in 0..<3_000 {
      var scalars = String.UnicodeScalarView()
      for _ in 0..<Int.random(in: 0...8, using: &random) {
        scalars.append(alphabet.randomElement(using: &random)!)
      }
      let text = String(scalars)
      let folded = text.folded
      let comment: Comment = "seed \(seed): \(text.unicodeScalars.map { String($0.value, radix: 16) })"
      #expect(text.decomposedStringWithCanonicalMapping.folded == folded, comment)
      #expect(text.precomposedStringWithCanonicalMapping.folded == folded, comment)
      #expect(folded.folded.unicodeScalars.elementsEqual(folded.unicodeScalars), comment)
      #expect(FoldedText(text).scalars == FoldedText.scalars(of: text), comment)
    }
  }

  @Test("origins cover a letter with its marks")
  func marks() {
    #expect(FoldedText("e\u{301}a\u{302}").origins == [0..<3, 3..<6])
    #expect(FoldedText("㎏x").origins == [0..<3, 0..<3, 3..<4])
  }
}

extension String {
  /// As searches compare it.
  var folded: String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: FoldedText.scalars(of: self))
    return String(view)
  }
}
