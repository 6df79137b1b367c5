import Foundation
import GRDB
import OpenMarketAPI
import OpenMarketHTTP
import Synchronization

/// The only ways to the files: every statement of the store runs inside one of these.
extension MarketStore {
  /// Reads from one state of `cache.db`; `atOnce` on the calling thread, for a few rows: a read of some microseconds is not
  /// worth two changes of threads, which take several times as long. It changes them all the same when four longer reads are
  /// under way or there is one connection for everything, and never waits.
  func readCache<Value: Sendable>(
    atOnce: Bool = false, _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws -> Value {
    try await read(files.cache, atOnce: atOnce, body)
  }

  /// Writes to `cache.db` in one transaction; `afterCommit` is called before the next one begins.
  func writeCache<Value: Sendable>(
    as kind: WriteKind = .essential, _ body: @escaping @Sendable (Database) throws -> Value,
    afterCommit: @escaping @Sendable (Value) -> Void = { _ in }
  ) async throws -> Value {
    try await access(files.cache) { [files] in
      try await $0.write({ try files.take(kind, $0, body) }, afterCommit: afterCommit)
    }
  }

  /// Reads from one state of `user.db`; see ``readCache(atOnce:_:)``.
  func readUser<Value: Sendable>(
    atOnce: Bool = false, _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws -> Value {
    try await read(files.user, atOnce: atOnce, body)
  }

  /// Writes to `user.db` in one transaction, which is on the disk when this returns.
  ///
  /// Costs the one flush that a durable commit needs: the log is emptied a moment later, behind the caller's
  /// back. Throws also the ``SubmissionFailure`` that `body` decided on.
  func writeUser<Value: Sendable>(
    as kind: WriteKind = .other, _ body: @escaping @Sendable (Database) throws -> Value,
    afterCommit: @escaping @Sendable (Value) -> Void = { _ in }
  ) async throws -> Value {
    let value = try await access(files.user) { [files] in
      try await $0.write({ try files.take(kind, $0, body) }, afterCommit: afterCommit)
    }
    upkeep.emptyLogSoon { [weak self] in await self?.emptyLog() }
    return value
  }

  /// Empties the log of `user.db`, as a damaged one loses commits without a sign of it; unless another process reads or
  /// writes: the commits are safe in the log, and the next write empties it.
  func emptyLog() async { await emptyLog(of: files.user) }

  /// Empties the log of `file`, unless another process uses it just now.
  func emptyLog(of file: DatabaseFile) async {
    guard let connection = try? file.connection() else { return }
    _ = try? await connection.pool.writeWithoutTransaction { try connection.emptyLog($0) }
  }

  /// Writes submissions, of which `body` says also which listings they concern, and tells the listeners once it is committed.
  func writeSubmissions<Value: Sendable>(
    as kind: WriteKind = .submission,
    _ body: @escaping @Sendable (Database) throws -> (value: Value, products: Set<Product.ID>)
  ) async throws -> Value {
    let (files, changeHub, marks, owner) = (files, files.changeHub, files.pendingMarks, configuration.owner)
    let (value, products, _) = try await writeUser(as: kind) { db in
      try owner.check(db)
      try files.noteOwedInstallation(db)
      let (value, products) = try body(db)
      guard !products.isEmpty else { return (value, products, [Int64: Int64]()) }
      try owner.note(db)
      return (value, products, try db.pendingRanks(among: products))
    } afterCommit: { _, products, pending in
      files.owesInstallation.store(false, ordering: .relaxed)
      guard !products.isEmpty else { return }
      marks.note(products, pending: pending)
      changeHub.send(.submissions(products))
    }
    traceWrite("submissions", products.count)
    return value
  }

  /// Writes recent searches and tells the listeners once it is committed; the log is emptied before this returns.
  func writeRecents<Value: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws -> Value {
    let changeHub = files.changeHub
    let value = try await writeUser(body) { _ in changeHub.send(.recentSearches) }
    await emptyLog()
    traceWrite("recentSearches", 1)
    return value
  }

  /// Writes products in one transaction and tells the listeners once it is committed, unless what is removed are copies only
  /// (`isTrimming`), and not known to be gone from the market.
  func writeProducts(
    as kind: WriteKind = .essential, isTrimming: Bool = false,
    _ body: @escaping @Sendable (inout ProductWriter, Database) throws -> Void
  ) async throws -> SaveReport {
    let changeHub = files.changeHub
    let (report, usedBytes, _, _) = try await access(files.cache) { [files, suggestionUpkeep] connection in
      try await connection.write { db in
        try files.take(kind)
        let version = try db.tablesVersion()
        var writer = try ProductWriter(db, listed: connection.listedTokens.withLock { $0.take(version) })
        try body(&writer, db)
        try writer.finish()
        let listed = ListedTokens(writer.listed, version)
        return (writer.report, try db.usedBytes(), writer.hasIndexed, listed)
      } afterCommit: { report, _, hasIndexed, listed in
        connection.listedTokens.withLock { $0 = listed }
        let changed = report.changed.isEmpty ? report.added : report.added.union(report.changed)
        if !isTrimming, !changed.isEmpty || !report.removed.isEmpty {
          changeHub.send(.products(changed, removed: report.removed))
        }
        if hasIndexed { suggestionUpkeep.wake() }
      }
    }
    upkeep.noteSaved(report.added.count)
    upkeep.noteWrite(limit: Int64(configuration.byteLimit), bytes: usedBytes)
    traceWrite("products", report.added.count + report.changed.count + report.removed.count)
    trimInBackgroundIfDue()
    return report
  }

  /// Tells that `count` rows of a kind are written.
  private func traceWrite(_ rows: String, _ count: Int) {
    files.events.trace(.stored) { ($0.outcome, $0.count) = (rows, count) }
  }

  /// At once only where it need not wait for a connection: tasks have as many threads as there are processors, and one that
  /// waits is lost to all others.
  private func read<Value: Sendable>(
    _ file: DatabaseFile, atOnce: Bool, _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws -> Value {
    if atOnce, file.readsUnderWay.load(ordering: .relaxed) < DatabaseSettings.readerCount / 2 {
      return try await access(file) { connection in
        if connection.isSingle { return try await connection.read(body) }
        return try connection.readAtOnce(body)
      }
    }
    file.readsUnderWay.add(1, ordering: .relaxed)
    defer { file.readsUnderWay.subtract(1, ordering: .relaxed) }
    return try await access(file) { try await $0.read(body) }
  }

  /// Does something with a file; what is wrong with it is repaired, or thrown.
  func access<Value>(
    _ file: DatabaseFile, repairs: Bool = true, _ action: (DatabaseFile.Connection) async throws -> Value
  ) async throws -> Value {
    upkeep.noteAccess()
    var isFirstTry = true
    while true {
      try Task.checkCancellation()
      let closings = try await files.use.latch.pass()
      let connection: DatabaseFile.Connection
      do {
        connection = try await files.connection(to: file)
      } catch  where files.use.latch.closings != closings {
        continue
      }
      do {
        return try await action(connection)
      } catch let error as SubmissionFailure {
        throw error  // A decision, not an accident.
      } catch is FileWasMoved {
        continue  // Nothing was written; it begins anew in the file that is there when the rescue is over.
      } catch  where files.use.latch.closings != closings {
        continue  // Nothing was written; it begins anew when the store is resumed.
      } catch let error as DatabaseError where error.isInterruptionError {
        throw CancellationError()
      } catch let error as CancellationError {
        throw error
      } catch {
        let error = file.explained(error)
        if !repairs, [.damaged, .diskFull].contains(error.code) { throw error }
        do {
          guard isFirstTry, try await files.repair(file, after: error, on: connection) else { throw error }
          isFirstTry = false
        } catch  where files.use.latch.closings != closings {
          continue
        }
      }
    }
  }
}
