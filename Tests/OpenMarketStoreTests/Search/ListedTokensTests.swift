import Foundation
import GRDB
import OpenMarketAPI
import OpenMarketTestSupport
import Synchronization
import Testing

@testable import OpenMarketStore

@Suite("Tokens that are known to be listed")
struct ListedTokensTests {
  private let names = ["label 맥북 256GB", "cradle 의자 15인치"]

  @Test("What was listed in a transaction that was rolled back is listed by the next one")
  func rollback() async throws {
    let test = try TestStore()
    try await save(0, to: test.store)
    await #expect(throws: StoreError.self) {
      _ = try await test.store.writeProducts { [names] writer, _ in
        try writer.save([.listed(1, name: names[1])], fetchedAt: noon, retention: .synced)
        throw StoreError(.failed, "for the test")
      }
    }
    try await save(1, to: test.store)
    try await expectWholeList(in: test.store)
  }

  @Test(
    "What is gone from a list that another process has made anew, or shortened, is listed again",
    arguments: [false, true])
  func otherConnection(isShortened: Bool) async throws {
    let test = try TestStore()
    for index in names.indices { try await save(index, to: test.store) }
    try await test.store.remove(names.indices.map { Product.ID(rawValue: Int64($0)) })
    var configuration = Configuration()
    // The store writes its suggestions meanwhile.
    configuration.busyMode = .timeout(60)
    let other = try DatabaseQueue(
      path: test.folder.url.appending(path: "cache.db").path, configuration: configuration)
    try await other.write { db in
      if isShortened {
        #expect(try TermList.removeDead(behind: "", in: db).count > 5)
        return #expect(try TermList.removeDead(behind: "", in: db).count == 0)
      }
      try SearchIndex.makeTables(in: db)
      try SearchIndex.add(.min ... .max, in: db)
    }
    for index in names.indices { try await save(index, to: test.store) }
    try await expectWholeList(in: test.store)
  }

  @Test("What small transactions list is what a large one lists, no token twice, and is found at any time")
  func recent() async throws {
    let test = try TestStore()
    let names = (10_001...11_200).map { "label\($0) 의자" }
    for start in stride(from: 0, to: names.count, by: 60) {
      try await test.store.save(
        names.indices[start..<start + 60].map { .listed(Int64($0), name: names[$0]) }, fetchedAt: noon)
      #expect(try await test.find(names[start / 2]) == [Int64(start / 2)])
      #expect(try await test.find("bel\(10_006 + start)") == [Int64(start + 5)])
      #expect(try await test.find("의ㅈ").count == min(200, start + 60))
    }
    let recent = try await test.store.readCache { try $0.count("product_term_recent") }
    #expect(recent > 0 && recent < names.count)
    try await expectWholeList(of: names, in: test.store)
  }

  @Test(
    "The list of recent tokens stays small however many endings new words have, and known words leave it as it is"
  )
  func recentWithEndings() async throws {
    let test = try TestStore()
    var random = SeededGenerator(seed: 5)
    let letters = Array("abcdefghijklmnopqrstuvwxyz")
    let names = (0..<1_400).map { _ in String((0..<12).map { _ in letters[Int(random.next() % 26)] }) }
    func recent() async throws -> Int {
      try await test.store.readCache { try $0.count("product_term_recent") }
    }
    func save(_ range: Range<Int>) async throws {
      try await test.store.save(range.map { .listed(Int64($0), name: names[$0]) }, fetchedAt: noon)
      #expect(try await recent() <= 1_500)
    }
    try await save(0..<60)
    try await save(60..<120)
    // Ten rows each, of which nine are endings.
    let before = try await recent()
    #expect(before >= 1_200)
    let known = (2_000..<3_600).map { Product.listed($0, name: names[0]) }
    try await test.store.save(known, fetchedAt: noon)
    #expect(try await recent() == before)
    try await save(120..<1_390)
    try await save(1_390..<1_400)
    #expect(try await recent() > 0)
    #expect(try await test.find(String(names[700].dropFirst(3))) == [700])
    try await expectWholeList(of: names, in: test.store)
  }

  @Test("a token that is in both lists, as an older process may leave it, is read once")
  func inBoth() async throws {
    let test = try TestStore()
    for index in names.indices { try await save(index, to: test.store) }
    try await test.store.writeCache {
      try $0.execute(sql: "INSERT INTO product_term SELECT part, term FROM product_term_recent")
    }
    let words = try await test.store.readCache { try TokenLookup(.name, in: $0).beginning("la") }
    #expect(words == ["label"])
    #expect(try await test.store.search(SearchQuery("label", sort: .priceAscending)).hits.count == 1)
  }

  @Test(
    "What one large transaction lists is what many small ones list, beside what is known and beside the recent ones"
  )
  func large() async throws {
    let names = (10_000..<16_000).map { "label\(String($0, radix: 26)) 의자\($0)x" }
    let products = names.enumerated().map { number, name in
      var product = Product.listed(Int64(number), name: name)
      // A word of its own, behind the mark of its field.
      product.vendorName = "shop" + String(decoding: "\(10_000 + number)".utf8.map { $0 + 49 }, as: UTF8.self)
      return product
    }
    let (small, large) = (try TestStore(), try TestStore())
    for start in stride(from: 0, to: names.count, by: 500) {
      try await small.store.save(Array(products[start..<start + 500]), fetchedAt: noon)
    }
    try await large.store.save(Array(products.prefix(20)), fetchedAt: noon)
    try await large.store.save(products, fetchedAt: noon)
    let listed = try await list(large.store)
    #expect(try await listed == list(small.store))
    #expect(listed.contains(["§opbfaaa", "shopbfaaa"]))
    #expect(try await large.store.readCache { try $0.count("product_term_recent") } == 0)
    #expect(try await large.find(String(names[5_000].dropFirst(3).prefix { $0 != " " })) == [5_000])
  }

  @Test("A trim of dead words writes the list in small transactions, and takes no product for them")
  func dead() async throws {
    let test = try TestStore()
    test.store.suggestionUpkeep.pause()
    let letters = Array("abcdefghijklmnopqrstuvwxyz")
    var random = SeededGenerator(seed: 7)
    let names = (0..<1_600).map { _ in String((0..<24).map { _ in letters[Int(random.next() % 26)] }) }
    try await test.store.save(
      names.enumerated().map { .listed(Int64($0), name: $1) }, fetchedAt: noon)
    try await test.store.remove((0..<400).map { Product.ID(rawValue: $0) })
    let changes = MostChanges()
    try test.store.files.cache.connection()?.pool.add(transactionObserver: changes)
    try await test.store.trim(to: Int(test.store.info().usedBytes) - 1)
    // Each of the words has 22 rows.
    #expect(1_000..<10_000 ~= changes.most)
    #expect(try await test.store.productCount == 1_200)
    try await expectWholeList(of: Array(names[400...]), in: test.store)
  }

  @Test("No token that a product has is taken for a dead one")
  func live() async throws {
    let test = try TestStore()
    let texts = [
      "C++ 입문 ♥ 3.5mm", "Ａ４ 용지 1,000매", "café e\u{301}clair ㅋㅋ", "아이폰15Pro 256GB 아이아이 label",
      String(repeating: "donaudampfschiff", count: 3), "가각간 한국어漢字かな 👍🏽 x2 2x",
    ]
    try await test.store.save(
      texts.enumerated().map { index, text in
        var product = Product.listed(Int64(index), name: text, price: Decimal(index * 1_000))
        (product.vendorName, product.description) = ("shop " + text, text + " described")
        return product
      }, completeness: .detailed, fetchedAt: noon)
    let before = try await list(test.store)
    #expect(before.count > 50)
    var token: String? = ""
    while let last = token {
      let step = try await test.store.writeCache { try TermList.removeDead(behind: last, in: $0) }
      #expect(step.count == 0)
      token = step.next
    }
    var end: (part: String, term: String)? = ("", "")
    while let last = end {
      end = try await test.store.writeCache { try TermList.compact(behind: last, in: $0) }
    }
    #expect(try await list(test.store) == before)
  }

  private func save(_ index: Int, to store: MarketStore) async throws {
    try await store.save([.listed(Int64(index), name: names[index])], fetchedAt: noon)
  }

  /// Expects the list to be that of a store which is filled at once.
  private func expectWholeList(of names: [String]? = nil, in store: MarketStore) async throws {
    let fresh = try await TestStore.listing(names ?? self.names)
    let (found, expected) = (try await list(store), try await list(fresh.store))
    #expect(found == expected && expected.count > 10)
  }

  /// The rows of the list, the same one as often as it is there.
  private func list(_ store: MarketStore) async throws -> [[String]] {
    let sql =
      "SELECT part, term FROM product_term UNION ALL SELECT part, term FROM product_term_recent ORDER BY 1, 2"
    return try await store.readCache { try $0.rows(sql) { [$0.text(0), $0.text(1)] } }
  }
}

/// The most rows that one transaction has changed.
private final class MostChanges: TransactionObserver, Sendable {
  private let counts = Mutex((total: 0, most: 0))

  var most: Int { counts.withLock { $0.most } }

  func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { true }
  func databaseDidChange(with event: DatabaseEvent) {}
  func databaseDidRollback(_ db: Database) {}

  func databaseDidCommit(_ db: Database) {
    counts.withLock { counts in
      if counts.total > 0 { counts.most = max(counts.most, db.totalChangesCount - counts.total) }
      counts.total = db.totalChangesCount
    }
  }
}
