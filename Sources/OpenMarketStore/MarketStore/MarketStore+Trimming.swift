import Foundation
import GRDB
import OpenMarketAPI
import OpenMarketPacing
import Synchronization

extension MarketStore {
  /// Removes the least recently used copies until they fit their limits, and returns the space to the
  /// file system.
  ///
  /// Runs by itself in the background after saves, once there was no read for a moment. Works in small
  /// transactions; reads go on beside it.
  ///
  /// - Parameters:
  ///   - byteLimit: The approximate limit for the copies, in bytes (default: as configured).
  ///   - includingSynced: Whether synced products count and are removed, too. Their synchronization has to begin
  ///     anew afterwards, as its checkpoints are forgotten with them.
  /// - Throws: ``StoreError``, or `CancellationError`; copies removed until then stay removed.
  public func trim(to byteLimit: Int? = nil, includingSynced: Bool = false) async throws {
    _ = try await trimmed(to: byteLimit, includingSynced: includingSynced)
  }

  /// Does what ``trim(to:includingSynced:)`` does, and returns a report.
  package func trimmed(to byteLimit: Int? = nil, includingSynced: Bool = false) async throws -> TrimReport {
    let bytesBefore = fileBytes
    var report = TrimReport()
    try await noteUses()
    if includingSynced { try await countSynced() }
    let (oldest, limit) = try await moveAgeLimit()
    try await removeProducts(usedBefore: oldest, atMost: .max, &report)
    report.removedPageCount += try await writeCache { db in
      // Only now: what a trim that was interrupted has left is no wrong calendar's doing.
      try db.setMetaValue(limit, for: Self.ageLimitKey)
      return try db.removePages(before: oldest)
    }
    let byteLimit = Int64(byteLimit ?? configuration.byteLimit)
    var mayListDeadTerms = true
    while true {
      let size = try await readCache { try $0.cacheSize() }
      guard let surplus = size.surplus(over: byteLimit) else { break }
      // Those of products that are gone are no copies, and others must not go for them.
      if mayListDeadTerms {
        mayListDeadTerms = false
        let share = size.used / Self.listShare
        if try await removeDeadTerms(over: share) { continue }
      }
      guard try await removeProducts(usedBefore: .max, atMost: surplus, &report) > 0 else { break }
      mayListDeadTerms = true
    }
    if try await readCache({ try $0.cacheSize().cached }) > byteLimit {
      report.removedPageCount += try await writeCache { try $0.removePagesWithoutProducts() }
    }
    // Deleted names stay in the index until its parts are joined.
    if report.removedProductCount > 0 { try await joinIndexParts(-500) }
    try await giveBack()
    report.freedBytes = max(0, bytesBefore - fileBytes)
    return report
  }

  /// Trims when enough was saved since the last time, once the store was idle for a moment.
  func trimInBackgroundIfDue() {
    upkeep.trimIfDue { [weak self, upkeep] in
      var count = -1
      // A store that is never left alone is trimmed at last all the same.
      for _ in 0..<40 where count != upkeep.accessCount {
        count = upkeep.accessCount
        do { try await Task.sleep(for: .milliseconds(250)) } catch { return false }
      }
      guard let self else { return false }
      do { try await trim() } catch is CancellationError { return false } catch {}
      return true
    }
  }

  /// Removes some products when the file is over its limit by a quarter: a process may be too short for a trim. What fails, or
  /// would wait for another process, is left to the next one.
  func trimBeforeClosing() {
    let limit = Int64(configuration.byteLimit)
    guard fileBytes / 5 * 4 > limit, let connection = try? files.cache.connection() else { return }
    let uses = useLog.take()
    try? connection.writeAtOnce(waits: false) { db in
      for (place, moment) in uses { try db.noteUse(of: place, at: moment) }
      // To begin another version's index anew would take long; and the log of the file may be what is large.
      guard try IndexVersion.standing(in: db) == .current, try db.usedBytes() / 5 * 4 > limit else { return }
      // To measure a large synced catalogue would, too, and there is nothing to remove beside it.
      guard try !db.leastUsed(before: .max, limit: 1).isEmpty,
        let surplus = try db.cacheSize().surplus(over: limit)
      else { return }
      var writer = try ProductWriter(db, listed: [])
      for id in try db.leastUsed(before: .max, limit: min(500, surplus)) { try writer.remove(id) }
      try writer.finish()
      try db.execute(sql: "PRAGMA incremental_vacuum(256)")
    }
  }

