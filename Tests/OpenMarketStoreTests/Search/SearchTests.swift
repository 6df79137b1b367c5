import Foundation
import GRDB
import OpenMarketAPI
import OpenMarketTestSupport
import Testing

@testable import OpenMarketStore

struct SearchTests {
  @Test(
    "finds a name by any part of it, whatever the spaces, case, width and normal form",
    arguments: [
      ("게이밍 의자", ["게이밍의자", "게이밍 의자", "의자", "밍의", "자", "게", "이밍 의", "의자 게이밍", "의자ㅂ", "의ㅈ"]),
      (
        "애플 AirPods Pro 2세대",
        ["airpods", "AIRPODS", "air", "pods", "Pods Pro", "ｐｒｏ", "2세대", "pro2", "애플 pro", "pro 2", "rPo"]
      ),
      ("갤럭시S23 울트라 512GB", ["S23", "s 23", "갤럭시 S23", "갤럭시S23울트라", "512", "512gb", "51", "512G", "울트라512"]),
      ("아이폰 14 프로", ["아이폰14", "아이폰 14", "14프로", "폰14", "아이폰14프로"]),
      ("WH-1000XM4 헤드폰", ["wh-1000xm4", "WH1000XM4", "1000xm", "xm4", "wh"]),
      ("Café ㅋㅋ 급처", ["cafe", "CAFÉ", "caf\u{65}\u{301}", "ㅋㅋ", "ㅋㅋ급처", "급처"]),
    ])
  func finds(name: String, texts: [String]) async throws {
    let test = try TestStore()
    try await test.store.save(
      [
        .listed(1, name: name), .listed(2, name: name.decomposedStringWithCanonicalMapping),
        .listed(3, name: "책상"),
      ],
      fetchedAt: noon)
    for text in texts {
      for form in [text, text.decomposedStringWithCanonicalMapping] {
        let results = try await test.store.search(SearchQuery(form))
        #expect(results.hits.map(\.stored).ids == [2, 1], "\(text) in \(name)")
        #expect(results.correction == nil, "\(text) in \(name)")
        #expect(results.hits.allSatisfy { !$0.matches.isEmpty }, "\(text) in \(name)")
      }
    }
  }

  @Test("a syllable of which only the first consonant is typed narrows the hits, unless none goes on so")
  func unfinishedSyllable() async throws {
    let test = try TestStore()
    try await test.store.save(
      [
        .listed(1, name: "맥북 에어"), .listed(2, name: "맥세이프"), .listed(3, name: "맥 부품"),
        .listed(4, name: "맥/북"),
        .listed(5, name: "맥북맥세이프"),
      ], fetchedAt: noon)
    #expect(try await test.find("맥ㅂ") == [5, 3, 1])
    #expect(try await test.find("맥ㅅ") == [5, 2])
    #expect(try await test.find("맥북ㅇ") == [1])
    #expect(try await test.find("맥북ㅁ") == [5])
    #expect(try await test.find("맥ㅎ") == [5, 4, 3, 2, 1])
    #expect(try await test.find("맥 ㅂ") == [5, 4, 3, 2, 1])
    let hit = try #require(try await test.store.search(SearchQuery("맥ㅂ")).hits.first { $0.id == 1 })
    #expect(hit.matches.map { hit.stored.product.name[$0] } == ["맥북"])
  }

