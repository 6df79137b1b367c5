package import Foundation
import GRDB
import Synchronization

extension MarketStore {
  /// Returns the size and the contents of the store. Counts rows: some 10 ms for a million products.
  package func info() async throws -> StoreInfo {
    let (folder, present, kept) = (folder, currentFiles(), files.keptFiles.compactMap(file))
    let info = try await readUser { db in
      StoreInfo(
        folder: folder, files: present, keptFiles: kept, recentSearchCount: try db.count("recent_search"),
        userSchemaVersion: try db.schemaVersion(UserSchema.migrator),
        sqliteVersion: try db.firstRow("SELECT sqlite_version()") { $0.text(0) } ?? "")
    }
    do {
      return try await readCache { try info.counting(in: $0) }
    } catch let error as StoreError where error.code == .diskFull {
      // There are no copies, and no room to make their file.
      return info
    }
  }

  /// Waits for the check that is under way because the last process did not close the store, and for a search index that is made
  /// anew because another version has made it.
  ///
  /// A process that opens the store and closes it at once calls it, or the next one finds both still owed. Takes about 0.5 s and
  /// 20 s for a million products, and nothing when neither is owed.
  package func finishCheck() async {
    await upkeep.checked()
    // What it fails for, the next read or write reports.
    try? await finishIndex()
  }

  /// Makes the rest of a search index that is made anew.
  func finishIndex() async throws {
    guard try await readCache(IndexVersion.isBeingMade) else { return }
    while try await writeCache({ try IndexBuild.advance(limit: IndexBuild.step, in: $0) }) {}
    files.changeHub.send(.everything)
  }

  /// Deletes all copies, synced ones too, and starts anew; data that only this device has stays.
  ///
  /// - Throws: ``StoreError``, or `CancellationError` while the store is suspended.
  public func resetCache() async throws {
    while true {
      let closings = try await files.use.latch.pass()
      do { return try await files.resetCache() } catch  where files.use.latch.closings != closings {
        continue
      }
    }
  }

  /// The check that is owed after a process that used the store has died.
  func checkInBackground() {
    upkeep.startCheck { [weak self] in
      guard let self else { return false }
      return (try? await self.readCache { try $0.check() }) != nil
    }
  }

  /// The number of stored products. Counts rows: some 10 ms for a million products.
  ///
  /// - Throws: ``StoreError``, or `CancellationError`.
  public var productCount: Int {
    get async throws { try await productCount(.all) }
  }

  /// The size of the files on disk, in bytes.
  public var byteCount: Int64 { currentFiles().reduce(0) { $0 + $1.byteCount } }

  private func currentFiles() -> [StoreInfo.File] {
    ["cache.db", "user.db"].flatMap { name in ([""] + DatabaseFile.companions).map { name + $0 } }.compactMap(
      file)
  }

  private func file(_ name: String) -> StoreInfo.File? {
    FileIdentity.Status(path: files.folder.path(of: name)).map { .init(name: name, byteCount: $0.byteCount) }
  }

  /// The rescues of damaged user data by this store, from its opening on.
  package var recoveries: [UserDataRecovery] { files.recoveries.withLock { $0 } }

  /// Deletes all copies in a folder that no store of this process need have opened, and makes none, so that it needs no
  /// room on the disk. Other stores on the folder go on with new copies.
  ///
  /// - Throws: ``StoreError`` when the folder or the files cannot be used.
  package static func deleteCopies(in folder: URL) throws(StoreError) {
    do {
      let folder = try StoreFolder(folder)
      let (use, cache) = (FolderUse(folder), DatabaseFile(.cache, in: folder))
      try use.exclusively { _ in
        cache.delete()
        guard FileIdentity(path: cache.path) == nil else {
          throw StoreError(.notPermitted, "\(cache.path) cannot be deleted")
        }
      }
      // The check that is owed for the user's data still is.
      try use.leave(inGoodOrder: !use.wasLeftOpen) {}
    } catch {
      throw StoreError(error, in: folder.path(percentEncoded: false))
    }
  }
}

extension StoreInfo {
  /// Adds what `cache.db` holds.
  fileprivate func counting(in db: Database) throws -> StoreInfo {
    var info = self
    let size = try db.cacheSize()
    (info.usedBytes, info.freeBytes, info.cachedBytes) = (size.used, size.free, size.cached)
    (info.productCount, info.syncedProductCount) = (size.productCount, size.syncedCount)
    info.completeProductCount = try db.count("product WHERE detailed_at IS NOT NULL")
    info.pageCount = try db.count("query_page")
    info.responseCount = try db.count("http_response")
    if try SearchIndex.tables.areThere(in: db) {
      info.searchIndexBytes =
        try db.firstRow("SELECT sum(length(block)) FROM product_fts_data") { $0.int64(0) } ?? 0
    }
    info.cacheSchemaVersion = try db.schemaVersion(CacheSchema.migrator)
    info.normVersion = try IndexVersion.stored(in: db).map { Int(clamping: $0) }
    return info
  }
}

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

  private func pragma(_ name: String) throws -> Int64 { try firstRow("PRAGMA \(name)") { $0.int64(0) } ?? 0 }

  /// The size of what is in the file, wherever it is: a reader may keep a log of any length.
  func usedBytes() throws -> Int64 {
    try (pragma("page_count") - pragma("freelist_count")) * pragma("page_size")
  }

  func cacheSize() throws -> CacheSize {
    let products = try count("product")
    let cached = try count("product INDEXED BY product_use WHERE is_synced = 0")
    return CacheSize(
      used: try usedBytes(), free: try pragma("freelist_count") * pragma("page_size"), productCount: products,
      syncedCount: products - cached)
  }

  func schemaVersion(_ migrator: DatabaseMigrator) throws -> Int {
    try migrator.appliedMigrations(self).count
  }
}
