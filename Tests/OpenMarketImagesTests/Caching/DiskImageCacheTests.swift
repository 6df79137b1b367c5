import Foundation
import OpenMarketTestSupport
import Synchronization
import Testing

@testable import OpenMarketImages

@Suite("DiskImageCache") struct DiskImageCacheTests {
  let folder: TemporaryFolder
  let date = SharedDate()

  /// Calendar time that a test sets.
  final class SharedDate: Sendable {
    private let now = Mutex(Date(timeIntervalSince1970: 1_800_000_000))
    func withLock<Result>(_ body: (inout sending Date) -> sending Result) -> Result { now.withLock(body) }
  }

  init() throws { folder = try TemporaryFolder() }

  func open(byteLimit: Int = 10 << 20, ageLimit: Duration = .seconds(1000)) throws -> DiskImageCache {
    let now = date.withLock { $0 }
    return try DiskImageCache(folder: folder.url, byteLimit: byteLimit, ageLimit: ageLimit, date: { now })
  }

  func entry(_ bytes: [UInt8], eTag: String? = nil) -> DiskEntry {
    DiskEntry(.original(Data(bytes)), eTag: eTag, freshness: 60)
  }

  func bytes(_ entry: DiskEntry?) -> [UInt8]? {
    guard case .original(let data)? = entry?.content else { return nil }
    return [UInt8](data)
  }

  var files: [URL] {
    get throws {
      try FileManager.default.contentsOfDirectory(at: folder.url, includingPropertiesForKeys: nil)
    }
  }

  @Test(
    "the hash is xxHash64",
    arguments: [
      ("", 0xEF46_DB37_51D8_E999), ("a", 0xD24E_C4F1_A98C_6E5B), ("abc", 0x44BC_2CF5_AD77_0999),
      ("Nobody inspects the spammish repetition", 0xFBCE_A83C_8A37_8BF1),
    ] as [(String, UInt64)])
  func hash(text: String, expected: UInt64) {
    #expect(XXHash64.hash(Array(text.utf8)) == expected)
  }

  @Test("a file comes back with what is known of it, also after the cache was opened again")
  func roundTrip() throws {
    let stored = DiskEntry(
      .original(Data([1, 2, 3])), eTag: "\"x\"", lastModified: "Sun, 06 Nov 1994 08:49:37 GMT",
      freshness: 60)
    #expect(try open().store(stored, for: "의자"))
    let found = try #require(try open().entry(for: "의자"))
    #expect(bytes(found) == [1, 2, 3])
    #expect(found.eTag == stored.eTag && found.lastModified == stored.lastModified)
    #expect(found.freshness == 60)
    #expect(try open().entry(for: "other") == nil)
  }

  @Test("pixels come back as they were", arguments: [PixelFormat.rgb888, .rgba8888Premultiplied])
  func pixels(format: PixelFormat) throws {
    let image = try DecodedImage(
      size: PixelSize(width: 3, height: 2), format: format,
      bytes: (0..<6 * format.bytesPerPixel).map { UInt8($0) }, sourceSize: PixelSize(width: 30, height: 20),
      isAnimated: true)
    let cache = try open()
    cache.store(DiskEntry(.pixels(image), freshness: 0), for: "thumbnail")
    guard case .pixels(let found)? = cache.entry(for: "thumbnail")?.content else {
      Issue.record("no pixels")
      return
    }
    #expect(found == image)
  }

  @Test("a cut anywhere makes a miss, and the file is removed")
  func truncation() throws {
    let cache = try open(ageLimit: .seconds(1 << 32))
    cache.store(entry(Array(0..<100), eTag: "\"tag\""), for: "key")
    let file = try #require(try files.first)
    let whole = try Data(contentsOf: file)
    for length in 0..<whole.count {
      try whole.prefix(length).write(to: file)
      #expect(cache.entry(for: "key") == nil, "\(length) bytes")
      #expect(try files.isEmpty, "\(length) bytes")
    }
    #expect(cache.counters.damaged == whole.count)
    try whole.write(to: file)
    #expect(bytes(cache.entry(for: "key")) == Array(0..<100))
  }

