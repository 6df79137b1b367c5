public import Foundation
import Synchronization

/// A disk cache of files and thumbnails, for any number of processes at the same time.
///
/// A file holds its key, lengths and checksums and gets its name only when it is complete, so a read returns
/// the stored entry, as a whole, or nothing: a damaged entry is a miss, and removed. There is no index that could be
/// wrong; the directory is the index.
///
/// Calls block on the file system: make them off the main thread. A hit takes little more than reading the bytes. The
/// first write, now and then another, and the removal of all sizes of a photo look through the folder: with 10,000 entries
/// that takes 20 ms or so.
public final class DiskImageCache: Sendable {
  /// Counts since the cache was opened.
  package struct Counters: Sendable, Hashable {
    /// Entries that were damaged, and removed.
    package var damaged = 0
    /// Entries that could not be written, for want of space or of permission.
    package var failedWrites = 0
  }

  /// The contents of the folder.
  package struct Usage: Sendable, Hashable {
    /// The entries.
    package var count: Int
    /// The size of their files, in bytes.
    package var bytes: Int
  }

  private struct State {
    var budget: DiskBudget
    var counters = Counters()
    /// Whether nothing may be written.
    var isPaused = false
  }

  /// Where the files are.
  package let folder: URL
  /// The most bytes that the files take.
  package let byteLimit: Int
  /// How long an unused entry is kept when room is made, in milliseconds.
  private let ageLimit: Int64

  private let files: CacheFolder
  private let date: @Sendable () -> Date
  private let state: Mutex<State>
  /// Held by every write, which locks its file, and what makes room after it.
  ///
  /// No `Mutex`: who waits for one on Linux keeps a processor busy.
  private let writing = NSLock()

  /// Opens a cache, and creates its folder if needed.
  ///
  /// - Parameters:
  ///   - folder: The folder of the cache; unrelated files in it are left alone.
  ///   - byteLimit: The limit for the files, in bytes (default: 256 MiB). Another process that writes to the
  ///     folder at the same time may exceed it by a quarter for a while.
  ///   - ageLimit: How long an unused entry is kept (default: 30 days). It is removed when the folder is next looked
  ///     through; if it is read before, it is stale.
  /// - Throws: ``ImageError`` when the folder cannot be created or used.
  public convenience init(
    folder: URL, byteLimit: Int = 256 << 20, ageLimit: Duration = .seconds(30 * 86_400)
  ) throws(ImageError) {
    try self.init(folder: folder, byteLimit: byteLimit, ageLimit: ageLimit, date: { Date() })
  }

  /// Opens a cache whose calendar is `date`.
  package init(
    folder: URL, byteLimit: Int = 256 << 20, ageLimit: Duration = .seconds(30 * 86_400),
    date: @escaping @Sendable () -> Date
  ) throws(ImageError) {
    files = try CacheFolder(folder)
    self.folder = folder
    self.byteLimit = max(0, byteLimit)
    // At most longer than any clock's time, so that no sum of it overflows.
    self.ageLimit = max(0, min(ageLimit.components.seconds, 1 << 50)) * 1000
    self.date = date
    state = Mutex(State(budget: DiskBudget(byteLimit: self.byteLimit)))
  }

  /// The contents of the folder, which is looked through for it.
  package var usage: Usage {
    let files = files.scan()
    return Usage(count: files.count, bytes: Int(clamping: DiskBudget.cost(files)))
  }

  /// The counts so far.
  package var counters: Counters { state.withLock { $0.counters } }

  /// The entry for `key`, checked to the last byte; `nil` when there is none or it is damaged.
  package func entry(for key: String) -> DiskEntry? {
    let name = DiskEntryName(key: key)
    guard let file = files.open(name) else { return nil }
    let date = date()
    let now = date.milliseconds
    guard var entry = DiskEntry(file, for: key, at: date) else {
      files.remove(name)
      state.withLock { $0.counters.damaged += 1 }
      return nil
    }
    // The order of use need not be exact to the minute.
    if now - file.lastUse > 60_000 { file.touch(now) }
    // With a date to come, or one so long ago that the calendar may be wrong, it is not known for how long it has been
    // fresh: the server is asked, and what it confirms has a date again.
    if CacheFolder.isFromFuture(file.lastUse, now) || now - file.lastUse > ageLimit { entry.freshness = 0 }
    return entry
  }

  /// Keeps `entry` for `key`, in place of an earlier one.
  ///
  /// A folder that was removed meanwhile is made again.
  ///
  /// - Returns: Whether it is kept. It is not when it is larger than a tenth of the limit, when the disk is full
  ///   or what the folder lay in is gone, nor while the market is suspended; the app need not care.
  @discardableResult
  package func store(_ entry: DiskEntry, for key: String) -> Bool {
    let name = DiskEntryName(key: key)
    // One moment for both dates of the file: if the calendar is set right meanwhile, the entry is of a time to come.
    let now = date()
    let (head, payload) = entry.file(for: key, at: now)
    guard head.count + payload.count <= byteLimit / 10 else {
      remove(key)
      return false
    }
    return writing.withLock {
      guard !state.withLock({ $0.isPaused }) else { return false }
      let isWritten = files.write(head, payload, as: name, date: now.milliseconds)
      // Also after one that failed: on a disk that is full there may be something to remove.
      let needsTrim = state.withLock { state in
        if !isWritten { state.counters.failedWrites += 1 }
        state.budget.note(written: head.count + payload.count)
        return state.budget.needsTrim
      }
      if needsTrim { trimWhileWriting(to: byteLimit) }
      return isWritten
    }
  }

  /// Stores nothing until ``resume()``; returns after the write under way, whose file is locked until then.
  package func pause() {
    state.withLock { $0.isPaused = true }
    writing.withLock {}
  }

  /// Lets entries be stored again.
  package func resume() { state.withLock { $0.isPaused = false } }

  /// Notes that the server confirmed the entry for `key`, for `freshness` seconds, without writing it anew.
  package func refresh(_ key: String, freshness: TimeInterval) {
    guard let file = files.open(DiskEntryName(key: key), writing: true),
      var header = DiskEntryHeader(file.read(at: 0, count: DiskEntryHeader.byteCount) ?? []),
      header.name == DiskEntryName(key: key)
    else { return }
    let now = date()
    header.freshUntil = (now + freshness).milliseconds
    file.overwrite(header.encoded, at: 0)
    file.touch(now.milliseconds)
  }

  /// Forgets the entry for `key`.
  package func remove(_ key: String) { files.remove(DiskEntryName(key: key)) }

  /// Forgets all entries whose keys have the same first line as `key`.
  package func removeAll(like key: String) {
    for file in files.scan(source: DiskEntryName(key: key).high) { files.remove(file.name) }
  }

  /// Forgets everything; files that are not the cache's stay.
  package func removeAll() { trim(to: 0) }

  /// Removes outdated entries, then the least recently used ones until at most `byteCount` bytes are taken.
  package func trim(to byteCount: Int) { writing.withLock { trimWhileWriting(to: byteCount) } }

  /// Trims for who holds ``writing``, so that no write of this process is missed, or taken for abandoned.
  private func trimWhileWriting(to byteCount: Int) {
    // What is abandoned is locked to find out.
    let found = files.scan(removingAbandoned: !state.withLock { $0.isPaused })
    let now = date().milliseconds
    let removed = state.withLock {
      $0.budget.trim(found, to: max(0, byteCount), oldestUse: now - ageLimit, now: now)
    }
    for name in removed { files.remove(name) }
  }
}
