import Foundation
import GRDB
import OpenMarketAPI
import OpenMarketTestSupport
import Testing

@testable import OpenMarketStore

struct SuggestionTests {
  @Test(
    "every state of typing finds the text, and shows which part it stands for",
    arguments: [
      ("ㅁ", "[맥]북"), ("매", "[맥]북"), ("맥", "[맥]북"), ("맥ㅂ", "[맥북]"), ("맥부", "[맥북]"), ("맥북", "[맥북]"),
      ("aorqnr", "[맥북]"), ("ao", "[맥]북"),
      ("ㄴㅌㅂ", "[노트북]"), ("ㄴㅌ", "[노트]북"), ("ㅌ", ""), ("콛", "[코드]리스"), ("ㅋㄷㄹ", "[코드리]스"), ("ㅑㅔㅙ", "[ipho]ne"),
      ("IPH", "[iph]one"),
      ("ｉｐ", "[ip]hone"), ("맥북".decomposedStringWithCanonicalMapping, "[맥북]"), ("갓", "[가수]"), ("ㄱㅅ", "[가수]"),
      ("ㄳ", "[가수]"),
    ])
  func states(typed: String, expected: String) async throws {
    let test = try await TestStore.listing(["맥북", "노트북", "코드리스", "iphone", "가수"])
    #expect(
      try await test.store.suggestions(for: typed).map(\.marked) == (expected.isEmpty ? [] : [expected]))
  }

  @Test("words within names are found, and spaces do not matter")
  func words() async throws {
    let test = try await TestStore.listing(["삼성 게이밍 의자"])
    let find = { (text: String) in try await test.store.suggestions(for: text).map(\.marked) }
    #expect(try await find("게이밍의") == ["삼성 [게이밍 의]자"])
    #expect(try await find("게이밍 의ㅈ") == ["삼성 [게이밍 의자]"])
    #expect(try await find("ㄱㅇㅁㅇㅈ") == ["삼성 [게이밍 의자]"])
    #expect(Set(try await find("의")) == ["삼성 게이밍 [의]자", "[의]자"])
    #expect(Set(try await find("삼")) == ["[삼]성 게이밍 의자", "[삼]성 게이밍", "[삼]성"])
    #expect(
      try await test.store.suggestions(for: "의자").map(\.kind).sorted { "\($0)" < "\($1)" } == [.name, .word])
  }

  @Test(
    "words of selling come behind things, however many listings have them, and are found where nothing else is"
  )
  func salesWords() async throws {
    let test = try await TestStore.listing(
      Array(repeating: "급처 가습기", count: 40) + ["🔥급매🔥 가방", "가위ㅠㅠ", "가지"])
    let find = { (text: String) in try await test.store.suggestions(for: text).map(\.text) }
    #expect(try await find("ㄱ").prefix(3) == ["가습기", "가방", "가지"])
    #expect(try await test.store.suggestions(for: "가", limit: 3).map(\.text) == ["가습기", "가방", "가지"])
    #expect(Set(try await find("급")) == ["급매", "급처"])
    // As they become more, too.
    try await test.store.save(
      (100..<400).map { .listed(Int64($0), name: "급처 가지") }, fetchedAt: noon)
    try await test.store.updateSuggestions()
    #expect(try await test.store.suggestions(for: "ㄱ", limit: 2).map(\.text) == ["가지", "가습기"])
  }

  @Test("texts of most products come first, and spellings of one text are one")
  func weights() async throws {
    let test = try await TestStore.listing(
      Array(repeating: "의자", count: 9) + Array(repeating: "의류", count: 30) + ["의자", "의 자", "의사"]
        + Array(repeating: "의견", count: 400))
    let found = try await test.store.suggestions(for: "의")
    #expect(found.map(\.text) == ["의견", "의류", "의자", "의사"])
    #expect(found.map(\.productCount) == [400, 30, 11, 1])
    #expect(try await test.store.suggestions(for: "의", limit: 2).map(\.text) == ["의견", "의류"])
  }

  @Test("a text is written as most products have it, also where the first one has it otherwise")
  func usualSpelling() async throws {
    // All at once, and one after the other.
    let names = ["닌텐 도 게임기", "닌텐도 칩", "닌텐도 팩", "맥북 프로", "맥북 프로 14", "맥북프로"]
    func find(_ text: String, in test: TestStore) async throws -> String? {
      try await test.store.suggestions(for: text).first.map { "\($0.text) \($0.productCount)" }
    }
    let atOnce = try await TestStore.listing(names)
    #expect(try await find("닌텐도", in: atOnce) == "닌텐도 3")
    #expect(try await find("맥북프", in: atOnce) == "맥북 프로 3")
    let test = try TestStore()
    for (offset, name) in names.prefix(3).enumerated() {
      try await test.store.save([.listed(Int64(offset + 1), name: name)], fetchedAt: noon)
      try await test.store.updateSuggestions()
    }
    #expect(try await find("닌텐도", in: test) == "닌텐도 3")
    #expect(try await test.store.search(SearchQuery("닌탠도")).correction == .spelling("닌텐도"))
    try await test.store.remove([1, 2, 3])
    try await test.store.updateSuggestions()
    let rows = try await test.store.readCache { db in
      try ["suggestion", "suggestion_key", "spelling"].flatMap { table in
        try db.rows("SELECT 1 FROM \(table)") { _ in table }
      }
    }
    #expect(rows.isEmpty)
  }

  @Test(
    "of more texts than are compared the heavy ones come: none that is left out weighs four times the lightest"
  )
  func manyTexts() async throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    var counts: [String: Int] = [:]
    for rank in 1...120 {
      let syllables = (0..<3).map { _ in
        ["가", "나", "다", "각", "남", "의"][Int.random(in: 0..<6, using: &random)]
      }
      counts["가" + syllables.joined(), default: 0] += 100 / rank + 1
    }
    let test = try await TestStore.listing(counts.flatMap { Array(repeating: $0.key, count: $0.value) })
    for typed in ["ㄱ", "가", "가ㄴ", "ㄱㄴ", "가나", "가나ㄱ", "가가나", "rkrk"] {
      let texts = counts.filter { TypedText.match(of: typed, in: $0.key) != nil }
      for limit in [1, 10, 50] {
        let found = try await test.store.suggestions(for: typed, limit: limit)
        let weights = found.map(\.productCount)
        #expect(
          weights == found.map { texts[$0.text] ?? 0 } && weights == weights.sorted(by: >), "seed \(seed)")
        #expect(Set(found.map(\.text)).count == min(limit, texts.count), "\(typed) \(limit), seed \(seed)")
        let others = texts.filter { text in !found.contains { $0.text == text.key } }.map(\.value)
        #expect(others.max() ?? 0 < 4 * (weights.last ?? 1), "\(typed) \(limit), seed \(seed)")
        if texts.count <= 16 { #expect(others.max() ?? 0 <= weights.last ?? 0, "\(typed), seed \(seed)") }
      }
    }
  }

  @Test("a text of two products comes before those of one, however many they are")
  func rareTexts() async throws {
    let rare = (0..<40).map { "가\(Character(UnicodeScalar(0xAC00 + UInt32($0) * 28) ?? "?"))" }
    let test = try await TestStore.listing(rare + ["가힣", "가힣"])
    let found = try await test.store.suggestions(for: "가")
    #expect(found.first?.text == "가힣" && found.count == 10)
  }

  @Test("a text that becomes common or rare moves before or behind others")
  func movingWeights() async throws {
    let test = try await TestStore.listing(["의자", "의류", "의류", "의류", "의류", "의류"])
    let find = { try await test.store.suggestions(for: "의").map { "\($0.text) \($0.productCount)" } }
    #expect(try await find() == ["의류 5", "의자 1"])
    for round in 0..<8 {
      try await test.store.save(
        (0..<10).map { .listed(Int64(100 + round * 10 + $0), name: "의자") }, fetchedAt: noon)
      try await test.store.updateSuggestions()
    }
    #expect(try await find() == ["의자 81", "의류 5"])
    #expect(try await tiers(of: "DMLWK", in: test) == [6])
    try await test.store.remove((100..<180).map { Product.ID(rawValue: $0) })
    try await test.store.updateSuggestions()
    #expect(try await find() == ["의류 5", "의자 1"])
    #expect(try await tiers(of: "DMLWK", in: test) == [10])
  }

  private func tiers(of key: String, in test: TestStore) async throws -> [Int64] {
    try await test.store.readCache { db in
      try db.rows("SELECT tier FROM suggestion_key WHERE key = ?", [key]) { $0.int64(0) }
    }
  }

  @Test("names that are sold out, changed or removed go, and come back")
  func followsProducts() async throws {
    let test = try await TestStore.listing(["맥북", "맥북"])
    func find(_ text: String) async throws -> [Int] {
      try await test.store.updateSuggestions()
      return try await test.store.suggestions(for: text).map(\.productCount)
    }
    #expect(try await find("맥") == [2])
    try await test.store.save([.listed(1, name: "맥북", stock: 0)], fetchedAt: noon)
    #expect(try await find("맥") == [1])
    try await test.store.save([.listed(2, name: "책상")], fetchedAt: noon)
    #expect(try await find("맥") == [])
    #expect(try await find("책") == [1])
    try await test.store.save([.listed(1, name: "맥북", stock: 3)], fetchedAt: noon)
    #expect(try await find("맥") == [1])
    try await test.store.remove([1, 2])
    #expect(try await find("맥") + find("책") == [])
    let rows = try await test.store.readCache { db in
      try ["suggestion", "suggestion_text", "suggestion_key"].flatMap { table in
        try db.rows("SELECT 1 FROM \(table)") { _ in table }
      }
    }
    #expect(rows.isEmpty)
  }

  @Test(
    "of very many texts, beginnings of one product's name are counted, and listed once another one has them")
  func countedTexts() async throws {
    let test = try await TestStore.listing(["책상"])
    test.store.suggestionUpkeep.pause()
    _ = try await test.store.writeCache {
      try $0.perform("UPDATE meta SET value = ? WHERE key = 'suggestion_count'", [SuggestionIndex.mostTexts])
    }
    func find(_ text: String) async throws -> [String] {
      try await test.store.updateSuggestions()
      return try await test.store.suggestions(for: text).map { "\($0.text) \($0.productCount)" }
    }
    try await test.store.save([.listed(10, name: "게이밍 의자"), .listed(11, name: "책상")], fetchedAt: noon)
    #expect(try await find("게이밍") == ["게이밍 1"])
    #expect(try await find("책") == ["책상 2"])
    try await test.store.save([.listed(12, name: "게이밍 의자")], fetchedAt: noon)
    #expect(try await find("게이밍의") == ["게이밍 의자 2"])
    try await test.store.remove([10])
    #expect(try await find("게이밍의") == ["게이밍 의자 1"])
    try await test.store.remove([12])
    #expect(try await find("게이밍") == [])
    try await test.store.save([.listed(13, name: "게이밍 의자")], fetchedAt: noon)
    try await test.store.updateSuggestions()
    try await test.store.save([.listed(14, name: "게이밍의자")], fetchedAt: noon)
    #expect(try await find("게이밍의") == ["게이밍의자 2"])
    try await test.store.remove([1, 11, 13, 14])
    #expect(try await find("게이밍") == [])
    #expect(try await test.store.readCache(SuggestionNumbers.all) == [])
  }

  @Test("a file whose suggestions an earlier version made gets those of this one")
  func earlierVersion() async throws {
    let test = try await TestStore.listing(["맥북 프로"])
    try await test.store.writeCache { db in
      try db.execute(
        sql: """
          UPDATE meta SET value = 5 WHERE key = 'norm_version';
          DROP TABLE suggestion_text; DROP TABLE suggestion_key;
          CREATE TABLE suggestion_text(key TEXT PRIMARY KEY, sid INTEGER NOT NULL) WITHOUT ROWID;
          CREATE TABLE suggestion_key(key TEXT NOT NULL, sid INTEGER NOT NULL, PRIMARY KEY(key, sid)) WITHOUT ROWID;
          CREATE TABLE suggestion_tier(tier INTEGER NOT NULL, key TEXT NOT NULL, sid INTEGER NOT NULL);
          INSERT INTO suggestion_text VALUES ('x', 1);
          """)
    }
    try test.store.close()
    let new = try MarketStore(folder: test.folder.url)
    try await new.updateSuggestions()
    #expect(try await new.suggestions(for: "맥").map(\.productCount) == [1, 1])
    #expect(try await new.search(SearchQuery("맥북", filter: ProductFilter(vendorID: 7))).hits.count == 1)
    let old = try await new.readCache { db in
      try db.rows("SELECT 1 FROM sqlite_schema WHERE name = 'suggestion_tier'") { $0.int64(0) }
    }
    #expect(old == [])
  }

  @Test("the background brings them up to date by itself")
  func background() async throws {
    let test = try TestStore()
    try await test.store.save([.listed(1, name: "의자")], fetchedAt: noon)
    await test.store.suggestionUpkeep.finished()
    #expect(try await test.store.suggestions(for: "의").map(\.text) == ["의자"])
  }

  @Test("an update that is cancelled or interrupted goes on where it stopped")
  func resumes() async throws {
    let test = try TestStore()
    test.store.suggestionUpkeep.pause()
    let names = (0..<1_200).map { "의자 \($0 % 7)번" }
    try await test.store.save(
      names.enumerated().map { .listed(Int64($0.offset + 1), name: $0.element) }, fetchedAt: noon)
    let first = try await test.store.writeCache { try SuggestionIndex.applyChanges(limit: 500, in: $0) }
    #expect(first == 500)
    let cancelled = Task {
      while !Task.isCancelled { await giveWay() }
      try await test.store.updateSuggestions()
    }
    cancelled.cancel()
    await #expect(throws: CancellationError.self) { try await cancelled.value }
    try await test.store.updateSuggestions()
    let found = try await test.store.suggestions(for: "의")
    #expect(found.first?.productCount == 1_200)
    #expect(found.dropFirst().map(\.productCount).reduce(0, +) == 1_200)
  }

  @Test(
    "damaged rows behind suggestions neither end the process nor stay",
    arguments: [
      "suggestion_text SET texts = x'FFFFFFFFFFFF7F09'", "suggestion_change SET count = 0",
      "suggestion_change SET count = -1", "suggestion_change SET count = 9223372036854775807",
      "suggestion_change SET delta = 9223372036854775807", "suggestion_change SET names = x'FFFFFFFF'",
      "suggestion_change SET names = x''", "suggestion SET weight = 9223372036854775807 WHERE text = '의자'",
      "meta SET value = 9223372036854775807 WHERE key = 'suggestion_count'",
    ])
  func damage(_ update: String) async throws {
    let test = try await TestStore.listing(["의자", "의자", "책상"])
    test.store.suggestionUpkeep.pause()
    try await test.store.save([.listed(10, name: "의자"), .listed(11, name: "의자")], fetchedAt: noon)
    try await test.store.writeCache { try $0.execute(sql: "UPDATE \(update)") }
    try await test.store.save([.listed(12, name: "책상")], fetchedAt: noon)
    try await test.store.updateSuggestions()
    #expect(try await test.store.suggestions(for: "책상").map(\.text) == ["책상"])
    #expect(try await test.store.readCache(SuggestionIndex.changeCount) == 0)
  }

  @Test("keys longer than the stored ones are compared to their end")
  func longTexts() async throws {
    let test = try await TestStore.listing(["가나다라마바사아자차카타파하가", "가나다라마바사아자차카타파하나"])
    #expect(try await test.store.suggestions(for: "가나다라마바사아자차카타파하나").map(\.text) == ["가나다라마바사아자차카타파하나"])
    #expect(try await test.store.suggestions(for: "가나다라마바사아자차카타파하").count == 2)
    #expect(try await test.store.suggestions(for: "ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎㄴ").count == 1)
  }
}

extension Suggestion {
  /// Its text with the match in brackets.
  var marked: String { "\(text[..<match.lowerBound])[\(text[match])]\(text[match.upperBound...])" }
}
