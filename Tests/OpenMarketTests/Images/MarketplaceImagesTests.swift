import Foundation
import HTTPTypes
import OpenMarketMock
import OpenMarketTestSupport
import Testing

@testable import OpenMarket
@testable import OpenMarketHTTP

@Suite("Marketplace: images", .timeLimit(.minutes(5)))
struct MarketplaceImagesTests {
  private let test: TestMarket

  init() throws { test = try TestMarket(products: 100) }

  private func imageRequests() -> Int { test.mock.requestLog.count { $0.target.hasPrefix("/images/") } }

  /// The address of a photo that every build can decode.
  private func photo(_ market: Marketplace) async throws -> URL {
    let products = try await market.products(page: 1, size: 100).value.products
    return try #require(products.compactMap(\.thumbnail).first { $0.pathExtension == "jpg" })
  }

  @Test("photos and sales that are slow leave a connection to their server for what the user asks")
  func connections() throws {
    let configuration = Marketplace.Configuration()
    let transport = try #require(configuration.transport as? URLSessionTransport)
    let atOnce = ImageLoader.Configuration().maxDownloads + configuration.outbox.concurrency
    #expect(transport.configuration.connectionsPerHost > atOnce)
  }

  @Test("a photo comes at the size wanted, and is there offline after a relaunch")
  func offline() async throws {
    let market = try test.open()
    let url = try await photo(market)
    let displayed = try await market.images.image(at: url, fitting: .pixels(60))
    #expect(max(displayed.width, displayed.height) == 60)
    try await market.close()

    test.network = .down
    let reopened = try test.open()
    #expect(try await reopened.images.image(at: url, fitting: .pixels(60)) == displayed)
    let smaller = try await reopened.images.image(at: url, fitting: .pixels(20))
    #expect(max(smaller.width, smaller.height) == 20)
    #expect(imageRequests() == 1)
    try await reopened.close()
  }

  @Test("the limits and the folder are those of the configuration; the loader is the same every time")
  func configuration() async throws {
    let elsewhere = try TemporaryFolder()
    let market = try test.open {
      $0.images.memoryLimit = 1 << 20
      $0.images.diskLimit = 2 << 20
      $0.images.folder = elsewhere.url
    }
    #expect(market.images === market.images)
    #expect(market.images.memory.byteLimit == 1 << 20)
    #expect(market.images.disk?.byteLimit == 2 << 20)
    #expect(market.images.disk?.folder == elsewhere.url)
    try await market.close()
    let without = try test.open { $0.images.diskLimit = 0 }
    #expect(without.images.disk == nil)
    try await without.close()
  }

  @Test("who shows no photos opens no cache")
  func lazily() async throws {
    let market = try test.open()
    _ = try await market.products(page: 1)
    try await market.close()
    #expect(!FileManager.default.fileExists(atPath: test.folder.url.appending(path: "images").path))
  }

  @Test("closing ends what is being loaded, and nothing is loaded later")
  func closing() async throws {
    let market = try test.open()
    let url = try await photo(market)
    test.network = .blackHole
    let load = market.images.load(ImageRequest(url, fitting: .pixels(60)))
    let images = market.images
    try await market.close()
    await #expect(throws: CancellationError.self) { try await load.value }
    test.network = .up
    for loader in [images, market.images] {
      let error = await #expect(throws: ImageError.self) {
        try await loader.image(at: url, fitting: .pixels(60))
      }
      #expect(error?.code == .closed)
    }
    #expect(imageRequests() == 0)
  }

  @Test("a folder that cannot be used is told, and photos are loaded all the same")
  func unusableFolder() async throws {
    let market = try test.open { $0.images.folder = URL(filePath: "/dev/null/images") }
    var events = market.events.makeAsyncIterator()
    let url = try await photo(market)
    _ = try await market.images.image(at: url, fitting: .pixels(60))
    guard let event = await events.next(), let error = event.error as? StoreError else {
      Issue.record("nothing was told")
      return
    }
    #expect(error.code == .notPermitted && error.message.contains("/dev/null/images"), "\(error)")
    try await market.close()
  }

  @Test("a photo's age is told by the market's own time")
  func time() async throws {
    let market = try test.open()
    let url = try await photo(market)
    _ = try await market.images.image(at: url, fitting: .pixels(60))
    try await market.close()
    let reopened = try test.open()
    test.wait(2 * 86_400)
    _ = try await reopened.images.image(at: url, fitting: .pixels(60))
    #expect(imageRequests() == 2 && reopened.images.counters.revalidations == 1)
    try await reopened.close()
  }
}
