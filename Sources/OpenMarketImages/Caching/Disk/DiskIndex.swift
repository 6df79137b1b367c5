/// The assumed contents of a disk cache's folder, and the choice of entries to remove: a value without clock or
/// lock.
///
/// Other processes change the folder too, so beliefs are renewed by a scan: before anything is released, and
/// whenever half of the room that was left, but from a sixteenth to a quarter of the limit, has been written since the last
/// one. A scan of 4,000 files takes 16 ms.
struct DiskIndex {
  typealias Record = CacheFolder.Record

  let byteLimit: Int
  /// In milliseconds since the last use.
  let ageLimit: Int64
  private(set) var records: [DiskEntryName: Record]
  private(set) var totalBytes: Int
  private var writtenSinceScan = 0
  private let scanInterval: Int

  init(byteLimit: Int, ageLimit: Int64, records: [DiskEntryName: Record]) {
    self.byteLimit = byteLimit
    self.ageLimit = ageLimit
    self.records = records
    totalBytes = records.values.reduce(0) { $0 + Self.cost($1) }
    scanInterval = max(byteLimit / 16, min(byteLimit / 4, (byteLimit - totalBytes) / 2))
  }

  /// Whether the folder should be looked at and trimmed.
  var needsTrim: Bool { totalBytes > byteLimit || writtenSinceScan > scanInterval }

  mutating func note(_ name: DiskEntryName, _ record: Record, isWritten: Bool) {
    if let old = records.updateValue(record, forKey: name) { totalBytes -= Self.cost(old) }
    totalBytes += Self.cost(record)
    if isWritten { writtenSinceScan += Self.cost(record) }
  }

  mutating func forget(_ name: DiskEntryName) {
    if let old = records.removeValue(forKey: name) { totalBytes -= Self.cost(old) }
  }

  /// Takes over what a scan found, and says what is to be removed: what is too old, and, when there is more
  /// than `limit`, what was not used for longest until a tenth of it is free.
  ///
  /// Entries used in the future, by a clock that was set back since, go first: they would never grow old.
  mutating func trim(
    to limit: Int, scanned: [DiskEntryName: Record], now: Int64
  ) -> [DiskEntryName] {
    self = DiskIndex(byteLimit: byteLimit, ageLimit: ageLimit, records: scanned)
    var removed = records.filter { now - $0.value.lastUse > ageLimit }.map(\.key)
    for name in removed { forget(name) }
    guard totalBytes > limit else { return removed }
    let goal = limit - limit / 10
    // By name where the times are the same: a dictionary has them in any order.
    let order = records.map { name, record in
      (use: record.isFromFuture(now) ? .min : record.lastUse, name: name)
    }.sorted { ($0.use, $0.name.high, $0.name.low) < ($1.use, $1.name.high, $1.name.low) }
    for (_, name) in order {
      guard totalBytes > goal else { break }
      forget(name)
      removed.append(name)
    }
    return removed
  }

  /// Files take whole blocks.
  private static func cost(_ record: Record) -> Int { (record.length + 4095) & ~4095 }
}
