import OpenMarketAPI
import OpenMarketTestSupport
import Testing

@testable import OpenMarketMock
@testable import OpenMarketStore

struct SpellingTests {
  private static func catalogueName(_ id: Int64, seed: UInt64) -> String {
    var name: [UInt8] = []
    ProductTraits(seed: seed, id: id).appendName(to: &name)
    return String(decoding: name, as: UTF8.self)
  }

  private static let names = [
    "아이폰 14 프로", "아이폰 케이스", "갤럭시 S23 울트라", "갤럭시 S24", "맥북 프로 14", "맥북 에어 M2", "iPhone 12 mini", "게이밍의자용 쿠션",
    "삼성 냉장고 128리터", "캠핑 의자", "LG 노트북", "챠콜 목도리", "DD1391 운동화", "접이식 책상", "블루투스 이어폰",
  ]

  @Test(
    "a mistyped text finds what was meant",
    arguments: [
      ("아이퐁", "아이폰"), ("겔럭시", "갤럭시"), ("맵국 프로", "맥북 프로"), ("맵국프로", "맥북프로"), ("맥북츠로", "맥북프로"),
      ("iphnoe", "iPhone"),
      ("iphnoe 12", "iPhone 12"), ("게이밍으자", "게이밍의자"), ("겔럭시S23", "갤럭시S23"), ("아이퐁 케이즈", "아이폰 케이스"),
      ("냉장거 128", "냉장고 128"),
      ("블루트스", "블루투스"), ("불루투쓰 이어폰", "블루투스 이어폰"), ("접이식책샹", "접이식책상"), ("놑북", "노트북"),
      ("아이ㅣ폰", "아이폰"), ("아이포ㅗㄴ", "아이폰"), ("노트ㅡㅂ구", "노트북"), ("cini", "mini"),
    ])
  func finds(typed: String, meant: String) async throws {
    let test = try await TestStore.listing(Self.names)
    let results = try await test.store.search(SearchQuery(typed))
    #expect(results.correction == .spelling(meant))
    #expect(try await results.hits.map(\.id) == test.store.search(SearchQuery(meant)).hits.map(\.id))
    #expect(!results.hits.isEmpty && results.hits.allSatisfy { !$0.matches.isEmpty })
  }

  @Test(
    "numbers, codes of models, short words and texts with hits stay as they are",
    arguments: ["129", "S25", "DD1392", "128.", "DE1391", "M3", "냉장고 129", "의쟈"])
  func leaves(typed: String) async throws {
    let test = try await TestStore.listing(Self.names)
    let results = try await test.store.search(SearchQuery(typed))
    if case .spelling(let text) = results.correction {
      #expect(typed == "의쟈" && text == "의자", "\(typed) became \(text)")
    }
  }

  @Test("of two words as near, the one that sounds the same is meant, although fewer products have it")
  func homophones() async throws {
    let test = try await TestStore.listing(["메타 퀘스트", "매트 특대", "매트 소형"])
    #expect(try await test.store.search(SearchQuery("매타")).correction == .spelling("메타"))
  }

  @Test("a slip of shift in one of several words is corrected, although names have the word by itself")
  func shift() async throws {
    let test = try await TestStore.listing(["구스 이불", "꾸스한 책"])
    let results = try await test.store.search(SearchQuery("꾸스 이불"))
    #expect(results.correction == .spelling("구스 이불"))
    #expect(results.hits.map(\.id) == [1])
    #expect(try await test.store.search(SearchQuery("꾸스한 책")).correction == nil)
  }

  @Test("only words of products on sale are corrected to")
  func followsProducts() async throws {
    let test = try await TestStore.listing(["아이폰", "맥북"])
    func correction() async throws -> SearchCorrection? {
      try await test.store.updateSuggestions()
      return try await test.store.search(SearchQuery("아이퐁")).correction
    }
    #expect(try await correction() == .spelling("아이폰"))
    try await test.store.save([.listed(1, name: "책상")], fetchedAt: noon)
    #expect(try await correction() == nil)
    try await test.store.save([.listed(2, name: "아이폰")], fetchedAt: noon)
    #expect(try await correction() == .spelling("아이폰"))
    try await test.store.remove([1, 2])
    #expect(try await correction() == nil)
    let blocks = try await test.store.readCache { db in
      try db.rows("SELECT length(words) FROM spelling") { $0.int64(0) }
    }
    #expect(blocks == [])
  }

