import Foundation
import Testing

@testable import OpenMarketStore

struct IndexTokensTests {
  @Test(
    "a name becomes its units, neighbours, beginnings and parts of what is longer, and what occurs twice and three times",
    arguments: [
      ("게이밍 의자", "게 이 게이 밍 이밍 의 밍의 자 의자"), ("게이밍의자", "게 이 게이 밍 이밍 의 밍의 자 의자"), ("의", "의"),
      ("맥북/에어", "맥 북 맥북 에 어 에어"), ("폰14 Pro", "폰 14 ·1 pro ·p 14pro"), ("2세대", "2 세 2세 대 세대"),
      ("S23 울", "s 23 ·2 s23 울 23울"), ("XM4", "xm ·x 4 xm4"), ("1.5L", "1 5 l 5l"), ("🔥급처🔥", "급 처 급처 ※🔥"),
      ("ㅋㅋ", "ㅋ ㅋ ㅋㅋ ×ㅋ"), ("가방 1+1", "가 방 가방 1 1 ×1 ※＋"), ("a b a b a", "a b a b a ×a ×b ✕a"),
      ("스 스 스 스", "스 스 스스 스 스스 스 스스 ×스 ✕스"),
      ("!?", ""), ("", ""),
      ("Café", "cafe ·c …caf …afe"), ("中古ノ", "中 古 中古 ノ 古ノ"), ("д Ёж", "д еж ·е"),
      ("Label", "label ·l …lab …abe …bel"), ("ёлкажук", "елкажук ·е …елк …лка …каж …ажу …жук"),
      (
        "\(String(repeating: "ab", count: 17)) aba",
        "\(String(repeating: "ab", count: 17)) ·a …aba …bab aba ·a ‡"
      ),
    ])
  func tokens(name: String, expected: String) {
    let tokens = IndexTokens(SearchedTexts(name: name)).text.split(separator: " ").filter {
      !$0.hasPrefix("№")
    }
    let expected = expected.split(separator: " ")
    // Of what is repeated neither the order nor the number counts.
    func once(_ tokens: [Substring]) -> [Substring] {
      tokens.filter { !$0.hasPrefix("×") && !$0.hasPrefix("✕") && !$0.hasPrefix("…") }
    }
    #expect(once(tokens) == once(expected))
    #expect(Set(tokens) == Set(expected))
  }

  @Test(
    "a short name is a token without case, spaces and punctuation, of a long one its length is",
    arguments: [
      ("게이밍 의자", "№№5"), ("맥북/에어!", "№맥북에어"), ("🔥급처🔥", "№급처"), ("1.5L", "№15l"), ("Café", "№cafe"),
      ("ＡＢＣ", "№abc"), ("한글".decomposedStringWithCanonicalMapping, "№한글"), ("아이폰 15 프로", "№№7"),
      ("아이폰 15 프로 맥스", "№№9"),
      (String(String.UnicodeScalarView((0..<80).compactMap { Unicode.Scalar(0xAC00 + 28 * $0) })), "№№64"),
    ])
  func wholeName(name: String, token: String) {
    #expect(IndexTokens(SearchedTexts(name: name)).text.split(separator: " ").contains(Substring(token)))
    #expect(SearchStage(SearchTerms(name)).nameTokens?.tokens == [token])
  }

  @Test(
    "a name has a token for each of the standard equivalents that stands inside of a word, also across a space",
    arguments: [
      ("신형아이폰용", ["¬아이폰"]), ("신형아이폰", []), ("아이폰용", []), ("신형 아이폰 용", []), ("신형아이 폰용", ["¬아이폰"]),
      ("신형아이폰14", []),
      ("헌노트북용과 새노트북용", ["¬노트북"]), ("동맥경화", []), ("lgbt", []),
    ])
  func innerWords(name: String, expected: [String]) {
    let tokens = IndexTokens(SearchedTexts(name: name)).text.split(separator: " ").filter {
      $0.hasPrefix("¬")
    }
    #expect(Set(tokens.map(String.init)) == Set(expected))
  }

