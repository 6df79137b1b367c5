import Foundation
import OpenMarket
import OpenMarketMock
import OpenMarketTestSupport
import Testing

/// A `user.db` that was restored to another device does not send what the first device has sent.
@Suite(.serialized, .timeLimit(.minutes(2))) struct RestoredBackupTests {
  @Test("what the first device has sent is found, what it has not sent is sent")
  func restored() async throws {
    let first = try TestMarket()
    let market = try first.open { $0.outbox.startsByItself = false }
    try await market.sell(.chair, photos: [.pixel])
    let backup = try TemporaryFolder()
    try copyBackup(from: first.folder.url, to: backup.url)
    _ = try await market.outbox.flush()
    #expect(created(first.mock) == 1)
    try await market.sell(.named("lamp"), photos: [.pixel])
    try await market.close()

    let second = try first.open(in: backup.url) { $0.outbox.startsByItself = false }
    #expect(try await second.outbox.flush().isEmpty)
    #expect(created(first.mock) == 1)
    try await second.close()

    // Its own from now on: nothing is looked for again.
    let again = try first.open(in: backup.url) { $0.outbox.startsByItself = false }
    try await again.sell(.named("desk"), photos: [.pixel])
    #expect(try await again.outbox.flush().isEmpty)
    #expect(created(first.mock) == 2)
    try await again.close()
  }

  @Test("what nobody has sent is sent once")
  func unsent() async throws {
    let first = try TestMarket()
    let market = try first.open { $0.outbox.startsByItself = false }
    try await market.sell(.chair, photos: [.pixel])
    try await market.close()
    let backup = try TemporaryFolder()
    try copyBackup(from: first.folder.url, to: backup.url)
    let second = try first.open(in: backup.url) { $0.outbox.startsByItself = false }
    #expect(try await second.outbox.flush().isEmpty)
    #expect(created(first.mock) == 1)
    try await second.close()
  }

  private func created(_ mock: MarketplaceMock) -> Int { mock.ledger.filter { $0.kind == .created }.count }

  /// As a backup does: without what is kept out of it, and with what a copy of the whole folder takes along too.
  private func copyBackup(from folder: URL, to target: URL) throws {
    for name in ["user.db", "user.db-wal", "photos", "store.installation"] {
      let file = folder.appending(path: name)
      guard FileManager.default.fileExists(atPath: file.path) else { continue }
      try FileManager.default.copyItem(at: file, to: target.appending(path: name))
    }
  }
}
