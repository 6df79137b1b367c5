import Foundation
import GRDB
import OpenMarketAPI
import OpenMarketTestSupport
import Synchronization
import Testing

@testable import OpenMarketStore

/// Other processes that use the same folder, for longer than one likes.
@Suite(.serialized, .timeLimit(.minutes(5))) struct OtherUsersTests {
  @Test("writers do not wait for somebody who reads for minutes, such as a backup")
  func longRead() async throws {
    let test = try TestStore()
    let store = test.store
    let begun = ContinuousClock.now
    try await store.recordSearch("before", at: noon)
    let alone = begun.duration(to: .now)
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let backup = try DatabaseQueue(
      path: test.folder.url.appending(path: "user.db").path, configuration: configuration)
    try await backup.writeWithoutTransaction { db in
      try db.execute(sql: "BEGIN; SELECT * FROM recent_search")
    }
    // Who waits does so for 5 s; the machine may be slow.
    let limit = .seconds(4.5) + alone * 10
    let clock = ContinuousClock()
    #expect(try await clock.measure { try await store.recordSearch("during", at: noon) } < limit)
    #expect(try await clock.measure { try await store.recordSearch("during, too", at: noon) } < limit)
    #expect(await clock.measure { await store.emptyLog() } < limit)
    #expect(try clock.measure { try store.close() } < limit)
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
      path: path, patience: LockPatience(silence: .seconds(3), limit: .seconds(120)))
    let (results, send) = AsyncStream.makeStream(of: Result<Bool, any Error>.self)
    let isHeld = Atomic(true)
    try holder.exclusively {
      Thread { send.yield(Result { try other.exclusively { !isHeld.load(ordering: .acquiring) } }) }.start()
      // Until a silent holder would have been given up.
      let begun = ContinuousClock.now
      while begun.duration(to: .now) < .seconds(4) || other.sign < 10 { usleep(10_000) }
      isHeld.store(false, ordering: .releasing)
    }
    var iterator = results.makeAsyncIterator()
    #expect(try await iterator.next()?.get() == true, "it waits until the other is done")
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
