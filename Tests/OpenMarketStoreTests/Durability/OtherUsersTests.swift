import Dispatch
import Foundation
import GRDB
import GRDBSQLite
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
    try await withoutWaiting { try await store.recordSearch("during", at: noon) }
    try await withoutWaiting { try await store.recordSearch("during, too", at: noon) }
    try await withoutWaiting { await store.emptyLog() }
    var open = store
    while try ContinuousClock().measure({ try open.close() }) >= Self.wait {
      try Task.checkCancellation()
      open = try MarketStore(folder: test.folder.url)
    }
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

  @Test("the log is not emptied beside another process's write, and not waited for; afterwards it is")
  func emptyingBesideWrites() async throws {
    let test = try TestStore()
    defer { withExtendedLifetime(test) {} }
    let (store, log) = (test.store, test.folder.url.appending(path: "user.db-wal").path)
    let (held, released) = (Counter(), DispatchSemaphore(value: 0))
    async let end: Void = onThread {
      try WriteLock(store.files.folder).shared {
        held.increment()
        released.wait()
      }
    }
    defer { released.signal() }
    while held.count == 0, !Task.isCancelled { await giveWay() }
    try await store.recordSearch("desk", at: noon)
    await store.emptyLog()
    #expect(try #require(FileIdentity.Status(path: log)).byteCount > 0)
    released.signal()
    try await end
    await store.emptyLog()
    #expect(FileIdentity.Status(path: log)?.byteCount == 0)
    #expect(try await store.recentSearches().map(\.text) == ["desk"])
  }

  @Test("closing waits for no write of another process, and leaves what it would trim to the next time")
  func closing() async throws {
    let test = try TestStore { $0.byteLimit = 1 << 18 }
    test.store.suggestionUpkeep.pause()
    let text = String(repeating: "a long description ", count: 200)
    try await test.store.save(
      (1...200).map { .detailed($0, description: text) }, completeness: .detailed, fetchedAt: noon)
    let waits = Counter()
    defer { withExtendedLifetime(waits) {} }
    try await test.store.files.cache.connection()?.pool.writeWithoutTransaction { db in
      _ = unsafe sqlite3_busy_handler(
        db.sqliteConnection,
        { waits, _ in
          guard let waits = unsafe waits else { return 0 }
          unsafe Unmanaged<Counter>.fromOpaque(waits).takeUnretainedValue().increment()
          return 0
        }, Unmanaged.passUnretained(waits).toOpaque())
    }
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let path = test.folder.url.appending(path: "cache.db").path
    let other = try DatabaseQueue(path: path, configuration: configuration)
    try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
    try test.store.close()
    #expect(waits.count == 0)
    try await other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
    let store = try MarketStore(folder: test.folder.url, configuration: test.store.configuration)
    #expect(try await store.productCount == 200)
    try store.close()
    let last = try MarketStore(folder: test.folder.url)
    #expect(try await last.productCount < 200)
    try last.close()
  }

  /// Who waits for another process does so for 5 s.
  private static let wait = Duration.seconds(4.5)

  /// Does something that does not wait: once more where the machine was too busy. One who waits would do so every time.
  private func withoutWaiting(_ body: () async throws -> Void) async throws {
    while try await ContinuousClock().measure(body) >= Self.wait { try Task.checkCancellation() }
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
    // Where the machine was too busy for a sign in 3 s, once more.
    while try await !isHolderWaitedFor() { try Task.checkCancellation() }
  }

  /// - Returns: Whether it was; not when the holder has shown no sign for too long.
  private func isHolderWaitedFor() async throws -> Bool {
    let folder = try TemporaryFolder()
    let path = folder.url.appending(path: "store.lock").path
    try Data().write(to: URL(filePath: path))
    let holder = try FolderLock(path: path, signInterval: .milliseconds(10))
    let other = try FolderLock(
      path: path, patience: LockPatience(silence: .seconds(3), limit: .seconds(120)))
    let (held, released) = (Counter(), Counter())
    async let end: Void = onThread {
      try holder.exclusively {
        held.increment()
        // Until a silent holder would have been given up.
        let begun = ContinuousClock.now
        while begun.duration(to: .now) < .seconds(4) || other.sign < 10 { usleep(10_000) }
        released.increment()
      }
    }
    while held.count == 0, !Task.isCancelled { await giveWay() }
    do {
      let isReleased = try await onThread { try other.exclusively { released.count == 1 } }
      #expect(isReleased, "it waits until the other is done")
      try await end
      return true
    } catch let error as StoreError where error.code == .busy && error.message.contains("no sign of work") {
      return false
    }
  }

  @Test("while another process works under the lock of the folder, all other tasks go on")
  func tasksGoOn() async throws {
    let test = try TestStore()
    try await test.store.files.user.connection()?.pool.write { db in
      try db.setAccountValue("7", for: "vendor_id")
      try db.setAccountValue("vendor", for: "vendor_name")
    }
    #expect(test.store.knownVendor?.id == 7)
    let path = test.folder.url.appending(path: FolderLock.fileName).path
    let holder = try FolderLock(path: path, signInterval: .milliseconds(10))
    let (held, others) = (Counter(), Counter())
    async let end: Void = onThread {
      try holder.exclusively {
        held.increment()
        while others.count < 100 { usleep(1_000) }
      }
    }
    while held.count == 0, !Task.isCancelled { await giveWay() }
    // The next reads open the files, under the lock.
    test.store.files.cache.disconnect()
    test.store.files.user.disconnect()
    #expect(test.store.knownVendor?.id == 7, "it does not wait, in the end in vain")
    try await withThrowingTaskGroup { group in
      for _ in 0..<2 * ProcessInfo.processInfo.activeProcessorCount {
        group.addTask { _ = try await test.store.newest(limit: 1) }
      }
      for _ in 0..<100 {
        await giveWay()
        others.increment()
      }
      try await group.waitForAll()
    }
    try await end
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
