/// How much may be written to a disk cache's folder until it is looked through again, and which files go then: a value
/// without clock or lock.
///
/// Other processes change the folder too, and it may have 65,000 files: nothing that was found there is remembered. It is
/// looked through after the first write, and whenever half of the room that was left, but from a sixteenth to a quarter
/// of the limit, has been written since; 4,000 files take some 15 ms. A sixteenth is free then: a folder that is nearly
/// full is not looked through at each write, though what is overwritten counts as added.
struct DiskBudget {
  typealias File = CacheFolder.File

  let byteLimit: Int
  private var bytesUntilScan = 0

  init(byteLimit: Int) { self.byteLimit = byteLimit }

  /// Whether the folder should be looked through and trimmed.
  var needsTrim: Bool { bytesUntilScan < 0 }

  mutating func note(written length: Int) { bytesUntilScan -= Int(clamping: Self.cost(Int64(length))) }

  /// Returns which of `files`, all that are in the folder, are to be removed: those that were not used since `oldestUse`,
  /// and, when there is more than `limit`, those that were not used for longest until a tenth of it is free.
  ///
  /// Files used in the future, by a clock that was set back since, go first: they would never grow old.
  mutating func trim(_ files: [File], to limit: Int, oldestUse: Int64, now: Int64) -> [DiskEntryName] {
    let limit = min(limit, byteLimit - byteLimit / 16)
    var kept = files
    let outdated = kept.partition { $0.lastUse < oldestUse }
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
    bytesUntilScan = max(byteLimit / 16, min(byteLimit / 4, (byteLimit - Int(clamping: total)) / 2))
    return removed
  }

  /// Adds up the blocks of `files`, in bytes.
  static func cost(_ files: [File]) -> Int64 { files.reduce(0) { $0 + cost($1.length) } }

  /// Files take whole blocks.
  private static func cost(_ length: Int64) -> Int64 { (length + 4095) & ~4095 }
}

extension CacheFolder.File {
  /// Its place in the order of use.
  fileprivate func use(_ now: Int64) -> Int64 { CacheFolder.isFromFuture(lastUse, now) ? .min : lastUse }
}
