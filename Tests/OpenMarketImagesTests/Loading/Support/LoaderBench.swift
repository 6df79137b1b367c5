import Foundation
import OpenMarketImages
import OpenMarketMock
import OpenMarketPacing
import OpenMarketTestSupport
import Synchronization

/// A loader with everything around it in a test's hands.
struct LoaderBench: Sendable {
  let source: StubSource
  let decoder = StubDecoder()
  let clock = ManualClock()
  let log = EventLog()
  let loader: ImageLoader
  private let date = SharedDate()

  /// Calendar time that a test sets.
  private final class SharedDate: Sendable {
    let now = Mutex(Date(timeIntervalSince1970: 1_800_000_000))
  }

  init(
    _ source: StubSource = StubSource(), configure: (inout ImageLoader.Configuration) -> Void = { _ in }
  ) {
    self.source = source
    loader = ImageLoader(source: source.fetch) { [decoder, clock, log, date] configuration in
      configuration.decoder = decoder
      configuration.time.clock = AnyClock(clock)
      configuration.time.date = { date.now.withLock { $0 } }
      configuration.time.jitter = { 0 }
      configuration.onEvent = { log.add($0) }
      configuration.startRate = .unlimited
      configure(&configuration)
    }
  }

  static func url(_ name: String) -> URL {
    URL(string: "https://images.example/\(name).jpg") ?? URL(filePath: "/")
  }

  static func request(
    _ name: String = "chair", _ side: Int = 100, priority: RequestPriority = .visible,
    policy: ImageCachePolicy = .standard
  ) -> ImageRequest {
    var request = ImageRequest(url(name), fitting: .pixels(side), priority: priority)
    request.cachePolicy = policy
    return request
  }

  /// Responses with an image of 1200×900.
  static let automatic: @Sendable (StubSource.Exchange) -> Void = { $0.respond(StubDecoder.file()) }

  /// Lets calendar time pass.
  func age(by seconds: TimeInterval) { date.now.withLock { $0 += seconds } }
}