  @Test("a changed bit anywhere makes a miss")
  func damage() throws {
    let cache = try open(ageLimit: .seconds(1 << 32))
    cache.store(entry(Array(0..<100), eTag: "\"tag\""), for: "key")
    let file = try #require(try files.first)
    let whole = try Data(contentsOf: file)
    for index in whole.indices {
      var damaged = whole
      damaged[index] ^= 1 << UInt8(index % 8)
      try damaged.write(to: file)
      #expect(cache.entry(for: "key") == nil, "byte \(index)")
    }
    try (whole + Data([0])).write(to: file)
    #expect(cache.entry(for: "key") == nil, "trailing garbage")
    #expect(cache.counters.damaged == whole.count + 1)
  }

  @Test("the file of another key under the same name is a miss")
  func otherKey() throws {
    let cache = try open()
    cache.store(entry([1]), for: "one")
    let file = try #require(try files.first)
    let other = folder.url.appending(path: DiskEntryName(key: "two").fileName)
    try FileManager.default.moveItem(at: file, to: other)
    #expect(cache.entry(for: "two") == nil)
  }

  @Test("an entry above a tenth of the budget is not kept")
  func tooLarge() throws {
    let cache = try open(byteLimit: 100_000)
    #expect(!cache.store(entry([UInt8](repeating: 0, count: 10_000)), for: "large"))
    #expect(cache.store(entry([UInt8](repeating: 0, count: 9000)), for: "small"))
  }

  @Test("what nobody used for too long goes when room is made")
  func age() throws {
    try open().store(entry([1]), for: "key")
    date.withLock { $0 += 999 }
    #expect(try open().entry(for: "key") != nil)
    date.withLock { $0 += 999 }
    #expect(try open().entry(for: "key") != nil)
    date.withLock { $0 += 1001 }
    try open().trim(to: 1 << 20)
    #expect(try files.isEmpty)
  }

  @Test("an entry from while the clock was ahead is not fresh until the server has confirmed it")
  func staleFromFuture() throws {
    date.withLock { $0 += 1e9 }
    try open().store(entry([1]), for: "key")
    date.withLock { $0 -= 1e9 }
    let cache = try open()
    #expect(cache.entry(for: "key")?.isFresh == false)
    cache.refresh("key", freshness: 60)
    #expect(cache.entry(for: "key")?.freshness == 60)
  }

  @Test("one launch with a calendar that is years ahead removes no photo that it reads")
  func calendarAhead() throws {
    try open().store(entry([1]), for: "key")
    date.withLock { $0 += 1e9 }
    #expect(try bytes(open().entry(for: "key")) == [1])
    // The first write makes room.
    try open().store(entry([2]), for: "other")
    date.withLock { $0 -= 1e9 }
    #expect(try bytes(open().entry(for: "key")) == [1])
  }

  @Test("a clock before 1970 is no obstacle")
  func before1970() throws {
    date.withLock { $0 = Date(timeIntervalSince1970: -0.25) }
    try open().store(entry([1]), for: "key")
    let attributes = try FileManager.default.attributesOfItem(atPath: #require(try files.first).path)
    #expect(attributes[.modificationDate] as? Date == Date(timeIntervalSince1970: -0.25))
  }

  @Test("an entry that the server confirmed is fresh for longer, in place")
  func refresh() throws {
    let cache = try open()
    cache.store(entry([1, 2, 3], eTag: "\"x\""), for: "key")
    cache.refresh("key", freshness: 5000)
    let found = try #require(cache.entry(for: "key"))
    #expect(found.freshness == 5000 && found.eTag == "\"x\"")
    #expect(bytes(found) == [1, 2, 3])
  }

  @Test("what a process that died left half-written is removed; what one is writing now stays")
  func temporaries() throws {
    let dead = folder.url.appending(path: "tmp-1-1-1")
    try Data([1]).write(to: dead)
    let living = folder.url.appending(path: "tmp-2-2-2")
    try Data([1]).write(to: living)
    let handle = try FileHandle(forWritingTo: living)
    #expect(flock(handle.fileDescriptor, LOCK_EX) == 0)
    try open().store(entry([1]), for: "key")
    #expect(
      try Set(files.map(\.lastPathComponent)) == ["tmp-2-2-2", DiskEntryName(key: "key").fileName])
    try handle.close()
  }

