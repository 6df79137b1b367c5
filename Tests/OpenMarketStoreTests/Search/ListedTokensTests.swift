import Foundation
import GRDB
import OpenMarketAPI
import OpenMarketTestSupport
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
        try writer.save(
          .listed(1, name: names[1]), completeness: .listed, fetchedAt: noon, retention: .synced)
        throw StoreError(.failed, "for the test")
      }
    }
    try await save(1, to: test.store)
    try await expectWholeList(in: test.store)
  }

  @Test("What is gone from a list that another process has made anew is listed again")
  func otherConnection() async throws {
    let test = try TestStore()
    for index in names.indices { try await save(index, to: test.store) }
    try await test.store.remove(names.indices.map { Product.ID(rawValue: Int64($0)) })
    let other = try DatabaseQueue(path: test.folder.url.appending(path: "cache.db").path)
    try await other.write { try SearchIndex.rebuild(in: $0) }
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

  private func save(_ index: Int, to store: MarketStore) async throws {
    try await store.save([.listed(Int64(index), name: names[index])], fetchedAt: noon)
  }

  /// Expects the list to be that of a store which is filled at once.
  private func expectWholeList(of names: [String]? = nil, in store: MarketStore) async throws {
    let fresh = try await TestStore.listing(names ?? self.names)
    let sql = "SELECT part, term FROM product_term UNION ALL SELECT part, term FROM product_term_recent"
    func list(_ store: MarketStore) async throws -> [[String]] {
      try await store.readCache { try $0.rows(sql) { [$0.text(0), $0.text(1)] } }
    }
    let (found, expected) = (try await list(store), try await list(fresh.store))
    #expect(Set(found) == Set(expected) && expected.count > 10)
    #expect(Set(found).count == found.count && Set(expected).count == expected.count)
  }
}
