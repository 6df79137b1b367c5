import Foundation
import GRDB
import GRDBSQLite
import OpenMarketAPI
import OpenMarketTestSupport
import Testing

@testable import OpenMarketStore

/// Signs and emoji in search texts and names.
struct SearchSignsTests {
  @Test(
    "names that have the text's signs come first, in every order, and those without them behind",
    arguments: [
      ("c++", ["C 언어", "C++ 프로그래밍", "C# 입문", "Effective C++"], [4, 2], [3, 1]),
      ("C#", ["C 언어", "C++ 프로그래밍", "C# 입문", "Effective C++"], [3], [4, 2, 1]),
      ("s21+", ["갤럭시 S21+ 256", "갤럭시 S21 플러스", "S21"], [1], [3, 2]),
      ("S21＋ 256", ["갤럭시 S21+ 256", "갤럭시 S21 256"], [1], [2]),
      ("(갤럭시 s21+),", ["갤럭시 S21+", "갤럭시 S21"], [1], [2]),
      ("갤럭시s21+", ["갤럭시 S21+ 256", "갤럭시 S21 FE"], [1], [2]),
      ("선물🎁", ["🎁 선물", "선물"], [1], [2]),
      ("h&m", ["H M 사이즈", "H&M 자켓"], [2], [1]),
      ("아이폰🍎", ["아이폰🍎 케이스", "아이폰 케이스"], [1], [2]),
    ])
  func preferred(text: String, names: [String], signed: [Int64], others: [Int64]) async throws {
    let test = try await TestStore.listing(names)
    #expect(try await test.find(text) == signed + others)
    for sort in ProductSort.allCases {
      let hits = try await test.store.search(SearchQuery(text, sort: sort)).hits
      #expect(Set(hits.prefix(signed.count).map(\.id.rawValue)) == Set(signed), "\(sort)")
      #expect(Set(hits.map(\.id.rawValue)) == Set(signed + others), "\(sort)")
    }
  }

  @Test(
    "signs that only stand around words change nothing",
    arguments: ["#아이폰", "@아이폰", "아이폰!", "\"아이폰\"", "[아이폰]", "아이폰~", "아이폰...", "+아이폰"])
  func decoration(text: String) async throws {
    let test = try await TestStore.listing(["아이폰 15", "#아이폰 @아이폰 +아이폰 아이폰! \"아이폰\" [아이폰] 아이폰~ 아이폰..."])
    #expect(try await test.find(text) == test.find("아이폰"))
    #expect(TextSearch(text, nil).hasText(of: TextSearch("아이폰", nil)))
  }

  @Test(
    "a text of signs alone finds the names that have them",
    arguments: [
      ("♥", [3, 2, 1]), ("🎁", [3]), ("👨‍👩‍👧", [4]), ("👍🏽", [5]), ("👍", [5]), ("++", [6]), ("🎁 ♥", [3]), ("★", []),
      ("!", []),
    ])
  func alone(text: String, expected: [Int64]) async throws {
    let test = try await TestStore.listing([
      "♥ 인형", "♥♥ 인형", "선물🎁 ♥", "👨‍👩‍👧 가족 사진", "👍🏽 최고!", "C++", "인형",
    ])
    #expect(try await test.find(text) == expected)
  }

  @Test("what is highlighted has the sign, too")
  func highlighted() async throws {
    let test = try await TestStore.listing(["갤럭시 S21+ 256", "👨‍👩‍👧 사진🎁"])
    func parts(_ text: String) async throws -> [String] {
      try await test.store.search(SearchQuery(text)).hits.flatMap { hit in
        hit.matches.map { String(hit.product.name[$0]) }
      }
    }
    #expect(try await parts("s21+") == ["S21+"])
    #expect(try await parts("👨‍👩‍👧") == ["👨‍👩‍👧"])
    #expect(try await parts("사진🎁") == ["사진🎁"])
    #expect(try await parts("👨") == ["👨‍👩‍👧"])
    #expect(try await parts("👧") == ["👨‍👩‍👧"])
  }

