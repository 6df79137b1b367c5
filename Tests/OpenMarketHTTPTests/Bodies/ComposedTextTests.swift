import Foundation
import OpenMarketHTTP
import OpenMarketTestSupport
import Testing

/// Foundation takes quadratic time for many marks on one letter.
struct ComposedTextTests {
  /// Two marks that are out of order, over and over.
  private static func marks(_ count: Int) -> String {
    "a" + String(repeating: "\u{301}\u{323}", count: count / 2) + "b"
  }

  /// What people write, and up to thirty marks in a row.
  private static let usual = [
    "", "chair", "의자", "Café Ünal", "Cafe\u{301}", "의자", "中古 ノート", "が", "ﾅｲｷﾞ", "שָׁלוֹם", "Tiếng Việt",
    "🔥급처🔥", "\u{F71}\u{F73}", "\u{344}", marks(30), String(repeating: "가\u{301}\u{323}", count: 100),
  ]

  @Test("a usual text has the forms that Foundation gives it", arguments: usual)
  func usualForms(text: String) {
    #expect(Array(text.composed.utf8) == Array(text.precomposedStringWithCanonicalMapping.utf8))
    #expect(Array(text.decomposed.utf8) == Array(text.decomposedStringWithCanonicalMapping.utf8))
    #expect(Array(text.streamSafe.utf8) == Array(text.utf8))
  }

  @Test("marks after thirty others count as absent in a comparison")
  func surplus() {
    let text = Self.marks(100_000).streamSafe
    #expect(text.unicodeScalars.elementsEqual(Self.marks(30).unicodeScalars))
  }

  @Test("marks that begin a text, lie outside the first plane or are made of others count, too")
  func otherMarks() {
    for mark in ["\u{301}", "\u{FE20}", "\u{1D165}", "\u{302A}", "\u{A8E0}", "\u{F73}", "\u{F75}", "\u{F81}"]
    {
      #expect(String(repeating: mark, count: 1_000).streamSafe.unicodeScalars.count == 30, "\(mark)")
    }
  }

  @Test("every scalar whose decomposed form begins with a mark is one")
  func allMarks() {
    for value in UInt32(0)..<0x20000 {  // no marks are beyond
      guard let scalar = Unicode.Scalar(value), value < 0xAC00 || value > 0xD7A3 else { continue }
      let first = String(scalar).decomposedStringWithCanonicalMapping.unicodeScalars.first
      let begins = first.map { $0.properties.canonicalCombiningClass != .notReordered } ?? false
      if begins != scalar.isMark { Issue.record("U+\(String(value, radix: 16))") }
      // The search for long runs looks at the first byte alone before it asks.
      let isSurplus = String(repeating: String(scalar), count: 31).streamSafe.unicodeScalars.count == 30
      if isSurplus != (begins && value >= 0x300) { Issue.record("a run of U+\(String(value, radix: 16))") }
    }
  }

  @Test(
    "nothing is lost in composed and decomposed forms of too many marks, and thirty at a time are in order")
  func pieces() {
    let text = Self.marks(300)
    let decomposed = Array(text.decomposed.unicodeScalars)
    #expect(decomposed.sorted() == text.unicodeScalars.sorted())
    let lot =
      [Unicode.Scalar](repeating: "\u{323}", count: 15) + [Unicode.Scalar](repeating: "\u{301}", count: 15)
    #expect(decomposed.dropFirst().dropLast().elementsEqual((0..<10).flatMap { _ in lot }))
    #expect(text.composed.decomposed.unicodeScalars.sorted() == text.unicodeScalars.sorted())
  }

  @Test("four times the marks do not take sixteen times as long")
  func linear() {
    func time(_ count: Int) -> Duration {
      let text = Self.marks(count)
      let begin = threadTime
      #expect(!text.composed.isEmpty)
      return threadTime - begin
    }
    let short = (0..<3).map { _ in time(20_000) }.max() ?? .zero
    let long = (0..<3).map { _ in time(80_000) }.min() ?? .zero
    #expect(long < short * 10)
  }
}
