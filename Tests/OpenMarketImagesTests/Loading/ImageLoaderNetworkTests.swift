import Foundation
import HTTPTypes
import MockServerNIO
import OpenMarketHTTP
import OpenMarketImages
import OpenMarketMock
import OpenMarketTestSupport
import Testing

/// The whole way: sockets, the mock market's pictures, and the platform's decoder.
@Suite("ImageLoader over a network", .timeLimit(.minutes(5))) struct ImageLoaderNetworkTests {
  private let mock = MarketplaceMock()
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Runs `body` with a loader, and with the address of a picture of the market.
  private func withMarket(
    configure: (inout ImageLoader.Configuration) -> Void = { _ in },
    handler: (any MockHandler)? = nil, _ body: (ImageLoader, URL) async throws -> Void
  ) async throws {
    let server = try await MockServer.start(handler: handler ?? mock)
    do {
      let client = try HTTPClient(server: server.url, transport: URLSessionTransport()) {
        $0.retry.baseDelay = .milliseconds(1)
        // A busy machine may take long.
        ($0.attemptTimeout, $0.totalTimeout) = (nil, nil)
      }
      let picture = try await picture(client, server.url)
      let loader = ImageLoader(client: client) {
        $0.resumptionDelay = .milliseconds(1)
        $0.downloadTimeout = nil
        configure(&$0)
      }
      try await body(loader, picture)
    } catch {
      try await server.stop()
      throw error
    }
    try await server.stop()
  }

  private func picture(_ client: HTTPClient, _ server: URL) async throws -> URL {
    struct Page: Decodable {
      struct Product: Decodable {
        struct Image: Decodable { var url: String }
        var id: Int
        var images: [Image]?
      }
      var items: [Product]?
    }
    let list = try await client.data(from: server.appending(path: "/api/products"))
    let text = String(decoding: list, as: UTF8.self)
    let link = try #require(text.firstRange(of: #/http:[^"]*\/images\/[^"]*/#))
    return try #require(URL(string: String(text[link]).replacing("\\/", with: "/")))
  }

  private var imageRequests: Int { mock.requestLog.count { $0.target.hasPrefix("/images/") } }

  @Test("64 loads of one picture in 3 sizes: one request, one pass")
  func sixtyFour() async throws {
    let (allLoads, tell) = AsyncStream.makeStream(of: Never.self)
    try await withMarket(handler: HeldPictures(market: mock, until: allLoads)) { loader, picture in
      let loads = (0..<64).map {
        loader.load(ImageRequest(picture, fitting: .pixels([20, 30, 38][$0 % 3])))
      }
      // The caches are asked for one after another: behind one that came later, all sizes wait for the response.
      var other = ImageRequest(picture.appending(path: "other"), fitting: .pixels(20))
      other.cachePolicy = .cacheOnly
      await #expect(throws: ImageError.self) { try await loader.load(other).value }
      tell.finish()
      for (index, load) in loads.enumerated() {
        let image = try await load.value
        #expect(max(image.width, image.height) == [20, 30, 38][index % 3])
      }
      #expect(imageRequests == 1)
      #expect(loader.counters.decodes == 1)
    }
  }

  @Test(
    "whatever happens to the response once, the picture arrives",
    arguments: [
      .status(.serviceUnavailable), .disconnect, .close, .garbage, .truncate(afterBytes: 300),
      .resetMidBody(afterBytes: 300), .drip(bytes: 1000, every: .milliseconds(1)),
      .contentType("text/html"), .delay(.milliseconds(50)),
    ] as [Fault.Action])
  func faults(action: Fault.Action) async throws {
    try await withMarket { loader, picture in
      let expected = try await loader.image(at: picture, fitting: .pixels(40))
      loader.removeAll()
      mock.addFault(Fault(action, on: .init(.get, "/images/**")))
      let image = try await loader.image(at: picture, fitting: .pixels(40))
      #expect(image == expected)
      #expect(mock.faults.isEmpty)
    }
  }

  @Test("a page of HTML under the picture's address is an error that is remembered")
  func html() async throws {
    try await withMarket { loader, picture in
      let page = "<!doctype html><html><body>Sign in to the Wi-Fi</body></html>"
      mock.addFault(Fault(.replaceBody(page, contentType: "image/jpeg"), on: .init(.get, "/images/**")))
      for _ in 0..<2 {
        let error = await #expect(throws: ImageError.self) {
          try await loader.image(at: picture, fitting: .pixels(40))
        }
        #expect(error?.code == .notAnImage)
      }
      #expect(imageRequests == 1)
    }
  }

  @Test("a picture that is not there is an error that is remembered")
  func missing() async throws {
    try await withMarket { loader, picture in
      let missing = picture.deletingLastPathComponent().appending(path: "none.jpg")
      for _ in 0..<2 {
        let error = await #expect(throws: ImageError.self) {
          try await loader.image(at: missing, fitting: .pixels(40))
        }
        #expect((error?.cause as? HTTPError)?.code == .notFound)
      }
      #expect(imageRequests == 1)
    }
  }

  @Test(
    "an old picture is confirmed by 304 and costs no bytes, also within the millisecond in which it came",
    arguments: [1_800_000_000.0004, 1_800_000_000.0006])
  func revalidation(now: TimeInterval) async throws {
    try await withMarket(configure: {
      $0.time.date = { Date(timeIntervalSince1970: now) }
      $0.disk = try? DiskImageCache(folder: folder.url, date: $0.time.date)
      $0.diskContents = .originals
      $0.standardFreshness = .zero
    }) { loader, picture in
      _ = await loader.prefetch([ImageRequest(picture, fitting: .pixels(40))], onlyToDisk: true).value
      let bytes = loader.counters.downloadedBytes
      _ = try await loader.image(at: picture, fitting: .pixels(40))
      #expect(loader.counters.revalidations == 1)
      #expect(loader.counters.downloadedBytes == bytes)
    }
  }

  @Test("without a network, what is on disk is displayed")
  func offline() async throws {
    try await withMarket(configure: {
      $0.disk = try? DiskImageCache(folder: folder.url)
      $0.diskContents = .originals
      $0.standardFreshness = .zero
    }) { loader, picture in
      _ = await loader.prefetch([ImageRequest(picture, fitting: .pixels(40))], onlyToDisk: true).value
      mock.addFault(Fault(.disconnect, times: 100))
      let image = try await loader.image(at: picture, fitting: .pixels(40))
      #expect(max(image.width, image.height) == 40)
    }
  }

  @Test("a small size made from a larger one looks like one made from the file")
  func derivedLooksAlike() async throws {
    try await withMarket { loader, picture in
      let direct = try await loader.image(at: picture, fitting: .pixels(20))
      loader.memory.removeAll()
      _ = try await loader.image(at: picture, fitting: .pixels(40))
      let derived = try await loader.image(at: picture, fitting: .pixels(20))
      #expect(loader.counters.derived == 1 && derived.size == direct.size)
      let squares = zip(direct.bytes, derived.bytes).map { pow(Double($0) - Double($1), 2) }
      let error = squares.reduce(0, +) / Double(squares.count)
      #expect(10 * log10(255 * 255 / max(error, 1e-9)) > 35)
    }
  }
}

/// A market whose pictures come when a stream has ended.
private struct HeldPictures: MockHandler {
  let market: MarketplaceMock
  let until: AsyncStream<Never>

  func handle(_ request: MockRequest) async -> MockResponse {
    if request.head.path?.hasPrefix("/images/") == true { for await _ in until {} }
    return await market.handle(request)
  }
}