  @Test("a name without words has no tokens", arguments: ["!?", "", " "])
  func nothing(name: String) { #expect(IndexTokens(SearchedTexts(name: name)).utf8.isEmpty) }

  @Test("the tokens of other fields have marks, and are listed apart")
  func fields() {
    let tokens = IndexTokens(SearchedTexts(name: "가", vendor: "나다", description: "가 wood 14"))
    #expect(tokens.text == "가 №가 §나 §다 §나다 ¶가 ¶wood ¶·w ¶…woo ¶…ood ¶14 ¶·1 ¶wood14")
    let listed = tokens.listed.map { "\($0.field) \(String(decoding: tokens.utf8[$0.range], as: UTF8.self))" }
    #expect(listed == ["vendor 나다", "description wood", "description 14", "description wood14"])
  }

  @Test(
    "of a long description the beginning is taken, whole scalars",
    arguments: ["가", "é", "🔥", "a", "e\u{301}", "한".decomposedStringWithCanonicalMapping])
  func longDescriptions(part: String) throws {
    let text = String(repeating: part, count: 100_000 / part.utf8.count)
    let taken = try #require(SearchedTexts(name: "", description: text).description)
    #expect(text.utf8.starts(with: taken.utf8))
    #expect(3_997...4_000 ~= taken.utf8.count && !taken.unicodeScalars.contains("\u{FFFD}"))
  }

  @Test(
    "words, numbers and neighbours that are asked for by their beginning are listed",
    arguments: [
      ("아이폰 14 Pro", ["아이", "이폰", "14", "pro", "14pro"]), ("S2 S23", ["s23", "23"]), ("3개월", ["개월"]),
      ("a 1", []),
    ])
  func listed(name: String, expected: [String]) {
    let tokens = IndexTokens(SearchedTexts(name: name))
    #expect(
      Set(tokens.listed.map { String(decoding: tokens.utf8[$0.range], as: UTF8.self) }) == Set(expected))
  }

  private func expression(
    _ text: String, _ scope: SearchStage.Scope = .name,
    beginning: @escaping (String) -> [String]? = { _ in nil },
    neighbours: @escaping (String, String) -> [String]? = { _, _ in nil },
    containing: @escaping (String, Bool) -> [String]? = { _, _ in [] }, hasLongWords: Bool = false,
    isFound: @escaping (String) -> Bool = { _ in true }
  ) throws -> MatchExpression {
    try MatchExpression(
      for: SearchStage(SearchTerms(text), scope),
      from: { field in
        TokenLookup(
          field: field, beginning: beginning, neighbours: neighbours, containing: containing,
          hasLongWords: { hasLongWords })
      }, isFound: isFound)
  }

