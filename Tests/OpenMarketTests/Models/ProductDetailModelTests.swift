import Foundation
import OpenMarketHTTP
import OpenMarketMock
import OpenMarketTestSupport
import Testing

@testable import OpenMarket

@MainActor @Suite("Models: product detail", .timeLimit(.minutes(5)))
struct ProductDetailModelTests {
  private func hasFailed(_ detail: ProductDetailModel) -> Bool {
    if case .failed = detail.phase { true } else { false }
  }

  @Test("what is stored is there at once, then what the server says, then every change")
  func stages() async throws {
    let test = try TestMarket(products: 30)
    let market = try test.open()
    _ = try await market.products()
    test.network = .held
    let detail = ProductDetailModel(30, in: market) { URL(string: "https://example.com/products/\($0.id)") }
    try await eventually { detail.product != nil }
    #expect(detail.photos.isEmpty && detail.phase != .loaded)
    test.network = .up
    try await eventually { detail.phase == .loaded && !detail.photos.isEmpty }
    let product = try #require(detail.product)
    #expect(detail.shareText == "\(product.name) \(KoreanPriceTag(product))")
    #expect(detail.shareURL == URL(string: "https://example.com/products/30"))
    for (wanted, displayed) in [
      (-3, 0), (1, min(1, detail.photos.count - 1)), (1_000, detail.photos.count - 1),
    ] {
      detail.photoIndex = wanted
      #expect(detail.photoIndex == displayed)
    }
    try await market.close()
  }

  @Test("the displayed photo stays when the server puts the photos in another order")
  func reordered() async throws {
    let test = try TestMarket(products: 0)
    let market = try test.open()
    let uploads = try (1...3).map { PhotoUpload(try SamplePhoto.jpeg(width: 32, height: 24, seed: $0)) }
    var product = try await market.sell(.chair, photos: uploads).value
    let detail = ProductDetailModel(product.id, in: market)
    try await eventually { detail.phase == .loaded && detail.photos.count == 3 }
    detail.photoIndex = 1
    let displayed = detail.photos[1]
    product.images = [1, 2, 0].map { detail.photos[$0] }
    try await market.store.save([product], fetchedAt: test.now)
    try await eventually { detail.photos == product.images }
    #expect(detail.photoIndex == 0 && detail.photos[detail.photoIndex] == displayed)
    try await market.close()
  }

  @Test("there is no address to share a listing by that the server does not have yet")
  func shareURLOfPending() async throws {
    let test = try TestMarket(products: 3)
    let market = try test.open { $0.outbox.startsByItself = false }
    let listing = try await market.sell(.chair, photos: [.pixel])
    let detail = ProductDetailModel(listing.id, in: market) { URL(string: "https://example.com/\($0.id)") }
    try await eventually { detail.product != nil }
    #expect(detail.shareURL == nil && !detail.shareText.isEmpty)
    try await market.outbox.flush()
    try await eventually { detail.shareURL == URL(string: "https://example.com/4") }
    try await market.close()
  }

  @Test("one's own product is told, sold, offered again and deleted, each visible at once")
  func own() async throws {
    let test = try TestMarket(products: 3)
    let vendor = MarketplaceMock.Vendor.sample
    let market = try test.open { $0.vendor = Vendor(id: vendor.id, name: vendor.name) }
    let listing = try await market.sell(.chair, photos: [.pixel])
    let detail = ProductDetailModel(listing.id, in: market)
    try await eventually { detail.product?.name == NewListing.chair.name }
    #expect(detail.isMine)
    _ = try await listing.value
    try await eventually { detail.product?.id == 4 }
    try await detail.markSold()
    try await eventually { detail.product?.isSoldOut == true }
    try await detail.relist(stock: 3)
    try await eventually { detail.product?.stock == 3 }
    try await market.outbox.flush()
    try await detail.delete()
    try await eventually { detail.phase == .gone }
    #expect(detail.product?.stock == 3)
    try await market.outbox.flush()
    #expect(test.mock.ledger.last?.kind == .deleted)
    let other = ProductDetailModel(1, in: market)
    try await eventually { other.phase == .loaded }
    #expect(other.isMine == (other.product?.vendorID == vendor.id))
    try await market.close()
  }

