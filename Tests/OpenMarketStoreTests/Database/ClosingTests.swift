import Foundation
import OpenMarketAPI
import OpenMarketStore
import OpenMarketTestSupport
import Testing

@Suite struct ClosingTests {
  @Test("a closed store has everything in its files and nothing left in their logs")
  func emptiesLogs() async throws {
    let test = try TestStore()
    try await test.store.save((1...50).map { .listed($0) }, fetchedAt: noon)
    try await test.store.recordSearch("desk", at: noon)
    _ = try await (test.store.newest(limit: 5), test.store.recentSearches())
    try test.store.close()
    for name in ["cache.db-wal", "user.db-wal", "store.used"] {
      let size = try FileManager.default.attributesOfItem(
        atPath: test.folder.url.appending(path: name).path)[.size]
      #expect(size as? Int == 0, "\(name)")
    }
  }
}
