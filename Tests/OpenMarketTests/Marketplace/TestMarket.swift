import Foundation
import OpenMarket
import OpenMarketHTTP
import OpenMarketMock
import OpenMarketPacing
import OpenMarketTestSupport
import Synchronization
import Testing

/// A market in a folder of its own, on a clock that stands still, with a network that can be taken away.
final class TestMarket: Sendable {
  enum Network: Sendable {
    case up
    /// Requests fail at once.
    case down
    /// Requests are never responded.
    case blackHole
    /// Requests wait until the network is up.
    case held
    /// Those that send a listing do.
    case uploadsHeld
  }

  let folder: TemporaryFolder
  let mock: MarketplaceMock
  let clock = ManualClock()
  private let time: Mutex<Date>
  private let elapsed = Mutex(TimeInterval(1_000))
  private let boot = Mutex("I")
  private let mode = Mutex(Network.up)
  private let isSparing = Mutex(false)
  private let lost = Mutex(0)

  init(products: Int = 100, honoursKeys: Bool = true) throws {
    folder = try TemporaryFolder()
    mock = MarketplaceMock {
      $0.productCount = products
      $0.honoursIdempotencyKeys = honoursKeys
    }
    time = Mutex(Date(timeIntervalSince1970: mock.now.timeIntervalSince1970.rounded()))
  }

  /// Opens the market, as another process would.
  ///
  /// - Parameters:
  ///   - folder: Another folder than the market's own, as on another device.
  ///   - configure: Changes the configuration.
  /// - Returns: The market.
  /// - Throws: `StoreError`.
  func open(
    in folder: URL? = nil, _ configure: (inout Marketplace.Configuration) throws -> Void = { _ in }
  ) throws -> Marketplace {
    let server = try #require(URL(string: "http://market.test"))
    return try Marketplace(server: server, folder: folder ?? self.folder.url) { configuration in
      configuration.transport = Link(market: self)
      configuration.http.clock = AnyClock(clock)
      configuration.http.time.date = { [self] in now }
      configuration.http.time.uptime = { [self] in uptime }
      configuration.http.maxAttempts = 1
      // With a random one, one delay in some hundreds is none.
      configuration.http.time.jitter = { 0.5 }
      configuration.credentials = try VendorCredentials(
        identifier: MarketplaceMock.Vendor.sample.identifier,
        secret: MarketplaceMock.Vendor.sample.secret)
      try configure(&configuration)
    }
  }

  /// Queues a listing in another process, which does not send it.
  func queueElsewhere() async throws -> Listing {
    let other = try open { $0.outbox.startsByItself = false }
    let listing = try await other.sell(.chair, photos: [.pixel])
    try await other.close()
    return listing
  }

  var now: Date { time.withLock { $0 } }

  /// The time since the device was started; the clock of requests stands still.
  var uptime: Uptime { Uptime(boot: boot.withLock { $0 }, elapsed: .seconds(elapsed.withLock { $0 })) }

  /// Lets time pass.
  func wait(_ seconds: TimeInterval) {
    setCalendar(by: seconds)
    elapsed.withLock { $0 += max(0, seconds) }
  }

  /// Sets the calendar, while no time passes.
  func setCalendar(by seconds: TimeInterval) { time.withLock { $0 += seconds } }

  /// The device is started anew.
  func reboot() {
    boot.withLock { $0 += "I" }
    elapsed.withLock { $0 = 0 }
  }

  var network: Network {
    get { mode.withLock { $0 } }
    set { mode.withLock { $0 = newValue } }
  }

  /// Whether the network is to be used sparingly, for a configuration that asks.
  var isConstrained: Bool {
    get { isSparing.withLock { $0 } }
    set { isSparing.withLock { $0 = newValue } }
  }

  /// How many requests the server has responded.
  var requestCount: Int { mock.requestLog.count }

  /// How many requests have vanished in a black hole.
  ///
  /// One that was begun can be on its way when the network changes or the clock moves.
  var lostRequestCount: Int { lost.withLock { $0 } }

  private struct Link: HTTPTransport {
    let market: TestMarket

    func send(_ request: TransportRequest) async throws -> TransportResponse {
      switch market.network {
      case .up: return try await MockTransport(market.mock).send(request)
      case .uploadsHeld where request.head.method != .post:
        return try await MockTransport(market.mock).send(request)
      case .held, .uploadsHeld:
        try await eventually { market.network == .up }
        return try await MockTransport(market.mock).send(request)
      case .down: throw HTTPError(fault: .cannotConnect, "the network is down")
      case .blackHole:
        market.lost.withLock { $0 += 1 }
        try await request.clock.sleep(
          until: request.deadline ?? .distantFuture, tolerance: nil)
        throw HTTPError(fault: .deadlineExceeded, "no response came")
      }
    }
  }
}

/// Waits until `condition` holds; the suite's time limit ends a wait in vain.
func eventually(_ condition: () async throws -> Bool) async throws {
  while !(try await condition()) {
    try Task.checkCancellation()
    await giveWay()
  }
}

extension NewListing {
  static let chair = NewListing(
    name: "접이식 캠핑 의자", description: "두 번 사용한 깨끗한 의자입니다.", price: 45_000, stock: 1)

  /// One that is called `name`.
  static func named(_ name: String, price: Decimal = 1_000, stock: Int = 1) -> NewListing {
    NewListing(name: name, description: "두 번 사용한 깨끗한 물건입니다.", price: price, stock: stock)
  }
}

extension PhotoUpload {
  static let pixel = PhotoUpload(SamplePhoto.pixel)
}