  @Test("one's own product is told as soon as the vendor is known")
  func vendorBecomesKnown() async throws {
    let (test, device) = (try TestMarket(products: 0), try TemporaryFolder())
    let elsewhere = try test.open()
    let product = try await elsewhere.sell(.chair, photos: [.pixel]).value
    let market = try test.open(in: device.url)
    let detail = ProductDetailModel(product.id, in: market)
    try await eventually { detail.phase == .loaded }
    #expect(!detail.isMine)
    var other = NewListing.chair
    other.name = "접이식 캠핑 탁자"
    _ = try await market.sell(other, photos: [.pixel]).value
    try await eventually { detail.isMine }
    try await elsewhere.close()
    try await market.close()
  }

  @Test("a product that could not be read is read again when the market refreshes")
  func networkIsBack() async throws {
    let test = try TestMarket(products: 30)
    let market = try test.open { $0.detailStaleTime = .zero }
    _ = try await market.product(7)
    test.network = .down
    let (stored, unknown) = (ProductDetailModel(7, in: market), ProductDetailModel(9, in: market))
    try await eventually { hasFailed(stored) && hasFailed(unknown) }
    let failure = stored.phase
    await stored.refresh()
    #expect(hasFailed(stored) && stored.phase != failure)
    test.network = .up
    market.refresh("network")
    try await eventually { stored.phase == .loaded && unknown.phase == .loaded }
    #expect(unknown.product?.id == 9)
    try await market.close()
  }

  @Test(
    "a product that is not there is gone; without a network the stored one stays, and a refresh tries again")
  func failures() async throws {
    let test = try TestMarket(products: 30)
    let market = try test.open { $0.detailStaleTime = .zero }
    let missing = ProductDetailModel(999, in: market)
    try await eventually { missing.phase == .gone }
    #expect(missing.product == nil)
    _ = try await market.product(7)
    test.network = .down
    let detail = ProductDetailModel(7, in: market)
    try await eventually { hasFailed(detail) }
    #expect(detail.product?.id == 7)
    test.network = .up
    await detail.refresh()
    #expect(detail.phase == .loaded)
    test.mock.removeListings([7])
    await detail.refresh()
    try await eventually { detail.phase == .gone }
    #expect(detail.product?.id == 7)
    try await market.close()
  }

  @Test("a product that was read moments ago is displayed without asking the server, until it is stale")
  func fresh() async throws {
    let test = try TestMarket(products: 30)
    let market = try test.open()
    _ = try await market.product(7)
    let before = test.requestCount
    let detail = ProductDetailModel(7, in: market)
    try await eventually { detail.phase == .loaded && !detail.photos.isEmpty }
    await giveWayOften()
    #expect(test.requestCount == before)
    await detail.refresh()
    #expect(test.requestCount == before + 1)
    test.wait(60)
    let later = ProductDetailModel(7, in: market)
    try await eventually { later.phase == .loaded && test.requestCount > before + 1 }
    try await market.close()
  }

  @Test("a change invalidates only who reads it")
  func invalidates() async throws {
    let test = try TestMarket(products: 30)
    let market = try test.open { $0.outbox.startsByItself = false }
    let detail = ProductDetailModel(30, in: market)
    try await eventually { detail.phase == .loaded && !detail.photos.isEmpty }
    let readers: [String: @MainActor () -> Void] = [
      "product": { _ = detail.product }, "phase": { _ = detail.phase }, "photos": { _ = detail.photos },
      "photoIndex": { _ = detail.photoIndex }, "isMine": { _ = detail.isMine },
      "shareText": { _ = detail.shareText }, "shareURL": { _ = detail.shareURL },
    ]
    let stock = try await invalidated(readers) {
      try await market.edit(30, ProductChanges(stock: 12_345))
      try await eventually { detail.product?.stock == 12_345 }
    }
    #expect(stock == ["product"])
    let price = try await invalidated(readers) {
      try await market.edit(30, ProductChanges(price: 77, discount: 0))
      try await eventually { detail.product?.price == 77 }
    }
    #expect(price == ["product", "shareText"])
    try await market.close()
  }