  private static let huge = PixelSize(width: Int(UInt32.max), height: Int(UInt32.max))

  @Test(
    "a thumbnail whose header lies about its size is damaged",
    arguments: [
      (huge, huge), (PixelSize(width: 0, height: 0), huge), (PixelSize(width: 1 << 31, height: 3), huge),
      (PixelSize(width: 4, height: 2), huge),
      (PixelSize(width: 2, height: 2), PixelSize(width: 0, height: 0)),
      (PixelSize(width: 2, height: 2), PixelSize(width: 2, height: 1)),
    ])
  func lyingHeader(size: PixelSize, sourceSize: PixelSize) throws {
    let image = try DecodedImage(
      size: PixelSize(width: 2, height: 2), format: .rgb888, bytes: [UInt8](repeating: 1, count: 12))
    let entry = DiskEntry(.pixels(image), freshness: .infinity)
    let (head, payload) = entry.file(for: "a", at: date.withLock { $0 })
    var header = try #require(DiskEntryHeader(Array(head.prefix(DiskEntryHeader.byteCount))))
    (header.size, header.sourceSize) = (size, sourceSize)
    let cache = try open(ageLimit: .seconds(1_000_000_000))
    cache.store(entry, for: "a")
    #expect(cache.entry(for: "a") != nil)
    try Data(header.encoded + head.dropFirst(DiskEntryHeader.byteCount) + payload).write(
      to: folder.url.appending(path: DiskEntryName(key: "a").fileName))
    #expect(cache.entry(for: "a") == nil && cache.counters.damaged == 1)
  }

  @Test("a thumbnail from before colours became sRGB is not used; a file is")
  func unconvertedPixels() throws {
    let image = try DecodedImage(
      size: PixelSize(width: 2, height: 2), format: .rgb888, bytes: [UInt8](repeating: 1, count: 12))
    let cache = try open(ageLimit: .seconds(1_000_000_000))
    for content in [DiskEntry.Content.pixels(image), .original(Data([1]))] {
      let entry = DiskEntry(content, freshness: .infinity)
      cache.store(entry, for: "a")
      let (written, payload) = entry.file(for: "a", at: date.withLock { $0 })
      var head = written
      // The kind of those pixels.
      let isPixels = head[6] != 0
      if isPixels { head[6] = 1 }
      let checksum = XXHash64.hash(head[..<80])
      for index in 0..<8 { head[80 + index] = UInt8(truncatingIfNeeded: checksum >> (8 * index)) }
      try Data(head + payload).write(to: folder.url.appending(path: DiskEntryName(key: "a").fileName))
      #expect((cache.entry(for: "a") == nil) == isPixels)
    }
  }

  @Test("files of others in the folder are left alone")
  func foreignFiles() throws {
    try Data([1]).write(to: folder.url.appending(path: "notes.txt"))
    let cache = try open()
    cache.store(entry([1]), for: "key")
    #expect(cache.usage.count == 1)
    cache.removeAll()
    #expect(try files.map(\.lastPathComponent) == ["notes.txt"])
    #expect(cache.usage == DiskImageCache.Usage(count: 0, bytes: 0))
  }

