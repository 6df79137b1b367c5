import Foundation
import OpenMarketHTTP
import OpenMarketMock
import OpenMarketTestSupport
import Synchronization
import Testing

@testable import OpenMarket

/// The device's own sales on pages that were asked for before they were accepted.
@Suite(.timeLimit(.minutes(5))) struct SalesOnPagesTests {
  @Test(
    "a sale is on a page that was read while the calendar was ahead", arguments: [0, 3_600] as [TimeInterval])
  func pageFromAhead(ahead: TimeInterval) async throws {
    let test = try TestMarket(products: 3)
    let market = try test.open { $0.outbox.startsByItself = false }
    test.setCalendar(by: ahead)
    _ = try await market.products(policy: .networkOnly)
    test.setCalendar(by: -ahead)
    test.wait(60)
    let listing = try await market.sell(.chair, photos: [.pixel])
    await market.outbox.driver.runInline()
    let id = try await listing.value.id
    #expect(try await market.products(policy: .cacheOnly).products.first?.id == id)
    try await market.close()
  }

  @Test(
    "a sale of while the calendar was ahead, deleted elsewhere, is on no later page",
    arguments: [nil, "의자"], [0, 86_400] as [TimeInterval])
  func saleFromAhead(text: String?, ahead: TimeInterval) async throws {
    let test = try TestMarket(products: 3)
    let market = try test.open { $0.outbox.startsByItself = false }
    test.setCalendar(by: ahead)
    let listing = try await market.sell(.chair, photos: [.pixel])
    await market.outbox.driver.runInline()
    let id = try await listing.value.id
    test.setCalendar(by: -ahead)
    test.wait(60)
    test.mock.removeListings([id.rawValue])
    for policy in [ReadPolicy.networkOnly, .cacheOnly] {
      let page = try await market.products(matching: text, policy: policy)
      #expect(!page.products.contains { $0.id == id })
      test.wait(5)
    }
    try await market.close()
  }

  @Test("a page that was asked for before a sale was accepted shows the sale, when it comes and as stored")
  func pageUnderWay() async throws {
    let test = try TestMarket(products: 3)
    let held = HeldPages(test.mock)
    let market = try test.open {
      $0.outbox.startsByItself = false
      $0.transport = held
    }
    let listing = try await market.sell(.chair, photos: [.pixel])
    let page = Task { try await market.products(policy: .networkOnly) }
    try await eventually { held.isWaiting }
    await market.outbox.driver.runInline()
    let id = try await listing.value.id
    test.wait(1)
    held.release()
    #expect(try await page.value.products.first?.id == id)
    let stored = try await market.products(policy: .cacheOnly)
    #expect(stored.products.first?.id == id && stored.fetchedAt == test.now)
    try await market.close()
  }
}

/// Holds back the server's response to the first request for a page.
private final class HeldPages: HTTPTransport {
  private let base: MockTransport
  private let state = Mutex((isHeld: true, isWaiting: false))

  init(_ mock: MarketplaceMock) { base = MockTransport(mock) }

  var isWaiting: Bool { state.withLock { $0.isWaiting } }
  func release() { state.withLock { $0.isHeld = false } }

  func send(_ request: TransportRequest) async throws -> TransportResponse {
    let response = try await base.send(request)
    let isPage = request.head.method == .get && request.head.path?.contains("page") == true
    let isFirst = state.withLock { state in
      defer { state.isWaiting = state.isWaiting || isPage }
      return isPage && !state.isWaiting
    }
    if isFirst {
      try await eventually { !state.withLock { $0.isHeld } }
    }
    return response
  }
}