  @Test("beside a failure, too, a change invalidates only who reads it")
  func invalidatesBesideFailure() async throws {
    let test = try TestMarket(products: 30)
    let market = try test.open {
      $0.detailStaleTime = .zero
      $0.outbox.startsByItself = false
    }
    _ = try await market.product(7)
    test.network = .down
    let detail = ProductDetailModel(7, in: market)
    try await eventually { hasFailed(detail) }
    let readers: [String: @MainActor () -> Void] = [
      "product": { _ = detail.product }, "phase": { _ = detail.phase },
    ]
    let told = try await invalidated(readers) {
      try await market.edit(7, ProductChanges(stock: 12_345))
      try await eventually { detail.product?.stock == 12_345 }
    }
    #expect(told == ["product"])
    #expect(await invalidated(readers) { await detail.refresh() } == ["phase"])
    try await market.close()
  }

  @Test("a released detail ends, also while the market is suspended")
  func released() async throws {
    let test = try TestMarket(products: 30)
    let market = try test.open()
    await market.suspend(gracePeriod: .zero)
    var detail: ProductDetailModel? = ProductDetailModel(3, in: market)
    weak let model = detail
    await giveWayOften()
    detail = nil
    try await eventually { model == nil }
    await market.resume()
    try await market.close()
  }

  // MARK: - The machine

  private enum Event {
    case stored(Int?)
    case read(Int)
    /// A read whose value was overtaken by the store's.
    case lateRead(Int)
    case ended
    case failed(HTTPError.Code)
  }

  @Test(
    "the store decides over what was read before, and the server over whether a product is there",
    arguments: [
      ([.stored(nil), .read(1), .ended], 1, "loaded"),
      ([.stored(1), .read(1), .read(2), .ended], 2, "loaded"),
      ([.stored(1), .failed(.unreachable)], 1, "failed"),
      ([.stored(1), .failed(.notFound)], 1, "gone"),
      ([.failed(.notFound)], nil, "gone"),
      ([.stored(1), .ended, .stored(nil)], 1, "loading again"),
      ([.stored(1), .ended, .stored(nil), .failed(.notFound)], 1, "gone"),
      ([.stored(1), .ended, .stored(nil), .read(2), .ended], 2, "loaded"),
      ([.stored(1), .failed(.notFound), .stored(2)], 2, "loaded"),
      ([.stored(1), .failed(.notFound), .stored(nil)], 1, "gone"),
      ([.stored(2), .lateRead(1), .ended], 2, "loaded"),
      ([.lateRead(1), .ended], 1, "loaded"),
    ] as [([Event], Int?, String)])
  private func machine(events: [Event], price: Int?, phase: String) {
    var state = ProductDetailState()
    var readsAgain = false
    for event in events {
      readsAgain = false
      switch event {
      case .stored(let price): readsAgain = state.changed(to: price.map(product))
      case .read(let price): state.read(product(price), since: state.version)
      case .lateRead(let price): state.read(product(price), since: state.version - 1)
      case .ended: state.readEnded()
      case .failed(let code): state.failed(HTTPError(code, "as the test wants it"))
      }
    }
    let name =
      switch state.phase {
      case .loading: readsAgain ? "loading again" : "loading"
      case .loaded: "loaded"
      case .gone: "gone"
      case .failed: "failed"
      }
    #expect(state.product?.price == price.map { Decimal($0) } && name == phase)
  }

  private func product(_ price: Int) -> Product {
    Product(id: 1, vendorID: 7, name: "의자", currency: .krw, price: Decimal(price), stock: 1)
  }
}
