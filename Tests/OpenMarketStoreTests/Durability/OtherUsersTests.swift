import Foundation
import GRDB
import OpenMarketAPI
import OpenMarketTestSupport
import Testing

@testable import OpenMarketStore

/// Other processes that use the same folder, for longer than one likes.
@Suite(.serialized, .timeLimit(.minutes(5))) struct OtherUsersTests {
  @Test("writers do not wait for somebody who reads for minutes, such as a backup")
  func longRead() async throws {
    let test = try TestStore()
    let store = test.store
    try await store.recordSearch("before", at: noon)
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let backup = try DatabaseQueue(
      path: test.folder.url.appending(path: "user.db").path, configuration: configuration)
    try await backup.writeWithoutTransaction { db in
      try db.execute(sql: "BEGIN; SELECT * FROM recent_search")
    }
    let start = ContinuousClock.now
    try await store.recordSearch("during", at: noon)
    try await store.recordSearch("during, too", at: noon)
    await store.emptyLog()
    try store.close()
    #expect(start.duration(to: .now) < .seconds(4))
    try await backup.writeWithoutTransaction { db in
      #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM recent_search") == 1)
      try db.execute(sql: "COMMIT")
    }
    try backup.close()
    let again = try MarketStore(folder: test.folder.url)
    #expect(try await again.recentSearches().count == 3)
    try await again.recordSearch("after", at: noon)
    let log = test.folder.url.appending(path: "user.db-wal").path
    #expect(FileIdentity.Status(path: log)?.byteCount == 0, "the log is emptied once nobody reads")
    try again.close()
  }

  @Test("a lock is waited for as long as its holder shows that it is at work, up to a limit")
  func patience() {
    var patience = LockPatience(silence: .seconds(5), limit: .seconds(120))
    #expect(patience.refusal(sign: 7, after: .seconds(0)) == nil)
    #expect(patience.refusal(sign: 7, after: .seconds(4)) == nil)
    #expect(patience.refusal(sign: 8, after: .seconds(6)) == nil)
    #expect(patience.refusal(sign: 8, after: .seconds(10)) == nil)
    #expect(patience.refusal(sign: 8, after: .seconds(11)) == .silent)
    #expect(patience.refusal(sign: 9, after: .seconds(12)) == nil)
    for second in 13...119 { #expect(patience.refusal(sign: UInt64(second), after: .seconds(second)) == nil) }
    #expect(patience.refusal(sign: 500, after: .seconds(120)) == .atWork)
  }

  @Test("a holder that is at work for longer than others wait for a silent one is waited for")
  func busyHolder() async throws {
    let folder = try TemporaryFolder()
    let path = folder.url.appending(path: "store.lock").path
    try Data().write(to: URL(filePath: path))
    let holder = try FolderLock(path: path, signInterval: .milliseconds(10))
    let other = try FolderLock(
      path: path, patience: LockPatience(silence: .milliseconds(400), limit: .seconds(60)))
    try holder.exclusively {
      let waiting = Thread {
        try? other.exclusively { try Data([1]).write(to: folder.url.appending(path: "done")) }
      }
      waiting.start()
      // Until so many signs were given that a silent holder would have been given up.
      while other.sign < 60 { usleep(1_000) }
    }
    while !FileManager.default.fileExists(atPath: folder.url.appending(path: "done").path) { usleep(1_000) }
  }

  @Test("a holder that shows no sign of work is given up with an error that says what to do")
  func suspendedHolder() throws {
    let folder = try TemporaryFolder()
    let path = folder.url.appending(path: "store.lock").path
    try Data().write(to: URL(filePath: path))
    let suspended = unsafe open(path, O_RDWR)
    defer { close(suspended) }
    flock(suspended, LOCK_EX)
    let lock = try FolderLock(
      path: path, patience: LockPatience(silence: .milliseconds(50), limit: .seconds(60)))
    let error = #expect(throws: StoreError.self) { try lock.exclusively {} }
    #expect(error?.code == .busy)
    #expect(error?.message.contains("end it") == true)
  }
}
