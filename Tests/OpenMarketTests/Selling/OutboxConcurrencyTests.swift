import Foundation
import OpenMarket
import OpenMarketHTTP
import OpenMarketMock
import OpenMarketTestSupport
import Synchronization
import Testing

/// Two processes that send at the same time, four listings each, on a network that fails.
@Suite(.serialized, .timeLimit(.minutes(5))) struct OutboxConcurrencyTests {
  private final class FailingLink: HTTPTransport {
    private let mock: MarketplaceMock
    private let random: Mutex<SeededGenerator>

    init(_ mock: MarketplaceMock, seed: UInt64) {
      self.mock = mock
      random = Mutex(SeededGenerator(seed: seed))
    }

    func send(_ request: TransportRequest) async throws -> TransportResponse {
      let dice = random.withLock { Int.random(in: 0..<10, using: &$0) }
      if dice == 0 { throw HTTPError(fault: .connectionLost, "before") }
      let response = try await MockTransport(mock).send(request)
      await Task.yield()
      if dice == 1 { throw HTTPError(fault: .connectionLost, "after") }
      return response
    }
  }

  @Test("all is on the server once and in order, with and without keys", arguments: [true, false])
  func concurrently(_ honoursKeys: Bool) async throws {
    let seed = UInt64.random(in: 0..<1_000)
    print("seed \(seed)")
    let mock = MarketplaceMock {
      $0.productCount = 0
      $0.honoursIdempotencyKeys = honoursKeys
    }
    let folder = try TemporaryFolder()
    let server = try #require(URL(string: "http://market.test"))
    let markets = try (0...1).map { process in
      try Marketplace(server: server, folder: folder.url) { configuration in
        configuration.transport = FailingLink(mock, seed: seed + UInt64(process) * 1_000)
        configuration.serverHonoursIdempotencyKeys = honoursKeys
        configuration.http.maxAttempts = 1
        configuration.outbox.baseDelay = .milliseconds(1)
        configuration.outbox.maxDelay = .milliseconds(5)
        configuration.outbox.settlingTime = .milliseconds(20)
        configuration.store.pollInterval = .milliseconds(10)
        configuration.credentials = try VendorCredentials(
          identifier: MarketplaceMock.Vendor.sample.identifier,
          secret: MarketplaceMock.Vendor.sample.secret)
      }
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<40 {
        group.addTask {
          let market = markets[number % 2]
          let listing = try await market.sell(.named("listing \(number)"), photos: [.pixel])
          try await market.edit(listing.id, ProductChanges(price: Decimal(5_000 + number)))
          _ = try await listing.value
          try await markets[(number + 1) % 2].edit(listing.id, ProductChanges(stock: number % 3))
          if number % 5 == 0 { _ = try await market.delete(listing.id).value }
        }
      }
      try await group.waitForAll()
    }
    for market in markets { #expect(try await market.outbox.flush(timeout: .seconds(60)).isEmpty) }
    #expect(mock.ledger.filter { $0.kind == .created }.count == 40, "seed \(seed)")
    #expect(mock.ledger.filter { $0.kind == .deleted }.count == 8, "seed \(seed)")
    let client = try MarketClient(server: server, transport: MockTransport(mock))
    let products = try await client.products(page: 1, size: 100).products
    #expect(products.count == 32, "seed \(seed)")
    for product in products {
      let number = try #require(Int(product.name.split(separator: " ")[1]))
      #expect(product.price == Decimal(5_000 + number) && product.stock == number % 3, "seed \(seed)")
    }
    for market in markets { try await market.close() }
  }
}
