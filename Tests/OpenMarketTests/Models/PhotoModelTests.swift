import Foundation
import HTTPTypes
import OpenMarketHTTP
import OpenMarketMock
import OpenMarketTestSupport
import Testing

@testable import OpenMarket

@MainActor @Suite("Models: photo", .timeLimit(.minutes(5)))
struct PhotoModelTests {
  private func name(_ phase: PhotoModel.Phase) -> String {
    switch phase {
    case .placeholder: "placeholder"
    case .thumbnail: "thumbnail"
    case .thumbnailOnly: "thumbnail only"
    case .full: "full"
    case .failed: "failed"
    }
  }

  /// The photo of a product that every build can decode.
  private func photo(_ market: Marketplace) async throws -> ProductImage {
    let products = try await market.products(page: 1, size: 100).value.products
    for product in products where product.thumbnail?.pathExtension == "jpg" {
      let images = try await market.product(product.id).images ?? []
      if let image = images.first(where: { $0.url.pathExtension == "jpg" && $0.thumbnailURL != nil }) {
        return image
      }
    }
    throw ImageError(.storage, "the catalogue has no such photo")
  }

  @Test("a photo goes through its phases, ends when it disappears, and is there at once the next time")
  func phases() async throws {
    let test = try TestMarket(products: 100)
    let market = try test.open()
    let image = try await photo(market)
    let model = PhotoModel(image.url, thumbnail: image.thumbnailURL, fitting: .pixels(60), in: market)
    #expect(name(model.phase) == "placeholder" && model.image == nil)
    test.mock.addFault(Fault(.hang, on: .get, image.url.path()))
    model.appear()
    try await eventually { name(model.phase) == "thumbnail" }
    #expect(model.image != nil)
    model.disappear()
    #expect(name(model.phase) == "placeholder" && model.image == nil)
    // The request for the photo may have ended before it came to hang.
    test.mock.removeFaults()
    model.appear()
    #expect(name(model.phase) == "thumbnail")
    try await eventually { name(model.phase) == "full" }
    model.disappear()
    model.appear()
    #expect(name(model.phase) == "full" && model.image != nil)
    model.appear()
    model.retry()
    #expect(name(model.phase) == "full")
    try await market.close()
  }

  @Test("a failure keeps the thumbnail; a retry loads the photo, and tells at first only who reads the phase")
  func fails() async throws {
    let test = try TestMarket(products: 100)
    let market = try test.open()
    let image = try await photo(market)
    test.mock.addFault(Fault(.status(.notFound), on: .get, image.url.path()))
    let model = PhotoModel(image.url, thumbnail: image.thumbnailURL, fitting: .pixels(60), in: market)
    model.retry()
    model.appear()
    try await eventually { name(model.phase) == "failed" && model.image != nil }
    let readers: [String: @MainActor () -> Void] = [
      "phase": { _ = model.phase }, "image": { _ = model.image },
    ]
    let told = await invalidated(readers) { model.retry() }
    #expect(told == ["phase"] && name(model.phase) == "thumbnail")
    try await eventually { name(model.phase) == "full" }
    test.network = .down
    let lone = PhotoModel(image.url, fitting: .pixels(61), in: try test.open(in: try TemporaryFolder().url))
    lone.appear()
    try await eventually { name(lone.phase) == "failed" }
    #expect(lone.image == nil)
    try await market.close()
  }

  @Test("a photo that failed without a network is loaded when it is back")
  func networkReturns() async throws {
    let test = try TestMarket(products: 100)
    let market = try test.open()
    let image = try await photo(market)
    test.network = .down
    let model = PhotoModel(image.url, fitting: .pixels(60), in: market)
    model.appear()
    try await eventually { name(model.phase) == "failed" }
    test.network = .up
    market.network.note(isThere: false, isConstrained: false)
    market.network.note(isThere: true, isConstrained: false)
    try await eventually { name(model.phase) == "full" }
    try await market.close()
  }

  @Test(
    "a photo that is not stored yet, as after its listing, is tried again after two seconds, and after four",
    arguments: [HTTPResponse.Status.notFound, .forbidden], [0, 1, 2, 9])
  func notStoredYet(status: HTTPResponse.Status, times: Int) async throws {
    let test = try TestMarket(products: 100)
    let market = try test.open()
    let image = try await photo(market)
    let path = image.url.path()
    if times > 0 { test.mock.addFault(Fault(.status(status), on: .get, path, times: times)) }
    let model = PhotoModel(image.url, fitting: .pixels(60), in: market)
    let loads = { test.mock.requestLog.count { $0.target == path } }
    model.appear()
    for round in 1...3 {
      try await eventually {
        loads() == min(round, times + 1) && name(model.phase) != "placeholder"
      }
      #expect(name(model.phase) == (round > times ? "full" : "failed"))
      guard round <= min(times, 2) else { break }
      let failed = test.clock.elapsed
      try await eventually {
        test.clock.advance(by: .milliseconds(20))
        return loads() > round
      }
      #expect(test.clock.elapsed - failed >= .seconds(2 * round))
    }
    test.clock.advance(by: .seconds(100))
    await giveWayOften()
    #expect(loads() == min(times, 2) + 1)
    try await market.close()
  }

