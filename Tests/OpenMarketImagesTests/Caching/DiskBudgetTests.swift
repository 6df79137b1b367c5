import Foundation
import OpenMarketTestSupport
import Testing

@testable import OpenMarketImages

/// What a disk cache keeps, and when it looks through its folder.
extension DiskImageCacheTests {
  @Test("the size stays within its budget, and what was used last stays")
  func byteLimit() throws {
    let cache = try open(byteLimit: 1 << 20)
    for number in 0..<200 {
      date.withLock { $0 += 61 }
      let now = date.withLock { $0 }
      let late = try DiskImageCache(folder: folder.url, byteLimit: 1 << 20, date: { now })
      late.store(entry([UInt8](repeating: UInt8(number), count: 20_000)), for: "\(number)")
      #expect(bytes(late.entry(for: "0")) != nil)
      #expect(late.usage.bytes <= 1 << 20)
    }
    let total = try files.reduce(0) { try $0 + Data(contentsOf: $1).count }
    #expect(total <= 1 << 20 && total > 800_000)
    #expect(cache.entry(for: "1") == nil && cache.entry(for: "199") != nil)
  }

  @Test("entries from while the clock was ahead make room for later ones")
  func roomFromFuture() throws {
    let bytes = [UInt8](repeating: 1, count: 20_000)
    date.withLock { $0 += 1e9 }
    let ahead = try open(byteLimit: 1 << 20)
    for number in 0..<45 { ahead.store(entry(bytes), for: "ahead \(number)") }
    date.withLock { $0 -= 1e9 }
    let cache = try open(byteLimit: 1 << 20)
    for number in 0..<20 { cache.store(entry(bytes), for: "\(number)") }
    #expect((0..<20).allSatisfy { cache.entry(for: "\($0)") != nil })
    #expect(cache.usage.bytes <= 1 << 20)
  }

  @Test("of entries that were used at the same time the same ones go")
  func sameUse() {
    let names = (0..<40).map { DiskEntryName(key: "\($0)") }
    let files = names.map { DiskBudget.File(name: $0, length: 4_096, lastUse: 1) }
    var budget = DiskBudget(byteLimit: 1 << 20)
    let removed = budget.trim(files, to: 20 * 4_096, oldestUse: 0, now: 2)
    #expect(removed == Array(names.sorted { $0.fileName < $1.fileName }.prefix(22)))
  }

  /// From a sixteenth to a quarter of the limit.
  @Test("a folder is looked through at the first write, and once half of the room left is written")
  func scans() {
    var budget = DiskBudget(byteLimit: 64 * 4_096)
    var files: [DiskBudget.File] = []
    var writes: [Int] = []
    repeat {
      let before = files.count
      while !budget.needsTrim && files.count < 100 {
        files.append(.init(name: DiskEntryName(key: "\(files.count)"), length: 4_096, lastUse: 1))
        budget.note(written: 4_096)
      }
      writes.append(files.count - before)
    } while files.count < 100 && budget.trim(files, to: budget.byteLimit, oldestUse: 0, now: 1).isEmpty
    #expect(writes == [1, 17, 17, 15, 8, 5])
  }

  /// Whether a store of a cache looked through the folder: it removes a file that a dead process left half-written.
  private func looksThrough(_ store: () -> Void) throws -> Bool {
    let abandoned = folder.url.appending(path: "tmp-1-1-1")
    try Data([1]).write(to: abandoned)
    store()
    return !FileManager.default.fileExists(atPath: abandoned.path)
  }

  @Test("a full folder is not looked through at each write when photos are replaced")
  func overwrites() throws {
    let cache = try open(byteLimit: 256 * 4_096)
    for number in 0..<256 { cache.store(entry([1]), for: "\(number)") }
    let scans = try (56..<256).filter { number in
      try looksThrough { cache.store(entry([2]), for: "\(number)") }
    }
    #expect(scans.count <= 200 / 16)
    #expect(cache.usage.bytes <= 256 * 4_096)
  }

  @Test("opening looks through nothing; the first write makes room for a lower limit")
  func lowerLimit() throws {
    let large = try open()
    for number in 0..<400 { large.store(entry([1]), for: "\(number)") }
    #expect(try !looksThrough { _ = try? open(byteLimit: 1 << 20) })
    let small = try open(byteLimit: 1 << 20)
    small.store(entry([1]), for: "small")
    #expect(small.usage.bytes <= 1 << 20 && small.usage.bytes > 800_000)
  }

  @Test("the first write removes what nobody used for too long")
  func outdated() throws {
    try open().store(entry([1]), for: "key")
    date.withLock { $0 += 1001 }
    let later = try open()
    later.store(entry([1]), for: "later")
    #expect(later.usage.count == 1)
  }

  @Test("an age limit without end keeps an entry, one below zero for no time at all")
  func extremeAges() throws {
    try open(ageLimit: .seconds(Int64.max)).store(entry([1]), for: "key")
    date.withLock { $0 += 1e9 }
    #expect(try open(ageLimit: .seconds(Int64.max)).entry(for: "key") != nil)
    date.withLock { $0 += 1 }
    try open(ageLimit: .seconds(Int64.min)).trim(to: 1 << 20)
    #expect(try files.isEmpty)
  }

  @Test("a write that fails looks through the folder too: there may be something to remove")
  func failedWrite() throws {
    let cache = try open()
    let path = folder.url.appending(path: DiskEntryName(key: "key").fileName)
    try FileManager.default.createDirectory(at: path, withIntermediateDirectories: true)
    #expect(try looksThrough { cache.store(entry([1]), for: "key") })
    #expect(cache.counters.failedWrites == 1)
  }

  @Test("nothing is locked while the market is suspended: what is abandoned stays")
  func pausedTrim() throws {
    let cache = try open()
    cache.pause()
    #expect(try !looksThrough { cache.trim(to: 0) })
    cache.resume()
    #expect(try looksThrough { cache.trim(to: 0) })
  }

  @Test("a file longer than any disk is removed like others")
  func longFile() throws {
    let cache = try open()
    cache.store(entry([1]), for: "key")
    // A hole, as long as the file system has them.
    let handle = try FileHandle(forWritingTo: #require(try files.first))
    let descriptor = handle.fileDescriptor
    #expect(ftruncate(descriptor, .max) == 0 || ftruncate(descriptor, 1 << 43) == 0)
    try handle.close()
    cache.store(entry([1]), for: "other")
    cache.trim(to: 1 << 20)
    #expect(cache.usage.count <= 1)
  }

  #if os(Linux)
    /// As tmpfs, btrfs and XFS keep them.
    @Test("a file's date that no calendar has is far away", arguments: [Int.min, Int.max])
    func dateBeyondCalendars(seconds: Int) {
      var status = stat()
      status.st_mtim = timespec(tv_sec: seconds, tv_nsec: 0)
      let name = DiskEntryName(key: "key")
      let file = DiskBudget.File(name: name, length: 1, lastUse: status.modifiedMilliseconds)
      var budget = DiskBudget(byteLimit: 100_000)
      #expect(
        budget.trim([file], to: 100_000, oldestUse: 1000, now: 2000) == (seconds < 0 ? [name] : []))
    }
  #endif
}
