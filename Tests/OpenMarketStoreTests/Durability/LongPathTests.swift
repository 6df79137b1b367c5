import Foundation
import OpenMarketAPI
import OpenMarketTestSupport
import Testing

@testable import OpenMarketStore

/// SQLite opens no file with a longer path than its build allows, and does not say so.
struct LongPathTests {
  private let temporary: TemporaryFolder
  private let limit: Int

  init() throws {
    temporary = try TemporaryFolder()
    let reason = try #require(SQLiteReason.ofLength("/" + String(repeating: "x", count: 100_000)))
    let match = try #require(reason.firstMatch(of: /SQLite opens at most (\d+):/))
    limit = try #require(Int(match.1))
  }

  /// A folder in which `cache.db` has a path of `count` bytes.
  private func folder(_ count: Int) throws -> URL {
    guard let top = unsafe realpath(temporary.url.path, nil) else { throw CocoaError(.fileNoSuchFile) }
    defer { unsafe free(top) }
    var path = unsafe String(cString: top)
    var missing = count - path.utf8.count - "/cache.db".utf8.count
    while missing > 0 {
      // No name is empty.
      let length = missing <= 200 ? missing : min(200, missing - 2)
      path += "/" + String(repeating: "x", count: length - 1)
      missing -= length
    }
    return URL(filePath: path, directoryHint: .isDirectory)
  }

  private func failure(_ folder: URL) -> StoreError? {
    do { try MarketStore(folder: folder).close() } catch { return error }
    return nil
  }

  @Test("the longest path that SQLite opens is opened")
  func longest() async throws {
    let folder = try folder(limit)
    let store = try MarketStore(folder: folder)
    try await store.save([.listed(1)], fetchedAt: noon)
    try store.close()
    #expect(try #require(StoreReader(folder: folder)).newest(limit: 1).ids == [1])
  }

  @Test("of a longer one the error says how long it may be, and nothing is made")
  func tooLong() throws {
    let folder = try folder(limit + 1)
    let error = try #require(failure(folder))
    #expect(error.code == .invalidInput && error.message.contains("has \(limit + 1) bytes"), "\(error)")
    #expect(error.message.contains("use a folder with a shorter path"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: temporary.url.path).isEmpty)
  }

  @Test("a short link to a long path counts as the path")
  func link() throws {
    let folder = try folder(limit + 1)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let link = temporary.url.appending(path: "link")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: folder)
    #expect(failure(link)?.code == .invalidInput)
    #expect(failure(link.appending(path: "below"))?.code == .invalidInput)
  }

  @Test("an error of SQLite's about a longer path says so, too")
  func laterError() throws {
    let path = try folder(limit + 1).appending(path: "cache.db").path(percentEncoded: false)
    do {
      _ = try DatabaseSettings.cache.openForReading(path)
      Issue.record("it is open")
    } catch {
      #expect(StoreError(error, in: path).code == .invalidInput, "\(error)")
    }
  }
}