  @Test(
    "a photo is tried again three times by itself without a response, and not at all after one of a fault",
    arguments: [true, false])
  func automaticRetries(isDown: Bool) async throws {
    let test = try TestMarket(products: 100)
    let market = try test.open()
    let image = try await photo(market)
    if isDown { test.network = .down }
    test.mock.addFault(Fault(.status(.internalServerError), on: .get, image.url.path(), times: 9))
    let model = PhotoModel(image.url, fitting: .pixels(60), in: market)
    model.appear()
    for round in 1..<6 {
      let loads = isDown ? min(round, 4) : 1
      try await eventually { market.images.counters.requests == loads && name(model.phase) == "failed" }
      test.clock.advance(by: .seconds(5))
      market.refresh()
    }
    await giveWayOften()
    #expect(market.images.counters.requests == (isDown ? 4 : 1))
    guard isDown else { return try await market.close() }
    // They are not used up for good: the user pulls, and the app returns later.
    try await eventually {
      market.refresh(byUser: true)
      test.clock.advance(by: .seconds(1))
      return market.images.counters.requests > 4 && name(model.phase) == "failed"
    }
    test.wait(60)
    test.network = .up
    test.mock.removeFaults()
    try await eventually {
      market.refresh()
      test.clock.advance(by: .seconds(1))
      return name(model.phase) == "full"
    }
    try await market.close()
  }

  @Test("in Low Data Mode only the thumbnail is loaded, unless there is none or somebody asks")
  func sparing() async throws {
    let test = try TestMarket(products: 100)
    test.isConstrained = true
    let market = try test.open { $0.isNetworkConstrained = { [test] in test.isConstrained } }
    let image = try await photo(market)
    let path = image.url.path()
    let loads = { test.mock.requestLog.count { $0.target == path } }
    let model = PhotoModel(image.url, thumbnail: image.thumbnailURL, fitting: .pixels(60), in: market)
    model.appear()
    try await eventually { name(model.phase) == "thumbnail only" }
    await giveWayOften()
    #expect(loads() == 0)
    model.retry()
    #expect(name(model.phase) == "thumbnail" && model.image != nil)
    try await eventually { name(model.phase) == "full" }
    model.disappear()
    model.appear()
    #expect(name(model.phase) == "full" && loads() == 1)
    let thumbnail = try #require(image.thumbnailURL)
    test.mock.addFault(Fault(.status(.notFound), on: .get, thumbnail.path()))
    for small in [nil, thumbnail] {
      let other = PhotoModel(image.url, thumbnail: small, fitting: .pixels(61), in: market)
      other.appear()
      try await eventually { name(other.phase) == "full" }
    }
    try await market.close()
  }

  @Test("the photos of a listing that waits are files of this device; one that is no photo fails")
  func files() async throws {
    let test = try TestMarket(products: 3)
    let market = try test.open { $0.outbox.startsByItself = false }
    let listing = try await market.sell(.chair, photos: [.pixel])
    let url = try #require(listing.product?.images?.first?.url)
    #expect(url.isFileURL)
    let model = PhotoModel(url, fitting: .pixels(60), in: market)
    model.appear()
    try await eventually { name(model.phase) == "full" }
    for bad in ["/nowhere/at/all.jpg", #filePath] {
      let model = PhotoModel(URL(filePath: bad), fitting: .pixels(60), in: market)
      model.appear()
      try await eventually { name(model.phase) == "failed" }
    }
    try await market.close()
  }

