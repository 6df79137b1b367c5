import Foundation
import GRDB
import OpenMarketAPI
import OpenMarketTestSupport
import Synchronization
import Testing

@testable import OpenMarketStore

@Suite(.serialized) struct ClosingTests {
  private func sizes(of files: [URL]) throws -> [Int] { try files.map { try Data(contentsOf: $0).count } }

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

  @Test("a suspension leaves a page in each log, and a return writes nothing")
  func quietReturn() async throws {
    let test = try TestStore()
    try await test.store.save((1...50).map { .listed($0) }, fetchedAt: noon)
    try await test.store.recordSearch("desk", at: noon)
    // What it would write by itself after the return.
    try await test.store.updateSuggestions()
    await test.store.suggestionUpkeep.finished()
    let logs = ["cache.db-wal", "user.db-wal"].map { test.folder.url.appending(path: $0) }
    // The log's head, and a page with its own.
    let page = 32 + 24 + 4_096
    for _ in 0..<3 {
      await test.store.suspend()
      // Where the machine was too busy to empty them in half a second, once more.
      for _ in 0..<20 where try sizes(of: logs) != [page, page] {
        test.store.resume()
        try await test.store.resumed()
        await test.store.suspend()
      }
      #expect(try sizes(of: logs) == [page, page])
      let left = try logs.map { try Data(contentsOf: $0) }
      test.store.resume()
      #expect(try await test.store.newest(limit: 5).count == 5)
      #expect(try await test.store.recentSearches().map(\.text) == ["desk"])
      #expect(try logs.map { try Data(contentsOf: $0) } == left)
    }
    try await test.store.save((51...60).map { .listed($0) }, fetchedAt: noon)
    await test.store.suspend()
    test.store.resume()
    #expect(try await test.store.newest(limit: 100).count == 60)
    try test.store.close()
  }
}

#if os(Linux)
  @Suite(.serialized, .timeLimit(.minutes(5))) struct OpenFilesTests {
    /// The files below `folder` that this process has open.
    private func openFiles(below folder: URL) throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap { name in
        try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(name)")
      }.filter { $0.hasPrefix(folder.path) }
    }

    @Test("a store that is dropped without being closed leaves no file open", arguments: [false, true])
    func dropped(listens: Bool) async throws {
      let folder = try TemporaryFolder()
      do {
        var configuration = MarketStore.Configuration()
        // Longer than any test: it does not end with the next check for writes of others.
        configuration.pollInterval = .seconds(3_600)
        let store = try MarketStore(folder: folder.url, configuration: configuration)
        let changes = listens ? store.changes() : nil
        try await store.save((1...50).map { .listed($0) }, fetchedAt: noon)
        _ = try await store.newest(limit: 5)
        #expect(try !openFiles(below: folder.url).isEmpty)
        withExtendedLifetime(changes) {}
      }
      // Work behind the store's back ends by itself.
      while try !openFiles(below: folder.url).isEmpty, !Task.isCancelled { await giveWay() }
    }

    @Test("a store that is closed and kept leaves no file open, and opens none")
    func closed() async throws {
      let folder = try TemporaryFolder()
      let store = try MarketStore(folder: folder.url)
      try await store.save([.listed(1)], fetchedAt: noon)
      try store.close()
      try store.close()
      let error = await #expect(throws: StoreError.self) { try await store.resetCache() }
      #expect(try error?.code == .closed && openFiles(below: folder.url).isEmpty)
      withExtendedLifetime(store) {}
    }

    @Test("a file that was just opened has one connection, until reads have met often or somebody writes")
    func connections() throws {
      let folder = try TemporaryFolder()
      func connectionCount() throws -> Int {
        try openFiles(below: folder.url).count { $0.hasSuffix("cache.db") }
      }
      func opened() throws -> (DatabaseFile, DatabaseFile.Connection) {
        let file = DatabaseFile(.cache, in: try StoreFolder(folder.url))
        try file.open()
        return (file, try #require(try file.connection()))
      }
      // Its tables are made.
      try opened().0.close()

      let (file, connection) = try opened()
      for _ in 0..<3 { #expect(try connection.readAtOnce { _ in try connectionCount() } == 1) }
      /// Begins a read while another one is under way.
      func meeting() throws -> Int {
        let before = connection.meetings.load(ordering: .relaxed)
        let (begun, ended) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        DispatchQueue.global().async {
          try? connection.readAtOnce { _ in
            begun.signal()
            while connection.meetings.load(ordering: .relaxed) == before { sched_yield() }
          }
          begun.signal()
          ended.signal()
        }
        begun.wait()
        // The next one begins when this one is over: until then it would count as another meeting.
        defer { ended.wait() }
        return try connection.readAtOnce { _ in try connectionCount() }
      }
      for _ in 0..<16 { #expect(try meeting() == 1) }
      #expect(try meeting() == 2)
      try file.close()

      let (other, writing) = try opened()
      let besideWrite = try writing.pool.write { _ in
        try writing.readAtOnce { _ in try connectionCount() }
      }
      #expect(besideWrite == 2)
      try other.close()
    }
  }
#endif