  /// The time by the configured clock, as the file holds it.
  var currentMillisecond: Int64 { Timestamp.milliseconds(configuration.time.date()) }

  /// The size of the copies' files on disk.
  var fileBytes: Int64 {
    files.cache.paths.reduce(0) { $0 + (FileIdentity.Status(path: $1)?.byteCount ?? 0) }
  }

  /// A list of tokens that takes a larger share of the file has dead ones: that of live names takes less than a tenth of it.
  private static let listShare: Int64 = 4
  private static let trimDateKey = "trim_date"
  private static let ageLimitKey = "age_limit"

  /// Moves the moment before which a use is too long ago. Returns it, no later than an age before now, and what is to be kept
  /// of it.
  ///
  /// One launch with a wrong calendar must not make everything old. So it is the middle one of three: an age before now, an
  /// age before the launch that trimmed last and what has passed since this one's first trim, and where it was.
  private func moveAgeLimit() async throws -> (oldest: Int64, limit: Int64) {
    let (now, instant) = (currentMillisecond, configuration.time.clock.now)
    let age = Int64(configuration.ageLimit / .milliseconds(1))
    return try await writeCache { [self] db in
      let (start, last) = try firstTrim.withLock { first in
        let found = try first ?? (instant, db.metaValue(Self.trimDateKey) ?? min(now, db.oldestUse() ?? now))
        first = found
        return found
      }
      let expected = last + Int64(start.duration(to: instant) / .milliseconds(1))
      let before = try db.metaValue(Self.ageLimitKey) ?? .min
      let latest = max(now, expected)
      try db.moveWrongUses(before: before, after: latest + age, to: latest)
      let limit = [before, now - age, expected - age].sorted()[1]
      try db.setMetaValue(now, for: Self.trimDateKey)
      return (min(limit, now - age), limit)
    }
  }

  /// Moves the marks of what was read since the last trim.
  private func noteUses() async throws {
    let uses = useLog.take()
    guard !uses.isEmpty else { return }
    try await writeCache { db in
      for (place, moment) in uses { try db.noteUse(of: place, at: moment) }
    }
  }

  /// Makes synced products count as others do, 500 in a transaction: SQLite keeps what a statement changes in memory, and
  /// the log is not cut off before the end of a transaction.
  private func countSynced() async throws {
    var next: Int64? = .min
    while let start = next {
      next = try await writeCache { db in
        // In each of them, for a synchronization and a trim beside this one: no checkpoint outlives the products before it, and
        // these have outlived the limit, which is no wrong calendar's doing.
        try db.perform("DELETE FROM checkpoint")
        try db.perform("DELETE FROM meta WHERE key = ?", [Self.ageLimitKey])
        return try db.countSynced(from: start, atMost: 500)
      }
    }
  }

  /// Removes products, least recently used first, 500 in a transaction.
  @discardableResult
  private func removeProducts(
    usedBefore moment: Int64, atMost limit: Int, _ report: inout TrimReport
  ) async throws -> Int {
    var count = 0
    while count < limit {
      let next = min(500, limit - count)
      let removed = try await writeProducts(isTrimming: true) { writer, db in
        for id in try db.leastUsed(before: moment, limit: next) { try writer.remove(id) }
      }.removed.count
      if removed == 0 { break }
      count += removed
    }
    report.removedProductCount += count
    return count
  }

  /// Removes the tokens of products that are gone, some in a transaction, when the list of all takes more than `limit` bytes.
  /// Returns whether there were any.
  private func removeDeadTerms(over limit: Int64) async throws -> Bool {
    guard try await readCache({ try TermList.byteCount(in: $0) }) > limit else { return false }
    var isAny = false
    var next: String? = ""
    while let last = next {
      let step = try await writeCache { try TermList.removeDead(behind: last, in: $0) }
      isAny = isAny || step.count > 0
      next = step.next
    }
    guard isAny else { return false }
    var row: (part: String, term: String)? = ("", "")
    while let last = row { row = try await writeCache { try TermList.compact(behind: last, in: $0) } }
    return true
  }

