import Foundation
import HTTPTypes
import OpenMarketHTTP
import OpenMarketMock
import OpenMarketTestSupport
import Synchronization
import Testing

@testable import OpenMarket

/// What can be wrong with the world that a queue lives in.
@Suite("Selling in a hostile world", .timeLimit(.minutes(5))) struct HostileSellingTests {
  @Test(
    "a stored photo that was changed on the disk is not sent: the text is kept, and goes with another photo")
  func damagedPhoto() async throws {
    let test = try TestMarket(products: 3)
    let market = try test.open { $0.outbox.startsByItself = false }
    let listing = try await market.sell(.chair, photos: [.pixel])
    let photo = try #require(listing.submission.write.photos.first)
    // As many bytes as before, and still a JPEG.
    var other = try Data(contentsOf: photo.url(in: market.store.folder))
    other[other.count - 3] ^= 0xFF
    try other.write(to: photo.url(in: market.store.folder))
    try await market.outbox.flush()
    let kept = try #require(try await market.store.submission(listing.submission.id))
    #expect(kept.failure?.code == .photoDamaged && test.mock.ledger.isEmpty)
    guard case .create(let draft, _) = kept.write else {
      Issue.record("\(kept)")
      return
    }
    #expect(draft == .chair)
    let again = try await market.store.storePhoto(SamplePhoto.pixel + [0], fileName: "again.jpg")
    try await market.submissions.resubmit(kept.id, edited: .create(draft, photos: [again]))
    try await market.outbox.flush()
    #expect(test.mock.ledger.map(\.kind) == [.created])
    try await market.close()
  }

  @Test("a list is as old as the oldest of the caches that tell its age")
  func twoAges() throws {
    let list = try Endpoints.ListProducts(page: 1, size: 20)
    let lookup = CurrentList(list: list, maxAge: .seconds(60))
    let error = #expect(throws: HTTPError.self) {
      try lookup.decode(Data(), from: HTTPResponse(status: .ok, headerFields: [.age: "0, 600"]))
    }
    #expect(error?.message.contains("600 s ago") == true)
  }

  @Test(
    "a response of 200 that shows another product is no response: what was done is looked for, and done once",
    arguments: [true, false])
  func otherProduct(honoursKeys: Bool) async throws {
    let test = try TestMarket(products: 3)
    let market = try test.open { configuration in
      configuration.outbox.startsByItself = false
      configuration.serverHonoursIdempotencyKeys = honoursKeys
    }
    let listing = try await market.sell(.chair, photos: [.pixel])
    await market.outbox.driver.runInline()
    let id = try await listing.value.id
    let other = #"{"id":2,"vendor_id":7,"name":"something else","price":1.0,"stock":1}"#
    let fault = Fault.Action.replaceBody(other, contentType: "application/json")
    test.mock.addFault(Fault(fault, on: .init(.patch), phase: .after))
    let edit = try await market.edit(id, ProductChanges(price: 40_000))
    await market.outbox.driver.runInline()
    #expect(try await market.store.submission(edit.submission.id)?.failure?.code == .invalidResponse)
    #expect(try await market.store.product(2)?.product.name != "something else")
    test.wait(60)
    await market.outbox.driver.retryAll()
    await market.outbox.driver.runInline()
    #expect(try await edit.value.price == 40_000)
    #expect(test.mock.ledger.map(\.kind) == [.created, .edited])
    try await market.close()
  }

  @Test("a response without a body does not say that the market was empty before a new listing")
  func noBodyBeforeListing() async throws {
    let test = try TestMarket(products: 3)
    let market = try test.open { $0.outbox.startsByItself = false }
    test.mock.addFault(Fault(.replaceBody("", contentType: "application/json"), on: .init(.get)))
    let listing = try await market.sell(.chair, photos: [.pixel])
    await market.outbox.driver.runInline()
    #expect(test.mock.ledger.isEmpty)
    test.wait(60)
    await market.outbox.driver.retryAll()
    await market.outbox.driver.runInline()
    #expect(try await listing.value.id == 4)
    #expect(test.mock.ledger.map(\.kind) == [.created])
    try await market.close()
  }

  @Test("a list that a cache made before a new listing does not say that the listing is absent")
  func staleList() async throws {
    let test = try TestMarket(products: 3, honoursKeys: false)
    let cache = StaleCache(before: test.mock)
    let market = try test.open { configuration in
      configuration.outbox.startsByItself = false
      configuration.transport = cache
    }
    test.mock.addFault(Fault(.disconnect, on: .init(.post), phase: .after))
    let listing = try await market.sell(.chair, photos: [.pixel])
    await market.outbox.driver.runInline()
    cache.age = 600
    for _ in 1...3 {
      test.wait(150)
      await market.outbox.driver.retryAll()
      await market.outbox.driver.runInline()
    }
    let kept = try #require(try await market.store.submission(listing.submission.id))
    #expect(kept.failure?.code == .invalidResponse && test.mock.ledger.count == 1)
    cache.age = nil
    test.wait(900)
    await market.outbox.driver.retryAll()
    await market.outbox.driver.runInline()
    #expect(try await listing.value.id == 4)
    #expect(test.mock.ledger.map(\.kind) == [.created])
    try await market.close()
  }

  @Test("a cache that has the list of an earlier lookup, and does not tell its age, is asked for another one")
  func rememberedLookup() async throws {
    let test = try TestMarket(products: 3, honoursKeys: false)
    let fraction = Mutex(0.0)
    let market = try test.open { configuration in
      configuration.outbox.startsByItself = false
      configuration.transport = RememberingCache(before: test.mock)
      configuration.http.time.jitter = {
        fraction.withLock { fraction in
          fraction = (fraction + 0.013).truncatingRemainder(dividingBy: 1)
          return fraction
        }
      }
    }
    for name in ["나무 책상", "나무 의자", "나무 침대"] {
      test.mock.addFault(Fault(.disconnect, on: .init(.post, "/api/products"), phase: .after))
      let listing = try await market.sell(.named(name), photos: [.pixel])
      await market.outbox.driver.runInline()
      test.wait(150)
      await market.outbox.driver.retryAll()
      await market.outbox.driver.runInline()
      _ = try await listing.value
    }
    #expect(test.mock.ledger.map(\.kind) == [.created, .created, .created])
    try await market.close()
  }

  @Test(
    "a listing of which the server has kept one photo of two is asked about, and not listed again",
    arguments: [false, true])
  func photosLeftOut(isMadeAnew: Bool) async throws {
    let test = try TestMarket(products: 3, honoursKeys: false)
    let market = try test.open { configuration in
      configuration.outbox.startsByItself = false
      configuration.transport = LastPhotoServer(test.mock, makesAnew: isMadeAnew)
    }
    test.mock.addFault(Fault(.disconnect, on: .init(.post), phase: .after))
    let listing = try await market.sell(.chair, photos: [.pixel, .pixel])
    await market.outbox.driver.runInline()
    for _ in 1...3 {
      test.wait(150)
      await market.outbox.driver.retryAll()
      await market.outbox.driver.runInline()
    }
    #expect(test.mock.ledger.map(\.kind) == [.created])
    let kept = try #require(try await market.store.submission(listing.submission.id))
    guard case .question(_, let candidates) = kept.state else {
      Issue.record("\(kept)")
      return
    }
    #expect(candidates.map(\.id) == [4])
    try await market.close()
  }

  @Test("a secret with line ends, quotes and marks of other scripts reaches the server as it is")
  func secretWithNewlines() async throws {
    let secret = "two\nlines\r\n\"quoted\" \\ \u{2028} 비밀\u{0}"
    let vendor = MarketplaceMock.Vendor(id: 9, name: "줄바꿈", identifier: "newline", secret: secret)
    let mock = MarketplaceMock { $0.vendors = [vendor] }
    let folder = try TemporaryFolder()
    let server = try #require(URL(string: "http://market.test"))
    let market = try Marketplace(server: server, folder: folder.url) { configuration in
      configuration.transport = MockTransport(mock)
      configuration.credentials = try VendorCredentials(identifier: vendor.identifier, secret: secret)
      configuration.outbox.startsByItself = false
    }
    let listing = try await market.sell(.chair, photos: [.pixel])
    try await market.outbox.flush()
    let id = try await listing.value.id
    try await market.edit(id, ProductChanges(price: 40_000))
    try await market.outbox.flush()
    try await market.delete(id)
    #expect(try await market.outbox.flush().isEmpty)
    #expect(mock.ledger.map(\.kind) == [.created, .edited, .deleted])
    try await market.close()
  }

  @Test(
    "a listing that was queued for more than a day is listed once when its response is lost",
    arguments: [Fault.Phase.before, .after])
  func queuedForLong(phase: Fault.Phase) async throws {
    let test = try TestMarket(products: 3)
    let market = try test.open { configuration in
      configuration.outbox.startsByItself = false
      configuration.serverHonoursIdempotencyKeys = true
    }
    let listing = try await market.sell(.chair, photos: [.pixel])
    test.wait(3 * 86_400)
    test.mock.addFault(Fault(.disconnect, on: .init(.post), phase: phase))
    for _ in 1...3 {
      await market.outbox.driver.runInline()
      test.wait(150)
      await market.outbox.driver.retryAll()
    }
    #expect(try await listing.value.name == NewListing.chair.name && test.mock.ledger.count == 1)
    try await market.close()
  }

  @Test("five photos are sent over a slow link, which takes longer than any other request may")
  func slowLink() async throws {
    let test = try TestMarket(products: 3)
    let market = try test.open {
      $0.outbox.startsByItself = false
      $0.transport = SlowLink(before: test.mock)
    }
    let photo = try DecodedImage(
      size: PixelSize(width: 500, height: 400), format: .rgb888,
      bytes: (0..<600_000).map { UInt8(truncatingIfNeeded: ($0 &* 2_654_435_761) >> 13) })
    let upload = PhotoUpload(try photo.encoded(as: .jpeg(quality: 90)))
    _ = try await market.sell(.chair, photos: Array(repeating: upload, count: 5))
    await market.outbox.driver.runInline()
    #expect(test.mock.ledger.map(\.kind) == [.created])
    #expect(test.mock.requestLog.contains { $0.bodySize > 61 << 14 })
    try await market.close()
  }
}