  @Test("the words like a mistyped one are those of a search through all of them, likely ones first")
  func oracle() async throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    let names = (1...400).map { Self.catalogueName(Int64($0), seed: seed) }
    let test = try await TestStore.listing(names)
    let texts = try await test.store.readCache { db in
      try db.rows("SELECT text FROM suggestion WHERE text NOT LIKE '% %'") { $0.text(0) }
    }
    let words = texts.filter { SpellingIndex.keys(of: FoldedText.scalars(of: $0)) != nil }
    #expect(words.count > 100)
    var (right, all) = (0, 0)
    for _ in 0..<80 {
      guard let word = words.randomElement(using: &random) else { continue }
      let folded = TextRun.runs(of: word).first?.scalars ?? []
      let meant = String(String.UnicodeScalarView(folded))
      let errors = TypingCost.budget(ofKeys: TypingKeys(firstOf: folded).bytes.count)
      guard errors > 0,
        let typed = TypingSlips.mistyped(
          meant, errors: .random(in: 1...errors, using: &random), using: &random),
        // What is too short to be corrected finds nothing, itself included.
        TypingCost.budget(ofKeys: TypingKeys(firstOf: typed.unicodeScalars).bytes.count) > 0
      else { continue }
      let found = try await test.store.readCache {
        try SpellingLookup.words(like: typed.unicodeScalars, in: $0)
      }
      let costs = found.map { $0.cost.errors }
      #expect(costs == costs.sorted(), "\(typed), seed \(seed)")
      let foundKeys = Set(found.map { TypingKeys(firstOf: FoldedText.scalars(of: $0.text)) })
      let expected = words.filter { word in
        let run = String(String.UnicodeScalarView(TextRun.runs(of: word).first?.scalars ?? []))
        return Oracle.isLikeWhole(typed, run)
      }
      #expect(
        found.count == SpellingLookup.limit
          || expected.allSatisfy { foundKeys.contains(TypingKeys(firstOf: FoldedText.scalars(of: $0))) },
        "\(typed) for \(meant): \(found.map(\.text)), not \(expected), seed \(seed)")
      guard Oracle.isLikeWhole(typed, meant) else { continue }
      all += 1
      if foundKeys.contains(TypingKeys(firstOf: folded)) { right += 1 }
    }
    #expect(all > 20 && Double(right) >= 0.95 * Double(all), "\(right) of \(all), seed \(seed)")
  }

  @Test(
    "nothing strange is corrected, nor takes long",
    arguments: [
      "ㅁㅁㅁㅁㅁㅁ", "ㅏㅏㅏㅏ", "ㅋㅋㅋㅋㅋㅋㅋㅋ", "👍👍👍👍", "👨‍👩‍👧‍👦", "e\u{301}\u{301}\u{301}\u{301}",
      "\u{301}\u{302}\u{303}\u{304}", "가",
      String(repeating: "가", count: 1_300), String(repeating: "z", count: 4_000), "日本語日本語", "ﾊﾝｸﾞﾙ",
    ])
  func strange(text: String) async throws {
    let test = try await TestStore.listing(Self.names)
    #expect(try await test.store.search(SearchQuery(text)).hits.isEmpty)
    #expect(try await test.store.suggestions(for: text).isEmpty)
    let huge = String(repeating: text, count: 100_000 / max(1, text.utf8.count))
    #expect(
      try await test.store.readCache { try SpellingLookup.words(like: huge.unicodeScalars, in: $0) }.isEmpty)
    #expect(try await test.store.suggestions(for: huge).isEmpty)
  }

  @Test("every beginning of a mistyped text can be asked for")
  func beginnings() async throws {
    let test = try await TestStore.listing(Self.names + ["가", "a"])
    let text = "불루투쓰 이어퐁 겔럭시S23 iphnoe 12 mini 접이식책샹 DD1391"
    for end in text.indices {
      let typed = String(text[..<end])
      _ = try await test.store.suggestions(for: typed)
      _ = try await test.store.search(SearchQuery(typed))
    }
  }

  @Test(
    "suggestions forgive when there are none for the text as it is",
    arguments: [
      ("아이퐁", "[아이폰]"), ("겔럭ㅅ", "[갤럭시]"), ("iphnoe", "[iPhone]"), ("불루투", "[블루투]스"), ("삼성 냉장거", "[삼성 냉장고]"),
      ("아이폰", "[아이폰]"),
    ])
  func suggestions(typed: String, expected: String) async throws {
    let test = try await TestStore.listing(Self.names)
    let found = try await test.store.suggestions(for: typed).map(\.marked)
    #expect(found.contains { $0.hasPrefix(expected) }, "\(found)")
    #expect(try await test.store.suggestions(for: "129").isEmpty)
  }
}