  @Test("pages of a text with signs have every hit once, those with the sign first")
  func pages() async throws {
    let names = (0..<300).map { ["C++ \($0)", "C \($0)", "C# \($0)", "C+ \($0)", "C \($0) ++"][$0 % 5] }
    let test = try await TestStore.listing(names)
    for sort in ProductSort.allCases {
      for limit in [7, 200] {
        var query = SearchQuery("c++", sort: sort, limit: limit)
        query.counting = .exact
        let hits = try await test.store.allHits(of: query) { #expect($0.count == .exact(300)) }
        #expect(Set(hits.map(\.id)).count == 300 && hits.count == 300)
        #expect(
          hits.map { $0.product.name.contains("++ ") }.prefix(60) == Array(repeating: true, count: 60)[...])
      }
    }
  }

  @Test(
    "of too many names with the words and signs of a text the newest are preferred, and no page repeats or skips any",
    arguments: ProductSort.allCases, [7, 200])
  func tooMany(sort: ProductSort, limit: Int) async throws {
    let most = sort.isByPrice ? SearchHits.sample : SearchRun.window
    // Half of the names have the signs.
    let names = (1...most * 2 + 800).map { ["C++ \($0)", "C \($0)", "C \($0) ++", "C# \($0)"][$0 % 4] }
    let test = try await TestStore.listing(names)
    var query = SearchQuery("c++", sort: sort, limit: limit)
    #expect(try await test.store.search(query).count == .atLeast(1_000))
    query.counting = .exact
    var ids: [Int64] = []
    repeat {
      let page = try await test.store.search(query)
      ids += page.hits.map(\.id.rawValue)
      query.cursor = page.next
      let new = Int64(names.count + ids.count)
      if page.next != nil, ids.count < 600 {
        try await test.store.save([.listed(new, name: "C++ \(new)")], fetchedAt: noon)
      }
    } while query.cursor != nil
    #expect(Set(ids).count == ids.count && Set(ids).isSuperset(of: 1...Int64(names.count)))
    // Of four names one is preferred, and another one has the signs apart.
    let place = try #require(ids.firstIndex { $0 % 4 != 0 })
    let newCount = ids[..<place].count { $0 > Int64(names.count) }
    #expect(place == most / 2 + newCount)
    #expect(ids[..<place].allSatisfy { $0 > Int64(names.count - most * 2) })
  }

  @Test("however many names have the words and signs of a text apart, no more of them are read")
  func bound() async throws {
    func steps(of text: String, amongNames count: Int) async throws -> Int {
      let test = try await TestStore.listing((1...count).map { "아이폰 \($0) +" })
      return try await test.store.readCache { db in
        try db.steps {
          _ = try SearchRun(db: db, query: SearchQuery(text), equivalents: SearchEquivalents(extending: nil))
            .results()
        }
      }
    }
    let few = try await steps(of: "아이폰+", amongNames: 1_100)
    #expect(try await steps(of: "아이폰+", amongNames: 4_400) < few * 3 / 2)
  }

  @Test("of many names with a sign none is left out, also one that has nothing else")
  func pagesOfSigns() async throws {
    let names = (0..<250).map { $0 == 100 ? "♥♥" : "♥ 인형 \($0)" }
    let test = try await TestStore.listing(names)
    #expect(try await test.store.allHits(of: SearchQuery("♥", limit: 20)).count == 250)
  }

  @Test("a listing that is not on the server yet is found by its signs")
  func pending() {
    let product = StoredProduct(product: .listed(1, name: "C++ 🎁"), fetchedAt: noon, detailedAt: nil)
    for text in ["c++", "🎁", "c++ 🎁"] {
      var units = SearchedUnits(SearchedTexts(product.product))
      #expect(TextSearch(text, nil).stage(of: &units) == 0)
      #expect(TextSearch(text, nil).mayFind(&units))
      #expect(TextSearch(text, nil).hit(product) != nil)
    }
  }
}

extension Database {
  /// Counts the instructions of SQLite's machine that a body takes.
  func steps(of body: () throws -> Void) throws -> Int {
    let count = Counter()
    unsafe sqlite3_progress_handler(
      sqliteConnection, 1,
      { counter in
        if let counter = unsafe counter {
          unsafe Unmanaged<Counter>.fromOpaque(counter).takeUnretainedValue().increment()
        }
        return 0
      }, Unmanaged.passUnretained(count).toOpaque())
    defer { unsafe sqlite3_progress_handler(sqliteConnection, 0, nil, nil) }
    try body()
    return count.count
  }
}
