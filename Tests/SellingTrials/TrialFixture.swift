import Foundation
import OpenMarket
import OpenMarketHTTP
import OpenMarketMock
import OpenMarketTestSupport

/// A market and two processes on one folder, used by many schedules one after the other, because making the
/// files costs more than a schedule.
///
/// The folder is in memory where the system has a file system for that; the SQL is the real one.
final class TrialFixture: Sendable {
  let honoursKeys: Bool
  let mock: MarketplaceMock
  let time: TrialTime
  let transports = [TrialTransport(), TrialTransport()]
  let markets: [Marketplace]
  /// A client of its own, on a network without faults.
  let otherDevice: MarketClient
  private let folder: URL

  /// - Parameters:
  ///   - honoursKeys: Whether the server performs all requests with one key once.
  ///   - checksFirst: Whether edits ask the server for conflicts however young their base is.
  /// - Throws: When the folder cannot be used.
  init(honoursKeys: Bool, checksFirst: Bool = false) throws {
    self.honoursKeys = honoursKeys
    let time = TrialTime(Date(timeIntervalSince1970: 1_700_000_000))
    self.time = time
    mock = MarketplaceMock { configuration in
      configuration.productCount = 3
      configuration.honoursIdempotencyKeys = honoursKeys
      configuration.time.date = { time.serverNow }
      configuration.requestLogLimit = 1
    }
    let memory = URL(filePath: "/dev/shm", directoryHint: .isDirectory)
    let isThere = FileManager.default.isWritableFile(atPath: memory.path)
    folder = (isThere ? memory : FileManager.default.temporaryDirectory)
      .appending(path: "openmarket-trial-\(UUID().uuidString)", directoryHint: .isDirectory)
    let folder = folder
    guard let server = URL(string: "http://market.test") else { throw URLError(.badURL) }
    markets = try transports.map { transport in
      try Marketplace(server: server, folder: folder) { configuration in
        configuration.transport = transport
        configuration.serverHonoursIdempotencyKeys = honoursKeys
        configuration.cachesResponses = false
        configuration.http.responseCacheLimit = 0
        configuration.http.sharesIdenticalReads = false
        configuration.http.time.date = { time.now }
        configuration.http.maxAttempts = 1
        configuration.http.time.jitter = { 0.5 }
        configuration.outbox.startsByItself = false
        configuration.http.time.uptime = { time.uptime }
        if checksFirst { configuration.outbox.baseAgeLimit = .seconds(-2) }
        configuration.credentials = try VendorCredentials(
          identifier: MarketplaceMock.Vendor.sample.identifier,
          secret: MarketplaceMock.Vendor.sample.secret)
      }
    }
    otherDevice = try MarketClient(
      server: server, credentials: markets[0].configuration.credentials, transport: MockTransport(mock)
    ) { $0.responseCacheLimit = 0 }
  }

  /// A photo that is a JPEG by its first bytes, another one for each text.
  static func photo(_ text: String) -> Data { Data([0xFF, 0xD8, 0xFF, 0xE0]) + Data(text.utf8) }

  func close() async {
    for market in markets { try? await market.close() }
    try? FileManager.default.removeItem(at: folder)
  }
}
