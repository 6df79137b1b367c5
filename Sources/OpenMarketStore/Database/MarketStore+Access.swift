import Foundation
import GRDB

/// The only ways to the files: every statement of the store runs inside one of these.
extension MarketStore {
  /// Reads from one state of `cache.db`.
  func readCache<Value: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws -> Value {
    try await access(files.cache) { try await $0.read(body) }
  }

  /// Reads from one state of `cache.db` on the caller's thread: for reads of some microseconds, which a change of
  /// threads would make several times as long. Waits while all readers are busy.
  func readCacheAtOnce<Value: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws -> Value {
    try Task.checkCancellation()
    // What goes wrong here goes wrong again on the long way, which repairs and reports.
    if let connection = try? files.connection(to: files.cache), let value = try? read(connection.pool, body) {
      upkeep.noteAccess()
      return value
    }
    return try await readCache(body)
  }

  /// Not asynchronous, so that the read of the same name that is not is meant.
  private func read<Value>(_ pool: DatabasePool, _ body: (Database) throws -> Value) throws -> Value {
    try pool.read(body)
  }

  /// Writes to `cache.db` in one transaction.
  func writeCache<Value: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws -> Value {
    try await access(files.cache) { try await $0.write(body) }
  }

  /// Reads from one state of `user.db`.
  func readUser<Value: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws -> Value {
    try await access(files.user) { try await $0.read(body) }
  }

  /// Writes to `user.db` in one transaction, which is on the disk when this returns.
  ///
  /// The log is emptied each time: a damaged one loses commits without a sign of it.
  func writeUser<Value: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws -> Value {
    try await access(files.user) { pool in
      let value = try await pool.write(body)
      // Another process may be reading; the commit is safe in the log, and the next write empties it.
      _ = try? await pool.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
      return value
    }
  }

  /// Writes recent searches and tells the listeners once it is committed.
  func writeRecents<Value: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws -> Value {
    let changeHub = files.changeHub
    return try await writeUser { db in
      db.afterNextTransaction { _ in changeHub.publish(.recentSearches) }
      return try body(db)
    }
  }

  /// Writes products in one transaction and tells the listeners once it is committed.
  func writeProducts(
    _ body: @escaping @Sendable (inout ProductWriter, Database) throws -> Void
  ) async throws -> SaveReport {
    let changeHub = files.changeHub
    let report = try await writeCache { [suggestionUpkeep] db in
      var writer = ProductWriter(db)
      try body(&writer, db)
      let report = writer.report
      let changed = report.added.union(report.changed)
      if !changed.isEmpty || !report.removed.isEmpty {
        db.afterNextTransaction { _ in
          changeHub.publish(.products(changed, removed: report.removed))
          suggestionUpkeep.wake()
        }
      }
      return report
    }
    upkeep.noteSaved(report.added.count)
    trimInBackgroundIfDue()
    return report
  }

  private func access<Value>(
    _ file: DatabaseFile, _ action: (DatabasePool) async throws -> Value
  ) async throws -> Value {
    upkeep.noteAccess()
    var isFirstTry = true
    while true {
      try Task.checkCancellation()
      let connection = try files.connection(to: file)
      do {
        return try await action(connection.pool)
      } catch let error as DatabaseError where error.isInterruptionError {
        throw CancellationError()
      } catch let error as CancellationError {
        throw error
      } catch {
        let error = StoreError(error, in: file.path)
        guard isFirstTry, try files.repair(file, after: error, on: connection) else { throw error }
        isFirstTry = false
      }
    }
  }
}