  @Test(
    "the search text becomes quoted tokens",
    arguments: [
      ("게이밍의자", #""게이" AND "이밍" AND "밍의" AND "의자""#), ("게이밍 의자", #""게이" AND "이밍" AND "의자""#), ("김", #""김""#),
      ("아이폰14", #""아이" AND "이폰" AND "14"*"#), ("폰14", #""폰" AND "14"*"#),
      ("아이폰 14", #""아이" AND "이폰" AND "14"*"#), ("14 아이폰", #""14" AND "아이" AND "이폰""#), ("맥 ㅂ", #""맥""#),
      ("맥북ㅏ", #""맥북" AND "북ㅏ""#), ("s23", #""s23"*"#), ("S 23", #""s" AND "23"*"#),
      ("1.5", #""1" AND ("5" OR "·5")"#),
      ("맥북/에어", #""맥북" AND "에어""#), ("5개", #""5개""#), ("5개월", #""5개" AND "개월""#),
      ("2개14", #""2개" AND "14"*"#), ("ㅋㅋ", #""ㅋㅋ""#), ("아이폰 ㅋ", #""아이" AND "이폰""#), ("14ㅋ", #""14"*"#),
      ("의자 의자", #""의자""#), ("128gb용", #""128gb" AND "용""#),
      ("a OR", #""a" AND "or"*"#), (#"NEAR("a" b*)"#, #""near" AND "a" AND ("b" OR "·b")"#),
      ("g: -의자 ^의자", #""g" AND "의자""#),
      ("ｉＰhone", #""iphone"*"#), ("AND NOT", #""and" AND ("not" OR "…not")"#),
      ("'; DROP TABLE product; --", #""drop" AND "table" AND "product"*"#),
    ])
  func expression(text: String, expected: String) throws {
    #expect(try expression(text).text == expected)
  }

  @Test(
    "names are looked at where tokens do not tell that they stand together",
    arguments: [
      ("의자", MatchExpression.Verification.none), ("3개", .none), ("s2", .none), ("아이폰", .some(["×이"])),
      ("3개월", .some(["×개"])), ("게이밍 아이폰", .some(["×이"])), ("s23울", .some(["×23"])), ("아이폰14", .all),
      ("노스페이스", .some(["✕스", "×페", "×이"])), ("스페이스", .some(["×페", "×이"])),
      ("스페이스ㄱ", .some(["×페", "×이", "×스"])),
      ("나나가나가", .some(["×나", "×가"])), ("gb용", .all), ("1.5", .all), ("아이폰 14", .some(["×이"])),
      ("맥북ㅍ", .some(["×북"])), ("맥ㅍ", .none),
    ])
  func verification(text: String, expected: MatchExpression.Verification) throws {
    let expression = try expression(text, beginning: { _ in [] }, neighbours: { _, _ in [] })
    #expect(expression.verification == expected)
  }

  @Test(
    "a beginning stands for the tokens that begin with it, and a Latin run for the words around it",
    arguments: [
      ("pods", #""pods" OR "podsx" OR "earpodsx""#),
      ("pods pro", #"("pods" OR "airpods") AND ("pro" OR "…pro")"#),
      ("pods2", #""pods2" OR "pods25" OR "airpods2""#), ("air", #""air" OR "…air""#), ("zz", #""zz""#),
      ("9", #""9" OR "·9""#),
      ("맥ㅂ", #""맥바" OR "맥북" OR "맥빔""#), ("새 맥ㅂ", #""새" AND ("맥바" OR "맥북" OR "맥빔")"#),
    ])
  func tokensOfTheIndex(text: String, expected: String) throws {
    let listed = ["맥박", "맥북", "맥빔", "맥빵", "맥세", "pods25", "podsx"].sorted()
    func between(_ first: String, _ end: String) -> [String] { listed.filter { first < $0 && $0 < end } }
    let expression = try expression(
      text, beginning: { text in text == "pods" ? ["podsx"] : [] },
      neighbours: { first, end in between(first, end).filter { $0 != "맥박" } },
      containing: { $0 == "pods" ? [$1 ? "airpods" : "earpodsx"] : [] })
    #expect(expression.text == expected)
  }

  @Test(
    "a Latin run that too many words have inside is asked for by its parts, and the names are looked at",
    arguments: [
      ("pods", #""pods" OR ("…pod" AND "…ods")"#),
      ("pods pro", #"("pods" OR ("…pod" AND "…ods")) AND ("pro" OR "…pro")"#),
      ("pod2", #"(("…pod") AND ("2" OR "·2")) OR "pod2""#),
    ])
  func manyWords(text: String, expected: String) throws {
    let expression = try expression(
      text, beginning: { _ in [] }, neighbours: { _, _ in [] }, containing: { _, _ in nil })
    #expect(expression.text == expected)
    #expect(expression.verification == .all)
  }

  @Test("words that are too long to be listed are asked for by their parts, and these names are looked at")
  func longWords() throws {
    let expression = try expression("pods", beginning: { _ in [] }, hasLongWords: true)
    #expect(expression.text == #""pods" OR ("‡" AND ("…pod" AND "…ods"))"#)
    #expect(expression.verification == .some(["‡"]))
  }

  @Test(
    "in other fields one piece or more is asked for, the others anywhere",
    arguments: [
      ("의자", #"(("§의자") OR ("¶의자"))"#, MatchExpression.Verification.none),
      (
        "새 의자",
        #"(("§새") OR ("¶새")) AND (("의자") OR ("§의자") OR ("¶의자")) OR (("§의자") OR ("¶의자")) AND (("새") OR ("§새") OR ("¶새"))"#,
        .none
      ),
      ("아이폰", #"(("§아이" AND "§이폰") OR ("¶아이" AND "¶이폰"))"#, .some(["§×이", "¶×이"])),
    ])
  func elsewhere(text: String, expected: String, verification: MatchExpression.Verification) throws {
    let expression = try expression(text, .elsewhere)
    #expect(expression.text == expected)
    #expect(expression.verification == verification)
  }

  @Test("in all fields at once each piece is asked for where it may be")
  func anywhere() throws {
    let some = try expression("새 의자", .anywhere, isFound: { $0.contains("의자") })
    #expect(some.text == #"(("새")) AND ((("의자") OR ("§의자") OR ("¶의자")))"#)
    let name = try expression("의자", .anywhere, isFound: { _ in false })
    #expect(name.text == #"(("의자"))"#)
  }

  @Test("a piece that no other field has is not asked for there, and without any nothing is")
  func nowhere() throws {
    let some = try expression("새 의자", .elsewhere, isFound: { $0.contains("의자") })
    #expect(some.text == #"(("§의자") OR ("¶의자")) AND (("새"))"#)
    let none = try expression("새 아이폰", .elsewhere, isFound: { _ in false })
    #expect(none.text.isEmpty && none.verification == .none)
  }

  @Test(
    "texts without letters and digits have no pieces",
    arguments: ["", " \n\t", "!?*\"'", "🔥", "\u{200B}", "()"])
  func nothing(text: String) {
    #expect(SearchTerms(text).pieces.isEmpty)
  }
}