  @Test("the vendor sees the own photo on while the server's is loaded, and where that is not stored yet")
  func accepted() async throws {
    let test = try TestMarket(products: 3)
    let market = try test.open { $0.outbox.startsByItself = false }
    let uploads = try (1...2).map { PhotoUpload(try SamplePhoto.jpeg(width: 64, height: 64, seed: $0)) }
    let listing = try await market.sell(.chair, photos: uploads)
    var displayed: [DecodedImage?] = []
    for image in try #require(listing.product?.images) {
      let model = PhotoModel(image.url, fitting: .pixels(60), in: market)
      model.appear()
      try await eventually { name(model.phase) == "full" }
      displayed.append(model.image)
    }
    try await market.outbox.flush()
    let product = try await listing.value
    let images = try #require(product.images)
    test.mock.addFault(Fault(.hang, on: .get, "/images/**", times: 3))
    for (index, image) in images.enumerated() {
      let model = PhotoModel(image.url, thumbnail: image.thumbnailURL, fitting: .pixels(60), in: market)
      model.appear()
      #expect(name(model.phase) == "thumbnail" && model.image == displayed[index])
    }
    let row = PhotoModel(try #require(product.thumbnail), fitting: .pixels(60), in: market)
    row.appear()
    #expect(name(row.phase) == "thumbnail" && row.image == displayed[0])
    row.disappear()
    test.mock.removeFaults()
    // More than once: a request that was cancelled may come late.
    test.mock.addFault(Fault(.status(.notFound), on: .get, "/images/**", times: 100))
    row.appear()
    try await eventually { name(row.phase) == "failed" }
    #expect(row.image == displayed[0])
    test.mock.removeFaults()
    row.retry()
    try await eventually { name(row.phase) == "full" }
    try await market.close()
  }

  @Test("a released photo is not loaded any more")
  func released() async throws {
    let test = try TestMarket(products: 100)
    let market = try test.open()
    let image = try await photo(market)
    test.network = .blackHole
    var photo: PhotoModel? = PhotoModel(image.url, fitting: .pixels(60), in: market)
    weak let model = photo
    photo?.appear()
    try await eventually { test.lostRequestCount > 0 }
    photo = nil
    try await eventually { model == nil }
    try await market.close()
  }

  @Test("the end of the market is no failure of a photo that is being loaded")
  func endsWithMarket() async throws {
    let test = try TestMarket(products: 100)
    let market = try test.open()
    let image = try await photo(market)
    test.network = .blackHole
    let model = PhotoModel(image.url, fitting: .pixels(60), in: market)
    model.appear()
    try await eventually { test.lostRequestCount > 0 }
    try await market.close()
    // The load has ended; its task may not have noticed yet.
    for _ in 0..<100 { await giveWay() }
    #expect(name(model.phase) == "placeholder")
  }

  // MARK: - The machine

  private enum Event { case appear, disappear, thumbnail, onlyThumbnail, full, failure, retry }

  @Test(
    "each event leads where the table says",
    arguments: [
      ([.appear, .thumbnail, .full], "full", true),
      ([.appear, .full, .thumbnail], "full", true),
      ([.appear, .failure, .thumbnail], "failed", true),
      ([.appear, .thumbnail, .failure], "failed", true),
      ([.appear, .thumbnail, .failure, .retry], "thumbnail", true),
      ([.appear, .failure, .retry], "placeholder", false),
      ([.appear, .onlyThumbnail, .thumbnail], "thumbnail only", true),
      ([.appear, .onlyThumbnail, .retry, .retry], "thumbnail", true),
      ([.appear, .onlyThumbnail, .retry, .failure], "failed", true),
      ([.appear, .full, .onlyThumbnail], "full", true),
      ([.appear, .failure, .retry, .full], "full", true),
      ([.thumbnail, .full, .failure], "placeholder", false),
      ([.appear, .full, .disappear], "placeholder", false),
      ([.appear, .disappear, .full], "placeholder", false),
      ([.appear, .failure, .disappear, .retry], "placeholder", false),
      ([.retry, .appear, .appear], "placeholder", false),
    ] as [([Event], String, Bool)])
  private func machine(events: [Event], phase: String, hasImage: Bool) throws {
    let pixels = try DecodedImage(width: 1, height: 1, bytes: [1, 2, 3])
    var state = PhotoState()
    for event in events {
      switch event {
      case .appear: _ = state.appear()
      case .disappear: _ = state.disappear()
      case .thumbnail: _ = state.thumbnailArrived(pixels)
      case .onlyThumbnail: _ = state.thumbnailArrived(pixels, isLast: true)
      case .full: _ = state.arrived(pixels)
      case .failure: _ = state.failed(ImageError(.network, "as the test wants it"))
      case .retry: _ = state.retry()
      }
    }
    #expect(name(state.phase) == phase && (state.image != nil) == hasImage)
  }

  @Test("a thumbnail that comes after a failure is another image, but no other phase")
  func thumbnailAfterFailure() throws {
    var state = PhotoState()
    _ = (state.appear(), state.failed(ImageError(.network, "as the test wants it")))
    let phase = state.phase
    let isDisplayed = state.thumbnailArrived(try DecodedImage(width: 1, height: 1, bytes: [1, 2, 3]))
    #expect(isDisplayed && state.image != nil && state.phase == phase)
    _ = state.retry()
    _ = state.failed(ImageError(.network, "as the test wants it"))
    #expect(state.phase != phase)
  }
}