  /// Moves free pages to the end of the file and cuts it off, a megabyte in a transaction.
  private func giveBack() async throws {
    var left = Int64.max
    while true {
      let free = try await writeCache { db in
        try db.execute(sql: "PRAGMA incremental_vacuum(256)")
        return try db.firstRow("PRAGMA freelist_count") { $0.int64(0) } ?? 0
      }
      guard free > 0, free < left else { break }
      left = free
    }
    let pool = try await files.connection(to: files.cache).pool
    // Fails beside an open reader; the next trim cuts off then.
    _ = try? await pool.writeWithoutTransaction { try $0.emptyLog() }
  }
}

extension Database {
  /// The next products to go, least recently used first.
  fileprivate func leastUsed(before moment: Int64, limit: Int) throws -> [Product.ID] {
    try rows(
      "SELECT id FROM product WHERE is_synced = 0 AND used_at < ? ORDER BY used_at LIMIT ?", [moment, limit]
    ) { Product.ID(rawValue: $0.int64(0)) }
  }

  /// Makes synced ones of the next products count as others do, and returns the number from which it goes on; `nil` at the end.
  fileprivate func countSynced(from start: Int64, atMost limit: Int) throws -> Int64? {
    let next = try firstRow(
      "SELECT id FROM product WHERE id >= ? ORDER BY id LIMIT 1 OFFSET ?", [start, limit]
    ) {
      $0.int64(0)
    }
    let sql = "UPDATE product SET is_synced = 0 WHERE id BETWEEN ? AND ? AND is_synced = 1"
    try perform(sql, [start, next.map { $0 - 1 } ?? .max])
    return next
  }

  fileprivate func removePages(before moment: Int64) throws -> Int {
    try perform("DELETE FROM http_response WHERE used_at < ?", [moment])
    return try perform("DELETE FROM query_page WHERE used_at < ?", [moment])
  }

  /// Removes the pages used before any product that is left and can go; what they listed is gone. All of them where there are
  /// no products at all.
  fileprivate func removePagesWithoutProducts() throws -> Int {
    try perform(
      """
      DELETE FROM query_page WHERE used_at < (SELECT min(used_at) FROM product WHERE is_synced = 0) \
      OR NOT EXISTS (SELECT 1 FROM product)
      """)
  }

  /// Moves uses that only a wrong calendar has recorded: those to come would never grow old, and those that the last trim
  /// would have removed were not there yet.
  fileprivate func moveWrongUses(before start: Int64, after end: Int64, to moment: Int64) throws {
    for table in ["product INDEXED BY product_use", "query_page", "http_response"] {
      let condition = table.hasPrefix("product") ? " AND is_synced = 0" : ""
      for bounds in ["used_at < ?2", "used_at > ?3"] {
        try perform("UPDATE \(table) SET used_at = ?1 WHERE \(bounds)\(condition)", [moment, start, end])
      }
    }
  }

  fileprivate func oldestUse() throws -> Int64? {
    try firstRow("SELECT min(used_at) FROM product WHERE is_synced = 0") { $0.optionalInt64(0) } ?? nil
  }

  /// A page's is one of its products, too.
  fileprivate func noteUse(of place: UseLog.Place, at moment: Int64) throws {
    switch place {
    case .product(let id):
      try perform("UPDATE product SET used_at = max(used_at, ?2) WHERE id = ?1", [id.rawValue, moment])
    case .page(let key, let number):
      let sql = "UPDATE query_page SET used_at = max(used_at, ?3) WHERE query_key = ?1 AND page = ?2"
      try perform(sql, [key.rawValue, number, moment])
      for product in try storedPage(number, of: key)?.page.products ?? [] {
        try noteUse(of: .product(product.id), at: moment)
      }
    }
  }
}
