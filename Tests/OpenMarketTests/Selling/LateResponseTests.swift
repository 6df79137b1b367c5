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
    link.held = .get
    self.link = link
  }

  @Test("a product or page that was asked for before an edit, and comes after it, does not undo the edit")
  func edit() async throws {
    async let product = market.product(id, policy: .networkOnly)
    async let page = market.products(page: 1, policy: .networkOnly)
    try await eventually { link.heldCount == 2 }
    link.held = nil
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
    link.held = nil
    try await market.delete(id)
    try await market.outbox.flush()
    link.release()
    #expect(try await page.products.map(\.id) == [3, 2, 1])
    await #expect(throws: HTTPError.self) { try await product.value }
    #expect(try await market.store.product(id) == nil)
    try await market.close()
  }

  @Test(
    "an outbox that is started while a stop waits for what is being sent goes on, and one that is stopped at once rests"
  )
  func startsAndStops() async throws {
    link.held = .post
    market.outbox.start()
    let first = try await market.sell(.named("넓은 책상"), photos: [.pixel])
    try await eventually { link.heldCount == 1 }
    let stop = Task { await market.outbox.stop() }
    try await eventually { !market.outbox.state.isStarted }
    market.outbox.start()
    for _ in 0..<1_000 { await giveWay() }
    link.held = nil
    link.release()
    await stop.value
    let second = try await market.sell(.named("선풍기"), photos: [.pixel])
    #expect(try await second.value.name == "선풍기")
    #expect(try await first.value.name == "넓은 책상")
    await market.outbox.stop()
    market.outbox.start()
    await market.outbox.stop()
    let count = test.requestCount
    try await market.sell(.named("책장 하나"), photos: [.pixel])
    for _ in 0..<2_000 { await giveWay() }
    #expect(test.requestCount == count)
    try await market.close()
  }

  @Test("a sale whose store was removed while it was sent does not pass for the one that has its number now")
  func removedStore() async throws {
    link.held = .post
    let first = try await market.sell(.named("넓은 책상"), photos: [.pixel])
    let flush = Task { try await market.outbox.flush() }
    try await eventually { link.heldCount == 1 }
    try FileManager.default.removeItem(at: market.store.folder)
    test.wait(1)
    let other = try test.open { $0.outbox.startsByItself = false }
    let second = try await other.sell(.named("선풍기"), photos: [.pixel])
    #expect(second.submission.id == first.submission.id)
    link.held = nil
    link.release()
    _ = try? await flush.value
    try await other.outbox.flush()
    let names = try await other.client.products(page: 1).products.map(\.name)
    #expect(names.filter { $0 == "넓은 책상" }.count == 1 && names.filter { $0 == "선풍기" }.count == 1, "\(names)")
    try await other.close()
    try? await market.close()
  }
}

/// Lets the server carry out requests of one method at once, and their responses arrive when it is told so.
private final class LateLink: HTTPTransport {
  private struct State {
    var held: HTTPRequest.Method?
    var responses: [CheckedContinuation<Void, Never>] = []
  }

  private let base: any HTTPTransport
  private let state = Mutex(State())

  init(_ base: any HTTPTransport) { self.base = base }

  /// The method whose responses it holds.
  var held: HTTPRequest.Method? {
    get { state.withLock { $0.held } }
    set { state.withLock { $0.held = newValue } }
  }

  var heldCount: Int { state.withLock { $0.responses.count } }

  func release() {
    let responses = state.withLock { state in
      defer { state.responses = [] }
      return state.responses
    }
    for continuation in responses { continuation.resume() }
  }

  func send(_ request: TransportRequest) async throws -> TransportResponse {
    let response = try await base.send(request)
    guard request.head.method == held else { return response }
    await withCheckedContinuation { continuation in
      state.withLock { $0.responses.append(continuation) }
    }
    return response
  }
}
