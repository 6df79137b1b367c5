import Foundation
import HTTPTypes
import MockServerNIO
import OpenMarketHTTP
import OpenMarketImages
import OpenMarketMock
import OpenMarketPacing
import OpenMarketTestSupport
import Testing

/// A server that does not do what it should, and goes on not doing it: the real loader, caches and decoder over
/// real sockets.
@Suite("ImageLoader and a hostile server", .timeLimit(.minutes(5))) struct HostileServerTests {
  private let mock = MarketplaceMock { $0.productCount = 100 }
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Runs `body` with a loader that has one download at a time, the path of a photo, and that of another.
  private func withMarket(
    configure: (inout ImageLoader.Configuration) -> Void = { _ in },
    _ body: (ImageLoader, URL, URL) async throws -> Void
  ) async throws {
    let server = try await MockServer.start(handler: mock)
    do {
      let client = try HTTPClient(server: server.url, transport: URLSessionTransport()) {
        $0.retry.baseDelay = .milliseconds(1)
      }
      let list = try await client.data(from: server.url.appending(path: "/api/products"))
      let links = String(decoding: list, as: UTF8.self).replacing("\\/", with: "/")
        .matches(of: #/http:[^"]*\/images\/[^"]*\.jpg/#)
      let photos = try links.prefix(2).map { try #require(URL(string: String($0.output))) }
      let loader = ImageLoader(client: client) {
        $0.disk = try? DiskImageCache(folder: folder.url.appending(path: "cache"))
        $0.resumptionDelay = .milliseconds(1)
        $0.maxDownloads = 1
        configure(&$0)
      }
      try await body(loader, photos[0], photos[1])
      await loader.close()
    } catch {
      try await server.stop()
      throw error
    }
    try await server.stop()
  }

  private func requests(for photo: URL) -> Int {
    mock.requestLog.count { $0.target.hasPrefix(photo.path()) }
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var action: Fault.Action
    var code: ImageError.Code
    /// The most requests that it may cost.
    var requests: Int
  }

  private static let cases = [
    Case(
      testDescription: "announces 10 GB", action: .field("Content-Length", value: "10000000000"),
      code: .tooLarge, requests: 1),
    Case(
      testDescription: "announces less than the header", action: .field("Content-Length", value: "40"),
      code: .truncated, requests: 1),
    Case(
      testDescription: "sends a page of HTML as image/jpeg",
      action: .replaceBody("<!doctype html><title>Sign in to the Wi-Fi</title>", contentType: "image/jpeg"),
      code: .notAnImage, requests: 1),
    Case(
      testDescription: "sends JSON", action: .replaceBody(#"{"ok": true}"#, contentType: "application/json"),
      code: .notAnImage, requests: 1),
    Case(
      testDescription: "sends nothing", action: .replaceBody("", contentType: "image/jpeg"),
      code: .truncated, requests: 1),
    Case(
      testDescription: "sends the beginning of a GIF as image/jpeg",
      action: .replaceBody("GIF89a\u{1}\0\u{1}\0\0\0\0", contentType: "image/jpeg"), code: .truncated,
      requests: 1),
    Case(
      testDescription: "sends HEIC as image/jpeg",
      action: .replaceBody("\0\0\0\u{18}ftypheic\0\0\0\0heicmif1", contentType: "image/jpeg"),
      code: SystemImageDecoder.supports(.heif) ? .damaged : .unsupportedFormat, requests: 1),
    Case(testDescription: "resets", action: .disconnect, code: .network, requests: 30),
    Case(
      testDescription: "resets at once, whatever part is asked for",
      action: .resetMidBody(afterBytes: 0), code: .network, requests: 30),
    Case(testDescription: "sends no HTTP", action: .garbage, code: .network, requests: 30),
    Case(
      testDescription: "redirects in circles", action: .redirect(.found, location: "/images/round"),
      code: .network, requests: 1),
    Case(testDescription: "wants a password", action: .unauthorizedBasic, code: .network, requests: 1),
    Case(testDescription: "says nothing", action: .hang, code: .timedOut, requests: 30),
    Case(
      testDescription: "drips", action: .drip(bytes: 1, every: .milliseconds(20)), code: .timedOut,
      requests: 30),
  ]

  @Test(
    "a server that goes on misbehaving costs a typed error, few requests, and nothing else", arguments: cases)
  func hostile(_ hostile: Case) async throws {
    let clock = ManualClock()
    try await withMarket(configure: { if hostile.code == .timedOut { $0.time.clock = AnyClock(clock) } }) {
      loader, photo, other in
      mock.addFault(Fault(hostile.action, on: .init(.get, "/images/**"), times: 1_000))
      let load = loader.load(ImageRequest(photo, fitting: .pixels(40)))
      if hostile.code == .timedOut {
        while requests(for: photo) == 0, !Task.isCancelled { await giveWay() }
        clock.advance(by: .seconds(61))
      }
      let error = await #expect(throws: ImageError.self) { try await load.value }
      #expect(error?.code == hostile.code, "\(error as Any)")
      #expect(requests(for: photo) <= hostile.requests)
      #expect(loader.memory.usage.decodedCount == 0 && loader.disk?.usage.count == 0)

      // The one download slot is free again, and what has failed can be asked for anew.
      mock.removeFaults()
      for photo in [other, photo] {
        var request = ImageRequest(photo, fitting: .pixels(40))
        request.cachePolicy = .revalidate
        let image = try await loader.image(for: request)
        #expect(!image.isPartial && max(image.width, image.height) == 40)
      }
    }
  }

  @Test("half a file under a length that agrees is displayed as incomplete, or refused, as configured")
  func half() async throws {
    for isAccepted in [true, false] {
      try await withMarket(configure: { $0.decoding.acceptsPartialImages = isAccepted }) { loader, photo, _ in
        let whole = try await loader.image(at: photo, fitting: .pixels(40))
        let length = loader.counters.downloadedBytes
        loader.removeAll()
        mock.addFault(
          Fault(.field("Content-Length", value: "\(length / 2)"), on: .init(.get, "/images/**"), times: 9))
        do {
          let half = try await loader.image(at: photo, fitting: .pixels(40))
          #expect(isAccepted && half.isPartial && half.size == whole.size && half != whole)
        } catch let error as ImageError {
          #expect(!isAccepted && error.code == .truncated)
        }
        mock.removeFaults()
      }
      try FileManager.default.removeItem(at: folder.url.appending(path: "cache"))
    }
  }

  @Test("a page of HTML is not downloaded to its end")
  func longPage() async throws {
    try await withMarket { loader, photo, _ in
      let page = "<!doctype html>" + String(repeating: "<p>Sign in to the Wi-Fi</p>", count: 500_000)
      mock.addFault(Fault(.replaceBody(page, contentType: "image/jpeg"), on: .init(.get, "/images/**")))
      let error = await #expect(throws: ImageError.self) {
        try await loader.image(at: photo, fitting: .pixels(40))
      }
      #expect(error?.code == .notAnImage)
      #expect(loader.counters.downloadedBytes < page.utf8.count / 4)
    }
  }
}