  @Test("what another process stores and removes is seen")
  func severalProcesses() throws {
    let (one, other) = (try open(), try open())
    one.store(entry([1]), for: "key")
    #expect(bytes(other.entry(for: "key")) == [1])
    other.store(entry([2]), for: "key")
    #expect(bytes(one.entry(for: "key")) == [2])
    other.remove("key")
    #expect(one.entry(for: "key") == nil)
  }

  @Test("a folder that cannot be made is a clear error")
  func noFolder() throws {
    let file = folder.url.appending(path: "file")
    try Data().write(to: file)
    let error = #expect(throws: ImageError.self) {
      try DiskImageCache(folder: file.appending(path: "cache"))
    }
    #expect(error?.code == .storage)
  }

  @Test("a folder that was removed is made again, but not without the one that it lay in")
  func folderGone() throws {
    let cache = try DiskImageCache(folder: folder.url.appending(path: "cache"))
    try FileManager.default.removeItem(at: cache.folder)
    #expect(cache.store(entry([1]), for: "one") && cache.entry(for: "one") != nil)
    try FileManager.default.removeItem(at: folder.url)
    #expect(!cache.store(entry([1]), for: "two"))
    #expect(cache.entry(for: "two") == nil)
    #expect(cache.counters.failedWrites == 1)
    #expect(!FileManager.default.fileExists(atPath: folder.url.path))
  }

  @Test("concurrent writers and readers of few keys only ever see whole entries")
  func concurrentUse() throws {
    let caches = [try open(byteLimit: 200_000), try open(byteLimit: 200_000)]
    let wrong = Mutex(0)
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      let cache = caches[thread % 2]
      for step in 0..<150 {
        let value = UInt8(truncatingIfNeeded: step &* 31 &+ thread)
        cache.store(entry([UInt8](repeating: value, count: 1000 + Int(value) * 10)), for: "\(step % 7)")
        if step % 5 == 0 { cache.refresh("\(step % 3)", freshness: .infinity) }
        guard let found = bytes(cache.entry(for: "\((step + 3) % 7)")), let first = found.first else {
          continue
        }
        if found != [UInt8](repeating: first, count: 1000 + Int(first) * 10) { wrong.withLock { $0 += 1 } }
      }
    }
    #expect(wrong.withLock { $0 } == 0)
  }

  @Test(
    "a pipe or a link under the name of an entry is no entry, and nobody waits for it",
    arguments: [true, false])
  func foreignFile(isPipe: Bool) throws {
    let cache = try open()
    #expect(cache.store(entry([1, 2, 3]), for: "photo"))
    let file = try #require(try files.first)
    let other = folder.url.appending(path: "other")
    try FileManager.default.moveItem(at: file, to: other)
    if isPipe {
      #expect(unsafe mkfifo(file.path, 0o600) == 0)
    } else {
      try FileManager.default.createSymbolicLink(at: file, withDestinationURL: other)
    }
    #expect(cache.entry(for: "photo") == nil)
    cache.refresh("photo", freshness: 60)
    #expect(cache.store(entry([4]), for: "photo"))
    #expect(bytes(cache.entry(for: "photo")) == [4])
  }

  @Test("a pipe that is named like a file of a dead process is not waited for")
  func abandonedPipe() throws {
    #expect(unsafe mkfifo(folder.url.appending(path: "tmp-1-1-1").path, 0o600) == 0)
    #expect(try open().store(entry([1]), for: "photo"))
  }

  @Test("the folder is for its owner's eyes only, also when it is made again")
  func permissions() throws {
    let images = folder.url.appending(path: "images")
    func permissions() throws -> Int? {
      try FileManager.default.attributesOfItem(atPath: images.path)[.posixPermissions] as? Int
    }
    let cache = try DiskImageCache(folder: images)
    #expect(try permissions() == 0o700)
    try FileManager.default.removeItem(at: images)
    #expect(cache.store(entry([1]), for: "photo"))
    #expect(try permissions() == 0o700)
  }
}
