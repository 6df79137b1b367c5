import Foundation
import HTTPTypes
import OpenMarket
import OpenMarketHTTP
import OpenMarketMock
import OpenMarketTestSupport
import Synchronization
import Testing

@Suite("Responses that come after a write", .timeLimit(.minutes(5)))
struct LateResponseTests {
  private let test: TestMarket
  private let market: Marketplace
  private let link: LateLink
  /// A product of the vendor's own.
  private let id: Product.ID

  init() async throws {
    test = try TestMarket(products: 3)
    let link = LateLink(MockTransport(test.mock))
    market = try test.open {
      $0.outbox.startsByItself = false
      $0.transport = link
    }
    id = try await market.client.sell(.chair, photos: [.pixel]).id
    link.holdsReads = true
    self.link = link
  }

  @Test("a product or page that was asked for before an edit, and comes after it, does not undo the edit")
  func edit() async throws {
    async let product = market.product(id, policy: .networkOnly)
    async let page = market.products(page: 1, policy: .networkOnly)
    try await eventually { link.heldCount == 2 }
    link.holdsReads = false
    try await market.edit(id, ProductChanges(price: 7))
    try await market.outbox.flush()
    #expect(try await market.store.product(id)?.product.price == 7)
    link.release()
    #expect(try await product.price == 7)
    #expect(try await page.products.first { $0.id == id }?.price == 7)
    #expect(try await market.store.product(id)?.product.price == 7)
    #expect(try await market.product(id, policy: .cacheOnly).price == 7)
    try await market.close()
  }

  @Test("a product that was asked for before its deletion, and comes after it, is not there again")
  func deletion() async throws {
    let product = Task { try await market.product(id, policy: .networkOnly) }
    async let page = market.products(page: 1, policy: .networkOnly)
    try await eventually { link.heldCount == 2 }
    link.holdsReads = false
    try await market.delete(id)
    try await market.outbox.flush()
    link.release()
    #expect(try await page.products.map(\.id) == [3, 2, 1])
    await #expect(throws: HTTPError.self) { try await product.value }
    #expect(try await market.store.product(id) == nil)
    try await market.close()
  }
}

/// Lets the server response reads at once, and the responses arrive when it is told so.
private final class LateLink: HTTPTransport {
  private struct State {
    var holdsReads = false
    var held: [CheckedContinuation<Void, Never>] = []
  }

  private let base: any HTTPTransport
  private let state = Mutex(State())

  init(_ base: any HTTPTransport) { self.base = base }

  var holdsReads: Bool {
    get { state.withLock { $0.holdsReads } }
    set { state.withLock { $0.holdsReads = newValue } }
  }

  var heldCount: Int { state.withLock { $0.held.count } }

  func release() {
    let held = state.withLock { state in
      defer { state.held = [] }
      return state.held
    }
    for continuation in held { continuation.resume() }
  }

  func send(_ request: TransportRequest) async throws -> TransportResponse {
    let response = try await base.send(request)
    guard request.head.method == .get, holdsReads else { return response }
    await withCheckedContinuation { continuation in
      state.withLock { $0.held.append(continuation) }
    }
    return response
  }
}
