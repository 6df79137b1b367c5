import Foundation
import GRDB

extension MarketStore {
  /// Returns the size and the contents of the store. Counts rows: up to 0.1 s for a million products.
  ///
  /// - Throws: ``StoreError``, or `CancellationError`.
  public func info() async throws -> StoreInfo {
    let recents = try await readUser { db in
      (count: try db.count("recent_search"), version: try db.schemaVersion(UserSchema.migrator))
    }
    let (folder, files) = (folder, currentFiles())
    return try await readCache { db in
      let size = try db.cacheSize()
      return StoreInfo(
        folder: folder, files: files, usedBytes: size.used, freeBytes: size.free, cachedBytes: size.cached,
        productCount: size.productCount, syncedProductCount: size.syncedCount,
        completeProductCount: try db.count("product WHERE detailed_at IS NOT NULL"),
        pageCount: try db.count("query_page"), responseCount: try db.count("http_response"),
        searchIndexBytes: try db.firstRow("SELECT sum(length(block)) FROM product_fts_data") { $0.int64(0) }
          ?? 0,
        recentSearchCount: recents.count, cacheSchemaVersion: try db.schemaVersion(CacheSchema.migrator),
        userSchemaVersion: recents.version,
        normVersion: try db.firstRow("SELECT value FROM meta WHERE key = 'norm_version'") { $0.int(0) },
        sqliteVersion: try db.firstRow("SELECT sqlite_version()") { $0.text(0) } ?? "")
    }
  }

  /// Reads both files and looks whether they and the search index are sound; changes nothing.
  ///
  /// Takes about 0.5 s for a million products.
  package func check() async throws -> StoreCheck {
    await upkeep.checked()
    var problems = try await readUser { try $0.problems(isFull: true) }.map { "user.db: \($0)" }
    problems += try await readCache { db in
      try db.problems()
        + db.rows("PRAGMA foreign_key_check") { "a row of \($0.text(0)) belongs to no \($0.text(2))" }
    }.map { "cache.db: \($0)" }
    do {
      try await checkSearchIndex()
    } catch let error as StoreError where error.code == .damaged {
      problems.append("cache.db: \(error.message)")
    }
    return StoreCheck(problems: problems)
  }

  /// Waits for the check that is under way because the last process did not close the store.
  ///
  /// A process that opens the store and closes it at once calls it, or the next one finds the check still owed. Takes
  /// about 0.5 s for a million products, and nothing when no check is owed.
  package func finishCheck() async { await upkeep.checked() }

  /// Deletes all copies, synced ones too, and starts anew; data that only this device has stays.
  ///
  /// - Throws: ``StoreError``, or `CancellationError` while the store is suspended.
  public func resetCache() async throws {
    do {
      while true {
        try await files.use.latch.pass()
        let closings = files.use.latch.closings
        do { return try await files.resetCache() } catch  where files.use.latch.closings != closings {
          continue
        }
      }
    } catch let error as CancellationError {
      throw error
    } catch {
      throw StoreError(error, in: files.cache.path)
    }
  }

  /// A damaged index is only told here, not repaired: hence past the usual way to the file.
  private func checkSearchIndex() async throws {
    do {
      try await files.use.latch.pass()
      try await files.connection(to: files.cache).pool.write { db in
        _ = try db.perform("INSERT INTO product_fts(product_fts) VALUES('integrity-check')")
      }
    } catch {
      throw StoreError(error, in: "the search index")
    }
  }

  /// The check that is owed after a process that used the store has died.
  func checkInBackground() {
    upkeep.startCheck { [weak self] in
      guard let self else { return false }
      return (try? await self.readCache { try $0.quickCheck() }) != nil
    }
  }

  /// The size of the files on disk, in bytes.
  package var byteCount: Int64 { currentFiles().reduce(0) { $0 + $1.byteCount } }

  private func currentFiles() -> [StoreInfo.File] {
    let folder = files.folder
    let names = ["cache.db", "user.db"].flatMap { [$0, $0 + "-wal", $0 + "-shm"] }
    return names.compactMap { name in
      FileIdentity.Status(path: folder.path(of: name)).map { .init(name: name, byteCount: $0.byteCount) }
    }
  }
}

/// How full `cache.db` is.
struct CacheSize: Sendable {
  var used: Int64
  var free: Int64
  var productCount: Int
  var syncedCount: Int

  /// The share of ``used`` that the limit counts.
  ///
  /// The file does not say how many bytes which rows take, so synced products count as much as others.
  var cached: Int64 {
    guard productCount > 0 else { return used }
    return Int64(Double(used) * Double(productCount - syncedCount) / Double(productCount))
  }

  /// About how many products have to go until a tenth less than `limit` is used, so that the next page saved
  /// does not make the next trim due; `nil` when the limit is kept.
  func surplus(over limit: Int64) -> Int? {
    guard cached > limit, cached > 0 else { return nil }
    let share = 1 - Double(limit - limit / 10) / Double(cached)
    return Int((Double(productCount - syncedCount) * share).rounded(.up))
  }
}

extension Database {
  func count(_ table: String) throws -> Int {
    try firstRow("SELECT count(*) FROM \(table)") { $0.int(0) } ?? 0
  }

  func cacheSize() throws -> CacheSize {
    func pragma(_ name: String) throws -> Int64 { try firstRow("PRAGMA \(name)") { $0.int64(0) } ?? 0 }
    let (pageSize, pages, free) = try (pragma("page_size"), pragma("page_count"), pragma("freelist_count"))
    let products = try count("product")
    let cached = try count("product INDEXED BY product_use WHERE is_synced = 0")
    return CacheSize(
      used: (pages - free) * pageSize, free: free * pageSize, productCount: products,
      syncedCount: products - cached)
  }

  func schemaVersion(_ migrator: DatabaseMigrator) throws -> Int {
    try migrator.appliedMigrations(self).count
  }
}
