import Foundation
import OpenMarket
import OpenMarketMock
import OpenMarketTestSupport
import Testing

/// A `user.db` that was restored to another device does not send what the first device has sent.
@Suite(.serialized, .timeLimit(.minutes(2))) struct RestoredBackupTests {
  /// What a backup holds: `user.db` alone, as photos and the name of the installation are kept out of it, or the whole folder,
  /// as one is copied by hand.
  enum Backup: CaseIterable { case userData, folder }

  @Test(
    "what the first device has sent is found, and not sent again", arguments: Backup.allCases, [false, true])
  func restored(_ kind: Backup, honoursKeys: Bool) async throws {
    let first = try TestMarket(honoursKeys: honoursKeys)
    let market = try first.open { $0.outbox.startsByItself = false }
    try await market.sell(.chair, photos: [.pixel])
    let backup = try TemporaryFolder()
    try copy(kind, from: first.folder.url, to: backup.url)
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

  @Test(
    "what nobody has sent is sent once; without its photo it is kept and says so", arguments: Backup.allCases,
    [false, true])
  func unsent(_ kind: Backup, honoursKeys: Bool) async throws {
    let first = try TestMarket(honoursKeys: honoursKeys)
    let market = try first.open { $0.outbox.startsByItself = false }
    try await market.sell(.chair, photos: [.pixel])
    try await market.close()
    let backup = try TemporaryFolder()
    try copy(kind, from: first.folder.url, to: backup.url)
    let second = try first.open(in: backup.url) { $0.outbox.startsByItself = false }
    let left = try await second.outbox.flush()
    #expect(left.map(\.failure?.code) == (kind == .folder ? [] : [.photoDamaged]), "\(left)")
    #expect(created(first.mock) == (kind == .folder ? 1 : 0))
    try await second.close()
  }

  private func created(_ mock: MarketplaceMock) -> Int { mock.ledger.filter { $0.kind == .created }.count }

  private func copy(_ kind: Backup, from folder: URL, to target: URL) throws {
    let files = ["user.db", "user.db-wal"]
    for name in kind == .userData ? files : files + ["photos", "store.installation"] {
      let file = folder.appending(path: name)
      guard FileManager.default.fileExists(atPath: file.path) else { continue }
      try FileManager.default.copyItem(at: file, to: target.appending(path: name))
    }
  }
}
