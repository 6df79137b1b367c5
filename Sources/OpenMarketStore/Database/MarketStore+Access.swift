import Foundation
import GRDB

/// The only ways to the files: every statement of the store runs inside one of these.
extension MarketStore {
  /// Reads from one state of `cache.db`.
  func readCache<Value: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws -> Value {
    try await access(cache) { try await $0.read(body) }
  }

  /// Writes to `cache.db` in one transaction.
  func writeCache<Value: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws -> Value {
    try await access(cache) { try await $0.write(body) }
  }

  /// Reads from one state of `user.db`.
  func readUser<Value: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws -> Value {
    try await access(user) { try await $0.read(body) }
  }

  /// Writes to `user.db` in one transaction, which is on the disk when this returns.
  func writeUser<Value: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws -> Value {
    try await access(user) { try await $0.write(body) }
  }

  /// Writes products in one transaction and tells the listeners once it is committed.
  func writeProducts(
    _ body: @escaping @Sendable (inout ProductWriter, Database) throws -> Void
  ) async throws -> SaveReport {
    try await writeCache { [changeHub, suggestionUpkeep] db in
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
  }

  private func access<Value>(
    _ file: DatabaseFile, _ action: (DatabasePool) async throws -> Value
  ) async throws -> Value {
    try Task.checkCancellation()
    guard let connection = try file.connection() else {
      throw StoreError(.failed, "\(file.path) was replaced")
    }
    do {
      return try await action(connection.pool)
    } catch let error as DatabaseError where error.isInterruptionError {
      throw CancellationError()
    } catch let error as CancellationError {
      throw error
    } catch {
      throw StoreError(error, in: file.path)
    }
  }
}
