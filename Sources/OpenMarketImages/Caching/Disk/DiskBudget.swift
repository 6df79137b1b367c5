/// How much may be written to a disk cache's folder until it is looked through again, and which files go then: a value
/// without clock or lock.
///
/// Other processes change the folder too, and it may have 65,000 files: nothing that was found there is remembered. It is
/// looked through before the first write, and whenever half of the room that was left, but from a sixteenth to a quarter
/// of the limit, has been written since; 4,000 files take some 15 ms.
struct DiskBudget {
  typealias File = CacheFolder.File

  let byteLimit: Int
  /// In milliseconds since the last use.
  let ageLimit: Int64
  private var bytesUntilScan = 0

  init(byteLimit: Int, ageLimit: Int64) {
    self.byteLimit = byteLimit
    self.ageLimit = ageLimit
  }

  /// Whether the folder should be looked through and trimmed.
  var needsTrim: Bool { bytesUntilScan < 0 }

  mutating func note(written length: Int) { bytesUntilScan -= Self.cost(length) }

  /// Returns which of `files`, all that are in the folder, are to be removed: those that are too old, and, when there is
  /// more than `limit`, those that were not used for longest until a tenth of it is free.
  ///
  /// Files used in the future, by a clock that was set back since, go first: they would never grow old.
  mutating func trim(_ files: [File], to limit: Int, now: Int64) -> [DiskEntryName] {
    var kept = files
    let outdated = kept.partition { now - $0.lastUse > ageLimit }
    var removed = kept[outdated...].map(\.name)
    kept.removeSubrange(outdated...)
    var total = Self.cost(kept)
    if total > limit {
      // By name where the times are the same: a folder has them in any order.
      kept.sort { ($0.use(now), $0.name.high, $0.name.low) < ($1.use(now), $1.name.high, $1.name.low) }
      for file in kept where total > limit - limit / 10 {
        total -= Self.cost(file.length)
        removed.append(file.name)
      }
    }
    let room = max(0, byteLimit - total)
    bytesUntilScan = min(room, max(byteLimit / 16, min(byteLimit / 4, room / 2)))
    return removed
  }

  /// What `files` take, in bytes.
  static func cost(_ files: [File]) -> Int { files.reduce(0) { $0 + cost($1.length) } }

  /// Files take whole blocks.
  private static func cost(_ length: Int) -> Int { (length + 4095) & ~4095 }
}

extension CacheFolder.File {
  /// Its place in the order of use.
  fileprivate func use(_ now: Int64) -> Int64 { CacheFolder.isFromFuture(lastUse, now) ? .min : lastUse }
}