/// A link that carries 16 KiB a second.
private struct SlowLink: HTTPTransport {
  private let market: MockTransport

  init(before market: MarketplaceMock) { self.market = MockTransport(market) }

  func send(_ request: TransportRequest) async throws -> TransportResponse {
    if case .stream(let length?, _) = request.body, let deadline = request.deadline,
      request.clock.now.duration(to: deadline) < .seconds(length) / (16 << 10)
    {
      throw HTTPError(fault: .deadlineExceeded, "the deadline passed while the body was being sent")
    }
    return try await market.send(request)
  }
}

/// A cache before a market, whose lists are from before anything was listed.
private final class StaleCache: HTTPTransport {
  private let market: MockTransport
  private let copy = MockTransport(MarketplaceMock { $0.productCount = 3 })
  private let state = Mutex<Int?>(nil)

  init(before market: MarketplaceMock) { self.market = MockTransport(market) }

  /// The age of its lists in seconds; `nil` while it has none.
  var age: Int? {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }

  func send(_ request: TransportRequest) async throws -> TransportResponse {
    let isList = request.head.method == .get && request.head.path?.hasPrefix("/api/products?") ?? false
    guard isList, let age else { return try await market.send(request) }
    var response = try await copy.send(request)
    response.head.headerFields[.age] = String(age)
    return response
  }
}

