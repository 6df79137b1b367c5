import Foundation
import GRDB
import OpenMarketAPI
import OpenMarketTestSupport
import Testing

@testable import OpenMarketStore

@Suite(.timeLimit(.minutes(5))) struct IndexPartsTests {
  private func parts(in test: TestStore) async throws -> [Int] {
    try await test.store.readCache { db in
      try db.rows("SELECT count(*) FROM product_fts_idx GROUP BY segid") { $0.int(0) }
    }
  }

  @Test(
    "many writes leave parts of the index, which are joined behind them; searches find the same after that"
  )
  func joined() async throws {
    let test = try await TestStore.listing([])
    test.store.suggestionUpkeep.pause()
    for round in 0..<7 {
      let products = (1...100).map { number in
        Product.listed(Int64(round * 100 + number), name: "의자 \(round) 제품 \(number) 나무")
      }
      try await test.store.save(products, fetchedAt: noon)
    }
    try await test.store.remove([5, 650])
    #expect(try await parts(in: test).count > 4)
    let before = try await test.find("의자 나무")
    try await test.store.updateSuggestions()
    #expect(try await parts(in: test).count == 1)
    #expect(before.count == 200)
    #expect(try await test.find("의자 나무") == before)
    try await test.store.writeCache {
      try $0.execute(sql: "INSERT INTO product_fts(product_fts) VALUES ('integrity-check')")
    }
    #expect(try await test.store.readCache { try IndexParts.firstStep(in: $0) } == nil)
  }

  @Test("the background joins what writes leave that change no name")
  func background() async throws {
    let test = try await TestStore.listing(["의자"])
    await test.store.suggestionUpkeep.finished()
    for price in 1...40 {
      try await test.store.save([.listed(1, name: "의자", price: Decimal(price))], fetchedAt: noon)
    }
    await test.store.suggestionUpkeep.finished()
    #expect(try await parts(in: test).count <= 4)
    #expect(try await test.find("의자") == [1])
  }
}