  @Test("neighbours in different places of a name do not make up a text that it does not have")
  func lookalikes() async throws {
    let test = try TestStore()
    try await test.store.save(
      [
        .listed(1, name: "미개봉"), .listed(2, name: "미개 3개봉"), .listed(3, name: "개봉 미개"),
        .listed(4, name: "아이폰 15 14"),
        .listed(5, name: "14 아이폰"), .listed(6, name: "아이폰 14"), .listed(7, name: "a1b c1d"),
        .listed(8, name: "노스 우 스페이스"), .listed(9, name: "눕시 노스페이스"), .listed(10, name: "스 노스 페이스"),
        .listed(11, name: "노스페 이페이스"),
      ], fetchedAt: noon)
    for sort in ProductSort.allCases {
      for (text, expected) in [
        ("미개봉", [1]), ("3개봉", [2]), ("아이폰14", [6]), ("a1b", [7]), ("a1d", []), ("15 14", [4]), ("15.14", [4]),
        ("노스페이스", [9, 10]), ("스페이스", [8, 9, 10]),
      ] as [(String, Set<Int64>)] {
        for counting in [SearchQuery.Counting.exact, .upTo(1), .upTo(10)] {
          var query = SearchQuery(text, filter: ProductFilter(minimumPrice: 0), sort: sort)
          query.correctsEmptyResults = false
          query.counting = counting
          let results = try await test.store.search(query)
          #expect(Set(results.hits.map(\.stored).ids) == expected, "\(text)")
          // A count up to one may end there, although the page has more.
          let mayEndEarly = counting == .upTo(1) && expected.count > 1
          #expect(
            results.count == .exact(expected.count) || mayEndEarly && results.count == .atLeast(1), "\(text)")
        }
      }
    }
  }

  @Test(
    "a hit behind hundreds of names that have the text in parts only is found, and counted",
    arguments: ProductSort.allCases, [SearchQuery.Counting.exact, .upTo(1), .upTo(1_000)])
  func behindLookalikes(sort: ProductSort, counting: SearchQuery.Counting) async throws {
    let test = try TestStore()
    let lookalikes = (2...900).map { Product.listed($0, name: "하이 이트 \($0)") }
    try await test.store.save([Product.listed(1, name: "하이트")] + lookalikes, fetchedAt: noon)
    var query = SearchQuery("하이트", sort: sort, limit: 1)
    query.counting = counting
    let results = try await test.store.search(query)
    #expect(results.hits.map(\.stored).ids == [1])
    #expect(results.count == .exact(1))
  }

  @Test("a text that hundreds of names have in parts only is corrected as another one is")
  func correctedLookalikes() async throws {
    let test = try TestStore()
    let lookalikes = (2...900).map { Product.listed($0, name: "하이 이트 \($0)") }
    try await test.store.save([Product.listed(1, name: "화이트")] + lookalikes, fetchedAt: noon)
    try await test.store.updateSuggestions()
    let results = try await test.store.search(SearchQuery("하이트"))
    #expect(results.hits.map(\.stored).ids == [1])
    #expect(results.correction == .spelling("화이트"))
  }

  @Test(
    "is not misled by words that only look alike",
    arguments: ["책상의", "아이폰15", "s 24", "폰아", "se", "프로 13", "14 15"])
  func doesNotFind(text: String) async throws {
    let test = try TestStore()
    try await test.store.save(
      [
        .listed(1, name: "아이폰 14 프로"), .listed(2, name: "S23"), .listed(3, name: "case"),
        .listed(4, name: "책상/의자"),
      ],
      fetchedAt: noon)
    var query = SearchQuery(text)
    query.correctsEmptyResults = false
    let results = try await test.store.search(query)
    #expect(results.hits.isEmpty && results.correction == nil && results.count == .exact(0))
  }

  @Test("a renamed or removed product is found by its present name only")
  func noGhosts() async throws {
    let test = try TestStore()
    try await test.store.save([.listed(1, name: "의자"), .listed(2, name: "AirPods")], fetchedAt: noon)
    try await test.store.save([.listed(1, name: "책상")], fetchedAt: noon)
    try await test.store.remove([2])
    #expect(try await test.find("의자").isEmpty)
    #expect(try await test.find("pods").isEmpty)
    #expect(try await test.find("책상") == [1])
    try await test.store.save([.listed(2, name: "의자 pods")], fetchedAt: noon)
    #expect(try await test.find("의자") == [2])
  }

  @Test(
    "what is not Korean for a search is a plain text to it",
    arguments: [
      "a OR", "NEAR(", "NEAR(a b)", "\"", "\"의자", "의자\"", "*", "의*자", "^의자", "-의자", "의자 NOT 책상", "g:의자",
      "{g}:의자", "(의자",
      "의자)", "'; DROP TABLE product; --", "%", "_", "의자\0책상", "\u{FFFD}", "\u{FFFD}의자", "🔥", "??", "\u{202E}",
      "AND", "OR", "NOT",
    ])
  func hostileTexts(text: String) async throws {
    let test = try TestStore()
    try await test.store.save([.listed(1, name: "의자")], fetchedAt: noon)
    for sort in ProductSort.allCases { _ = try await test.store.search(SearchQuery(text, sort: sort)) }
    _ = try await test.store.suggestions(for: text)
    #expect(try await test.find("의자") == [1])
  }

  @Test(
    "a name is found by every beginning of it, while it is typed key by key and deleted again",
    arguments: ["접이식 캠핑 의자 세트", "갤럭시 S23 울트라 256기가 자급제", "값싼 닭장 없앨 분", "애플워치 SE 2세대 44mm GPS"])
  func typing(name: String) async throws {
    let test = try TestStore()
    try await test.store.save(
      [.listed(1, name: name), .listed(2, name: "책상")] + (3...40).map { .listed($0, name: "다른 물건 \($0)") },
      fetchedAt: noon)
    let states = Self.states(of: name)
    for state in states + states.reversed() {
      let results = try await test.store.search(SearchQuery(state, limit: 200))
      // 접잇 on the way to 접이식 is no beginning: it may be corrected, or have no hits.
      if name.hasPrefix(state) {
        #expect(results.hits.map(\.id).contains(1) && results.correction == nil, "\(state)")
      }
      _ = try await test.store.suggestions(for: state)
    }
  }

  /// What stands in a field after each key.
  private static func states(of text: String) -> [String] {
    var states: [String] = []
    var (done, composer) = ("", HangulComposer())
    for scalar in text.unicodeScalars {
      guard let strokes = TwoSetKeyboard.strokes(of: scalar) else {
        composer.finish()
        done += String(composer.text) + String(scalar)
        composer = HangulComposer()
        states.append(done)
        continue
      }
      for stroke in strokes {
        if let jamo = TwoSetKeyboard.jamo(ofKey: stroke) { composer.type(jamo) }
        var composed = composer
        composed.finish()
        states.append(done + String(composed.text))
      }
    }
    return states
  }

  @Test("names of one character are found by it, and a name of 100 kB by its words")
  func shortestAndLongest() async throws {
    let names = ["가", "a", "1", "ㄱ", "🔥", ".", "é"]
    let test = try TestStore()
    let long = String(repeating: "낱말 word 12 ", count: 100_000 / "낱말 word 12 ".utf8.count) + "마지막"
    try await test.store.save(
      (names + [long]).enumerated().map { .listed(Int64($0.offset + 1), name: $0.element) }, fetchedAt: noon)
    for (index, name) in names.enumerated() where !["🔥", "."].contains(name) {
      let first = try await test.store.search(SearchQuery(name)).hits.first
      #expect(first?.id.rawValue == Int64(index + 1), "\(name)")
    }
    for text in ["마지막", "낱말 마지막", "word12마지막", "마ㅈ"] {
      #expect(try await test.find(text) == [Int64(names.count + 1)], "\(text)")
    }
    try await test.store.updateSuggestions()
    _ = try await test.store.suggestions(for: "낱")
  }

  @Test("empty and blank texts find nothing", arguments: ["", " ", "\n\t ", "\u{3000}", "!"])
  func blank(text: String) async throws {
    let test = try TestStore()
    try await test.store.save([.listed(1, name: "의자 !")], fetchedAt: noon)
    let results = try await test.store.search(SearchQuery(text))
    #expect(results.hits.isEmpty && results.correction == nil)
    try await test.store.updateSuggestions()
    #expect(try await test.store.suggestions(for: text) == [])
  }

  @Test("texts of the greatest length are searched for, longer ones are refused with advice")
  func length() async throws {
    let test = try TestStore()
    try await test.store.save([.listed(1, name: "의자")], fetchedAt: noon)
    let words = String((0..<2_000).map { "\($0 % 10) " }.joined().prefix(4_000))
    let letters = (0..<1_000).map { Unicode.Scalar(0xAC00 + UInt32($0) * 7)! }.map { "\($0) " }.joined()
    for text in [words, String(repeating: "a1", count: 2_000), String(repeating: "가", count: 1_333), letters]
    {
      let longest = String(decoding: text.utf8.prefix(4_000), as: UTF8.self).prefix(1_900)
      #expect(try await test.store.search(SearchQuery(String(longest))).hits.isEmpty)
    }
    for text in [String(repeating: "a", count: 4_001), String(repeating: "의자 ", count: 25_000)] {
      let error = await #expect(throws: StoreError.self) { try await test.store.search(SearchQuery(text)) }
      #expect(error?.code == .invalidInput)
      #expect(try await test.store.suggestions(for: text) == [])
    }
  }

  @Test("limits out of range and cursors of another search are refused")
  func invalid() async throws {
    let test = try TestStore()
    try await test.store.save((1...5).map { .listed($0, name: "의자") }, fetchedAt: noon)
    let cursor = try #require(try await test.store.search(SearchQuery("의자", limit: 2)).next)
    for query in [
      SearchQuery("의자", limit: 0), SearchQuery("의자", limit: 201), SearchQuery("책상", after: cursor),
      SearchQuery("의자", sort: .newest, after: cursor),
      SearchQuery("의자", filter: .init(vendorID: 1), after: cursor),
    ] {
      let error = await #expect(throws: StoreError.self) { try await test.store.search(query) }
      #expect(error?.code == .invalidInput)
    }
    await #expect(throws: StoreError.self) { try await test.store.suggestions(for: "의", limit: 0) }
  }

  @Test("names come back as they were stored, with the stamp of their fetching")
  func stored() async throws {
    let test = try TestStore()
    try await test.store.save([.detailed(4)], completeness: .detailed, fetchedAt: noon)
    let hit = try #require(try await test.store.search(SearchQuery("product")).hits.first)
    #expect(hit.stored == (try await test.store.product(4)))
  }

  @Test("an index of another norm version is made anew when the store is opened")
  func normVersion() async throws {
    let folder = try TemporaryFolder()
    let old = try MarketStore(folder: folder.url)
    try await old.save([.listed(1, name: "의자")], fetchedAt: noon)
    try await old.writeCache { db in
      try db.execute(sql: "UPDATE meta SET value = 0 WHERE key = 'norm_version'")
      try db.execute(sql: "INSERT INTO product_fts(product_fts) VALUES ('delete-all')")
      try db.execute(sql: "INSERT INTO product_fts(rowid, g) VALUES (1, 'ghost')")
    }
    try old.close()
    let new = try MarketStore(folder: folder.url)
    #expect(try await new.search(SearchQuery("의자")).hits.count == 1)
    #expect(try await new.search(SearchQuery("ghost")).hits.isEmpty)
    try await new.updateSuggestions()
    #expect(try await new.suggestions(for: "ㅇ").map(\.text) == ["의자"])
  }

  @Test(
    "copies of the version that had an index by vendor have all of a vendor's products after its migration")
  func vendorIndex() async throws {
    let folder = try TemporaryFolder()
    let old = try MarketStore(folder: folder.url)
    try await old.save(
      [.listed(1, name: "!!!", vendor: -7), .listed(2, name: "의자", vendor: -7)], fetchedAt: noon)
    try await old.writeCache { db in
      try db.execute(
        sql: """
          CREATE INDEX product_vendor ON product(vendor_id);
          DROP TABLE product_term_recent;
          DELETE FROM grdb_migrations WHERE identifier LIKE '3%';
          UPDATE meta SET value = 10 WHERE key = 'norm_version';
          INSERT INTO product_fts(product_fts) VALUES ('delete-all');
          """)
    }
    try old.close()
    let new = try MarketStore(folder: folder.url)
    let filter = ProductFilter(vendorID: -7)
    #expect(try await new.newest(limit: 5, filter: filter).ids == [2, 1])
    #expect(try await new.productCount(filter) == 2)
    #expect(try await new.search(SearchQuery("의자")).hits.count == 1)
  }
}

extension TestStore {
  /// The ids of the hits for a text as it is, without corrections, newest first.
  func find(_ text: String, filter: ProductFilter = .all) async throws -> [Int64] {
    var query = SearchQuery(text, filter: filter, sort: .newest, limit: 200)
    query.correctsEmptyResults = false
    return try await store.search(query).hits.map(\.stored).ids
  }
}