/// A cache before a market that responds to each read as it did the first time.
private final class RememberingCache: HTTPTransport {
  private let market: MockTransport
  private let responses = Mutex<[String: TransportResponse]>([:])

  init(before market: MarketplaceMock) { self.market = MockTransport(market) }

  func send(_ request: TransportRequest) async throws -> TransportResponse {
    guard request.head.method == .get, let path = request.head.path else {
      return try await market.send(request)
    }
    if let response = responses.withLock({ $0[path] }) { return response }
    let response = try await market.send(request)
    responses.withLock { $0[path] = response }
    return response
  }
}

/// A server that keeps the last photo of a listing alone, as PHP and Rack do where a part's name has no `[]`.
private struct LastPhotoServer: HTTPTransport {
  private let market: MockTransport
  /// Whether photos come out with other bytes.
  private let makesAnew: Bool

  init(_ market: MarketplaceMock, makesAnew: Bool) {
    (self.market, self.makesAnew) = (MockTransport(market), makesAnew)
  }

  func send(_ request: TransportRequest) async throws -> TransportResponse {
    var response = try await market.send(request)
    if makesAnew, case .data(let photo) = response.body,
      response.head.headerFields[.contentType]?.hasPrefix("image/") == true
    {
      response.body = .data(photo + [0])
      response.head.headerFields[.contentLength] = String(photo.count + 1)
    }
    guard case .data(let body) = response.body,
      var product = try? JSONSerialization.jsonObject(with: body) as? [String: Any],
      let images = product["images"] as? [Any]
    else { return response }
    product["images"] = Array(images.suffix(1))
    let changed = try JSONSerialization.data(withJSONObject: product)
    response.body = .data(changed)
    response.head.headerFields[.contentLength] = String(changed.count)
    return response
  }
}
