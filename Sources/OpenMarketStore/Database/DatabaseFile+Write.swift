import Foundation
import GRDB
import GRDBSQLite
import OpenMarketHTTP
import Synchronization

/// A rescue has moved the file to which the connections lead: nothing was written.
struct FileWasMoved: Error {}

extension DatabaseFile.Connection {
  /// Writes in one transaction, and does something once it is committed, before the next one begins.
  ///
  /// Goes to the writer's queue straight from the caller's executor and back: GRDB's own asynchronous writes change
  /// threads twice more, which takes a durable commit's time again, and its `afterNextTransaction` makes it forget
  /// prepared statements at each use. A write that has begun is not interrupted by a cancelled task.
  ///
  /// - Throws: What `body` throws, `DatabaseError`, ``FileWasMoved``, or `CancellationError`; then nothing was written.
  func write<Value: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Value,
    afterCommit: @escaping @Sendable (Value) -> Void = { _ in }
  ) async throws -> Value {
    let isCancelled = Atomic(false)
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        pool.asyncWriteWithoutTransaction { db in
          continuation.resume(
            with: Result {
              if isCancelled.load(ordering: .relaxed) { throw CancellationError() }
              let value = try self.commit(db, body)
              afterCommit(value)
              return value
            })
        }
      }
    } onCancel: {
      isCancelled.store(true, ordering: .relaxed)
    }
  }

  /// Writes in one transaction on the calling thread, which waits for other writes, of other processes only if `waits`, but for a
  /// rescue; may throw ``FileWasMoved``.
  func writeAtOnce<Value>(waits: Bool = true, _ body: (Database) throws -> Value) throws -> Value {
    try pool.writeWithoutTransaction { db in
      waits ? try commit(db, body) : try db.withoutWaiting { try commit(db, body) }
    }
  }

  private func commit<Value>(_ db: Database, _ body: (Database) throws -> Value) throws -> Value {
    try db.tellingReason {
      try whileInPlace {
        let value = try db.committing(body)
        flushLog()
        return value
      }
    }
  }

  /// Makes what was committed last through a power failure: Apple's SQLite takes `PRAGMA fullfsync` for `F_BARRIERFSYNC`,
  /// which only keeps writes in their order. Nothing to do elsewhere, nor for a file that is made anew. Where it fails, the
  /// commit is there all the same, and as safe as SQLite makes it.
  private func flushLog() {
    #if canImport(Darwin)
      guard writeLock != nil else { return }
      // SQLite has no lock on the log, which closing a file would release.
      let descriptor = unsafe open(path + "-wal", O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { return }
      _ = flushToDisk(descriptor)
      close(descriptor)
    #endif
  }

  /// Does `body`, for the end of which a rescue of the file waits.
  private func whileInPlace<Value>(_ body: () throws -> Value) throws -> Value {
    guard let writeLock else { return try body() }
    return try writeLock.shared {
      guard identity == FileIdentity(path: path) else { throw FileWasMoved() }
      return try body()
    }
  }
}

extension Database {
  /// Runs `body` in a transaction, and returns its value once that is committed.
  func committing<Value>(_ body: (Database) throws -> Value) throws -> Value {
    var result: Value?
    try inTransaction(.immediate) {
      result = try body(self)
      return .commit
    }
    guard let result else { throw CancellationError() }
    return result
  }

  /// Does `body`, and throws an I/O error of it with the system's reason: code 13 where a quota is used up, or where the disk finds
  /// out that it is full only when it is flushed. To SQLite these are I/O errors, too.
  func tellingReason<Value>(_ body: () throws -> Value) throws -> Value {
    do { return try body() } catch let error as DatabaseError where error.resultCode == .SQLITE_IOERR {
      let code = error.extendedResultCode
      let writing: [ResultCode] = [.SQLITE_IOERR_WRITE, .SQLITE_IOERR_FSYNC, .SQLITE_IOERR_TRUNCATE]
      let isWrite = writing.contains(code)
      let number = unsafe isWrite ? logErrno : sqlite3_system_errno(sqliteConnection)
      if isWrite, [ENOSPC, EDQUOT].contains(number) {
        throw DatabaseError(resultCode: .SQLITE_FULL, message: error.message)
      }
      guard number != 0 else { throw error }
      let what = isWrite ? "cannot be written" : "cannot be used"
      throw DatabaseError(resultCode: code, message: "\(what): \(StoreError.reason(number))")
    }
  }

  /// The system's number of the last failure in the log, to which everything is written first. `sqlite3_system_errno` is not set
  /// by a commit that fails.
  private var logErrno: CInt {
    var number: CInt = 0
    unsafe withLog { log, methods in
      _ = unsafe methods.xFileControl?(log, SQLITE_FCNTL_LAST_ERRNO, &number)
    }
    return number
  }

  /// Whether the write-ahead log has nothing in it; no where that cannot be told.
  var isLogEmpty: Bool {
    var count: sqlite3_int64 = -1
    unsafe withLog { log, methods in
      _ = unsafe methods.xFileSize?(log, &count)
    }
    return count == 0
  }

  private func withLog(_ body: (UnsafeMutablePointer<sqlite3_file>, sqlite3_io_methods) -> Void) {
    var log: UnsafeMutablePointer<sqlite3_file>?
    let code = unsafe sqlite3_file_control(sqliteConnection, "main", SQLITE_FCNTL_JOURNAL_POINTER, &log)
    guard code == SQLITE_OK, let log = unsafe log, let methods = unsafe log.pointee.pMethods else { return }
    unsafe body(log, methods.pointee)
  }
}
