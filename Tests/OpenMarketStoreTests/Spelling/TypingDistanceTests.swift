import OpenMarketTestSupport
import Testing

@testable import OpenMarketStore

struct TypingDistanceTests {
  @Test(
    "errors are counted in keystrokes, those of shift and of 왜 and 웨 not at all",
    arguments: [
      ("아이폰", "아이폰", 0), ("아이퐁", "아이폰", 1), ("겔럭시", "갤럭시", 1), ("맵국프로", "맥북프로", 1), ("맥북프롷", "맥북프로", 1),
      ("웬지도", "왠지도", 0), ("찌게전문", "찌개전문", 1), ("까방", "가방", 0), ("iphnoe", "iphone", 1),
      ("galxy", "galaxy", 1),
      ("컴퓨타", "컴퓨터", 1), ("의자", "가방", nil), ("의자", "이자", 1), ("가", "나", nil), ("samsugn", "samsung", 1),
    ])
  func errors(typed: String, word: String, expected: Int?) {
    #expect(distance(typed, word, isWhole: true)?.errors == expected)
    #expect(Oracle.errors(typed, word, isWhole: true) == expected)
  }

  @Test(
    "keys side by side, letters that sound alike, doubled keys and two in the wrong order cost less than any others",
    arguments: [
      ("아이퐁", "아이폿", "아이폰"), ("갤럭시", "골럭시", "겔럭시"), ("iphome", "iphoke", "iphone"),
      ("iphonne", "iphonze", "iphone"), ("노트붘", "노트북ㅏ", "노트북"),
    ])
  func likelier(likely: String, unlikely: String, word: String) throws {
    let first = try #require(distance(likely, word))
    #expect(try first < #require(distance(unlikely, word)))
  }

  @Test("a beginning of a word is as good as a word, and ends with a syllable where it can")
  func beginnings() throws {
    let word = TypingKeys(firstOf: "게이밍의자용".unicodeScalars)
    let match = try #require(
      TypingDistance(TypingKeys(firstOf: "게이밍으자".unicodeScalars)).match(in: word.bytes, ends: word.ends))
    #expect(match.cost.errors == 1 && word.ends.firstIndex(of: match.length) == 4)
  }

  @Test("the packed words that are ruled out are beyond the budget, and no others")
  func pattern() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    var compared = 0
    for _ in 0..<3_000 {
      let alphabet = Array((Bool.random(using: &random) ? "가나각의맥부ㅏㅂ왜웨까" : "abcdefg").unicodeScalars)
      let word = text(of: alphabet, 1...8, &random)
      let errors = Int.random(in: 0...3, using: &random)
      let typed =
        TypingSlips.mistyped(word, errors: errors, using: &random) ?? text(of: alphabet, 1...8, &random)
      let keys = TypingKeys(firstOf: typed.unicodeScalars)
      guard let pattern = PackedPattern(keys) else { continue }
      let packed = PackedKeys(TypingKeys(firstOf: word.unicodeScalars))
      let expected = Oracle.errors(typed, word, isWhole: false)
      let match = distance(typed, word, isWhole: false)
      #expect(match?.errors == expected, "\(typed) \(word), seed \(seed)")
      let isAllowed = pattern.allows(packed) && pattern.errors(in: packed) != nil
      if expected != nil { #expect(isAllowed, "\(typed) \(word), seed \(seed)") }
      if keys.bytes.count <= 10, !packed.goesOn {
        #expect(isAllowed == (expected != nil), "\(typed) \(word), seed \(seed)")
      }
      compared += 1
    }
    #expect(compared > 500)
  }

  private func text(
    of alphabet: [Unicode.Scalar], _ count: ClosedRange<Int>, _ random: inout SeededGenerator
  ) -> String {
    var text = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: count, using: &random) {
      text.append(alphabet[Int.random(in: 0..<alphabet.count, using: &random)])
    }
    return String(text)
  }

  private func distance(_ typed: String, _ word: String, isWhole: Bool = true) -> TypingCost? {
    let match = TypingDistance(TypingKeys(firstOf: typed.unicodeScalars))
      .match(in: TypingKeys(firstOf: word.unicodeScalars).bytes)
    return match.flatMap { $0.isWhole || !isWhole ? $0.cost : nil }
  }
}

/// The rule written down in the plainest way: a full table, no bands, no bits.
enum Oracle {
  /// Whether all of the word is within the budget, and no beginning of it is closer.
  static func isLikeWhole(_ typed: String, _ word: String) -> Bool {
    let errors = errors(typed, word, isWhole: true)
    return errors != nil && errors == self.errors(typed, word, isWhole: false)
  }

  /// The fewest errors within the budget, to the whole word or to any beginning.
  static func errors(_ typed: String, _ word: String, isWhole: Bool) -> Int? {
    let (mine, theirs) = (TypingKeys(firstOf: typed.unicodeScalars), TypingKeys(firstOf: word.unicodeScalars))
    guard mine.isHangul == theirs.isHangul else { return nil }
    let (a, b) = (mine.bytes.map { $0 & 0x1F }, theirs.bytes.map { $0 & 0x1F })
    var table = (0...a.count).map { row in (0...b.count).map { max(row, $0) } }
    for row in 1..<max(1, a.count + 1) {
      for column in 1..<max(1, b.count + 1) {
        var errors = min(table[row - 1][column], table[row][column - 1]) + 1
        errors = min(errors, table[row - 1][column - 1] + (a[row - 1] == b[column - 1] ? 0 : 1))
        if row > 1, column > 1, a[row - 1] == b[column - 2], a[row - 2] == b[column - 1] {
          errors = min(errors, table[row - 2][column - 2] + 1)
        }
        table[row][column] = errors
      }
    }
    let errors = isWhole ? table[a.count][b.count] : table[a.count].min() ?? 0
    return errors <= TypingCost.budget(ofKeys: a.count) ? errors : nil
  }
}
