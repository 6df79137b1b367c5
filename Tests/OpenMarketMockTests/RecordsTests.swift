import Foundation
import HTTPTypes
import OpenMarketHTTP
import OpenMarketMock
import OpenMarketPacing
import Testing

@Suite("Mock market: request log and ledger")
struct RecordsTests {
  @Test("The log shows what was sent, without identifiers and secrets")
  func log() async throws {
    let mock = MarketplaceMock { $0.productCount = 1 }
    let form = ProductForm()
    _ = await mock.send(.post, "/api/products/?x=1", form.fields(key: "k"), body: form.body)
    _ = await mock.send(.get, "/api/products", [.authorization: "Bearer abc", .cookie: "c=d"])
    let first = try #require(mock.requestLog.first)
    #expect(first.sequence == 1)
    #expect(first.method == .post)
    #expect(first.target == "/api/products/?x=1")
    #expect(first.bodySize == form.body.count)
    #expect(first.bodyDigest?.count == 32)
    #expect(first.status == 201)
    #expect(first.headers[.idempotencyKey] == "k")
    var displayed = ""
    dump(mock.requestLog, to: &displayed)
    dump(mock.ledger, to: &displayed)
    displayed += await mock.send(.get, "/__mock/requests").text + mock.send(.get, "/__mock/ledger").text
    let vendor = MarketplaceMock.Vendor.sample
    for text in [vendor.identifier, vendor.secret, "abc", "c=d"] {
      #expect(!displayed.contains(text))
    }
    #expect(mock.requestLog.last?.bodyDigest == nil)
  }

  @Test("Equal bodies have equal digests, others do not")
  func digests() async {
    let mock = MarketplaceMock { $0.productCount = 0 }
    for body in ["a", "a", "b", "aa"] { _ = await mock.send(.post, "/x", body: Data(body.utf8)) }
    let digests = mock.requestLog.map(\.bodyDigest)
    #expect(digests[0] == digests[1])
    #expect(Set(digests).count == 3)
  }

  @Test("Log and ledger keep the latest entries, with their numbers")
  func bounds() async throws {
    let mock = MarketplaceMock {
      $0.productCount = 0
      $0.requestLogLimit = 3
      $0.ledgerLimit = 2
    }
    for _ in 1...4 { _ = try await mock.createProduct() }
    #expect(mock.requestLog.map(\.sequence) == [2, 3, 4])
    #expect(mock.requestLog.map(\.status) == [201, 201, 201])
    #expect(mock.ledger.map(\.sequence) == [3, 4])
    #expect(mock.ledger.map(\.productID) == [3, 4])
  }

  @Test("Requests from many tasks at once are all counted, and each creation has its own id")
  func concurrency() async throws {
    let mock = MarketplaceMock { $0.productCount = 0 }
    let ids = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 1...50 { group.addTask { try await mock.createProduct() } }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(ids == Set(1...50))
    #expect(mock.ledger.map(\.sequence) == Array(1...50))
    #expect(mock.requestLog.map(\.sequence) == Array(1...50))
  }

  @Test("The same seed gives the same market, another one does not")
  func seeds() async {
    let pages = await [UInt64(7), 7, 8].asyncMap { seed in
      await MarketplaceMock {
        $0.productCount = 20
        $0.seed = seed
        $0.time.date = { Date(timeIntervalSince1970: 1_710_115_200) }
      }.send(.get, "/api/products").body
    }
    #expect(pages[0] == pages[1])
    #expect(pages[0] != pages[2])
  }
}

extension Array {
  fileprivate func asyncMap<T>(_ transform: (Element) async -> T) async -> [T] {
    var results: [T] = []
    for element in self { results.append(await transform(element)) }
    return results
  }
}
