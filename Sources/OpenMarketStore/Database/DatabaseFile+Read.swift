import GRDB
import GRDBSQLite
import Synchronization

extension DatabaseFile.Connection {
  /// Reads from one state of the file, on a thread of the database, where also the connection is given back.
  ///
  /// GRDB's own asynchronous `read` gives it back in the task. Tasks have as many threads as there are processors: where
  /// each of these closes a store, and so waits for a read, none is left on which the reads could end.
  ///
  /// - Throws: What `body` throws; `CancellationError` or an interruption of SQLite when the task is cancelled, which ends
  ///   the statement that runs.
  func read<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
    let cancellation = ReadCancellation()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        pool.asyncRead { db in
          continuation.resume(with: Result { try cancellation.end(db.get(), body) })
        }
      }
    } onCancel: {
      cancellation.isCancelled.store(true, ordering: .relaxed)
    }
  }
}

/// Whether the task of a read was cancelled, which SQLite looks at while it works.
private final class ReadCancellation: Sendable {
  let isCancelled = Atomic(false)
  /// In instructions of SQLite's machine, of which there are some ten million a second.
  private static let interval: CInt = 1_000

  /// Reads, unless the task is cancelled before the end.
  func end<Value>(_ db: Database, _ body: (Database) throws -> Value) throws -> Value {
    if isCancelled.load(ordering: .relaxed) { throw CancellationError() }
    // It lives as long as the handler is set.
    unsafe sqlite3_progress_handler(
      db.sqliteConnection, Self.interval,
      { cancellation in
        guard let cancellation = unsafe cancellation else { return 0 }
        let read = unsafe Unmanaged<ReadCancellation>.fromOpaque(cancellation).takeUnretainedValue()
        return read.isCancelled.load(ordering: .relaxed) ? 1 : 0
      }, Unmanaged.passUnretained(self).toOpaque())
    defer { unsafe sqlite3_progress_handler(db.sqliteConnection, 0, nil, nil) }
    return try body(db)
  }
}
