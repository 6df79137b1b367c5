import Foundation
import GRDB
import OpenMarketAPI
import OpenMarketStore
import OpenMarketTestSupport
import Testing

/// What happens to the bytes of a file behind the store's back.
struct Damage: CustomTestStringConvertible, Sendable {
  var testDescription: String
  /// Changes the bytes of a database of which all tables have pages.
  var strike: @Sendable (inout Data) -> Void

  static let all: [Damage] = [
    Damage(testDescription: "zeroed pages") { bytes in
      for offset in stride(from: 4096, to: bytes.count, by: 4096) where offset / 4096 % 2 == 1 {
        bytes.replaceSubrange(offset..<min(offset + 4096, bytes.count), with: Data(count: 4096))
      }
    },
    Damage(testDescription: "the first page zeroed") {
      $0.replaceSubrange(0..<4096, with: Data(count: 4096))
    },
    Damage(testDescription: "an overwritten header") { bytes in
      bytes.replaceSubrange(0..<100, with: Data(repeating: 0x5A, count: 100))
    },
    Damage(testDescription: "cut off in its header") { $0 = $0.prefix(50) },
    Damage(testDescription: "cut off in its middle") { $0 = $0.prefix($0.count / 8192 * 4096) },
    Damage(testDescription: "another format") { $0 = Data("PK\u{3}\u{4} this is an archive".utf8) },
    Damage(testDescription: "noise") { bytes in
      var random = SeededGenerator(seed: 11)
      for offset in stride(from: 4096, to: bytes.count, by: 3) {
        bytes[offset] = random.next() % 2 == 0 ? 0xFF : 7
      }
    },
  ]
}

/// Uses a store up to here and gives its folder, with everything in the files and none in their logs.
func usedFolder() async throws -> TemporaryFolder {
  let folder = try TemporaryFolder()
  let store = try MarketStore(folder: folder.url)
  try await store.save((1...400).map { .detailed($0) }, completeness: .detailed, fetchedAt: noon)
  for number in 1...50 {
    try await store.recordSearch("search \(number) " + String(repeating: "long ", count: 150), at: noon)
  }
  try store.close()
  return folder
}

extension MarketStore {
  /// The kinds of the events up to now.
  func pastEvents() async throws -> [MarketEvent] {
    let events = events
    try close()
    var past: [MarketEvent] = []
    for await event in events { past.append(event) }
    return past
  }
}

@Suite(.serialized, .timeLimit(.minutes(5))) struct DamageTests {
  private func strike(_ damage: Damage, _ name: String, in folder: TemporaryFolder) throws {
    let url = folder.url.appending(path: name)
    var bytes = try Data(contentsOf: url)
    damage.strike(&bytes)
    try bytes.write(to: url)
    // As after a crash: nothing vouches for the files.
    try Data([1]).write(to: folder.url.appending(path: "store.used"))
  }

  @Test(
    "damaged copies are made anew, say so and take new ones; what the user has stays", arguments: Damage.all)
  func cache(_ damage: Damage) async throws {
    let folder = try await usedFolder()
    try strike(damage, "cache.db", in: folder)
    let store = try MarketStore(folder: folder.url)
    #expect(try await store.check().isSound)
    #expect(try await store.newest(limit: 500).isEmpty)
    try await store.save([.listed(1)], fetchedAt: noon)
    #expect(try await store.newest(limit: 5).ids == [1])
    #expect(try await store.recentSearches().count == 50)
    #expect(try await store.pastEvents().map(\.kind) == [.cacheRebuilt])
  }

  @Test("damaged user data is kept aside, and what can be read is in the new file", arguments: Damage.all)
  func user(_ damage: Damage) async throws {
    let folder = try await usedFolder()
    let before = try Data(contentsOf: folder.url.appending(path: "user.db"))
    try strike(damage, "user.db", in: folder)
    let struck = try Data(contentsOf: folder.url.appending(path: "user.db"))
    #expect(before != struck)
    let store = try MarketStore(folder: folder.url)
    #expect(try await store.check().faults.isEmpty)
    let rescued = try await store.recentSearches()
    try await store.recordSearch("new", at: noon)
    #expect(try await store.recentSearches().first?.text == "new")
    #expect(try await store.newest(limit: 500).count == 400)
    let events = try await store.pastEvents()
    #expect(events.map(\.kind) == [.userDataRecovered])
    let event = try #require(events.first)
    #expect(event.record.count == rescued.count)
    let kept = try #require(store.recoveries.first?.keptFile)
    #expect(try Data(contentsOf: kept) == struck)
    #expect(store.recoveries.map(\.rescuedRowCount) == [rescued.count])
    // Later launches tell of it, too.
    let again = try MarketStore(folder: folder.url)
    #expect(again.recoveries.isEmpty)
    #expect(try await again.info().keptFiles.map(\.name) == [kept.lastPathComponent])
    let check = try await again.check()
    #expect(!check.isSound && check.problems.count == 1 && check.problems[0].contains(kept.lastPathComponent))
    try again.close()
  }

  @Test("of user data with a page zeroed the rows before it and after it are rescued")
  func rescuesAround() async throws {
    let folder = try await usedFolder()
    let path = folder.url.appending(path: "user.db").path
    // The leaf in the middle of the table.
    let page = try await DatabaseQueue(path: path).read { db in
      try Int.fetchOne(
        db,
        sql: "SELECT pageno FROM dbstat WHERE name = 'recent_search' AND pagetype = 'leaf' LIMIT 1 OFFSET 5")
    }
    let offset = (try #require(page) - 1) * 4096
    let damage = Damage(testDescription: "") {
      $0.replaceSubrange(offset..<offset + 4096, with: Data(count: 4096))
    }
    try strike(damage, "user.db", in: folder)
    let store = try MarketStore(folder: folder.url)
    let texts = try await store.recentSearches().map { $0.text.split(separator: " ")[1] }
    #expect(texts.first == "50" && texts.last == "1" && (40...48).contains(texts.count))
  }

  @Test("copies that are damaged while they are in use are made anew by the statement that meets it")
  func inUse() async throws {
    let folder = try await usedFolder()
    let store = try MarketStore(folder: folder.url)
    var changes = store.changes().makeAsyncIterator()
    // In place, as a failing disk would do it.
    let handle = try FileHandle(forWritingTo: folder.url.appending(path: "cache.db"))
    let size = try handle.seekToEnd()
    try handle.seek(toOffset: 4096)
    try handle.write(contentsOf: Data(repeating: 0xEE, count: Int(size) - 4096))
    try handle.close()
    #expect(try await store.products((1...400).map(Product.ID.init(rawValue:))).isEmpty)
    #expect(await changes.next() == .everything)
    try await store.save([.listed(1)], fetchedAt: noon)
    #expect(try await store.newest(limit: 5).ids == [1])
    #expect(try await store.pastEvents().map(\.kind) == [.cacheRebuilt])
  }

  @Test("bits that flip in the log of the user's data lose nothing that was acknowledged")
  func bitFlipsInTheLog() async throws {
    for seed in 1...20 as ClosedRange<UInt64> {
      let folder = try TemporaryFolder()
      let store = try MarketStore(folder: folder.url)
      for number in 1...10 { try await store.recordSearch("\(number)", at: noon) }
      // Copied while in use: as a power failure would leave it.
      let copy = try TemporaryFolder()
      for name in try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
      where !name.hasSuffix("-shm") {
        var bytes = try Data(contentsOf: folder.url.appending(path: name))
        var random = SeededGenerator(seed: seed)
        if name == "user.db-wal" || name == "cache.db-wal", !bytes.isEmpty {
          let offset = Int.random(in: 0..<bytes.count, using: &random)
          bytes[offset] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        }
        try bytes.write(to: copy.url.appending(path: name))
      }
      let reopened = try MarketStore(folder: copy.url)
      #expect(
        try await reopened.recentSearches().map(\.text) == (1...10).reversed().map(String.init),
        "seed \(seed)")
      #expect(try await reopened.check().isSound, "seed \(seed)")
      try reopened.close()
      try store.close()
    }
  }

  @Test("bits that flip in the log of the copies leave a sound store with the first writes")
  func bitFlipsInTheCacheLog() async throws {
    for seed in 1...20 as ClosedRange<UInt64> {
      let folder = try TemporaryFolder()
      let store = try MarketStore(folder: folder.url)
      for id in 1...30 as ClosedRange<Int64> { try await store.save([.listed(id)], fetchedAt: noon) }
      let copy = try TemporaryFolder()
      for name in ["cache.db", "cache.db-wal"] {
        var bytes = try Data(contentsOf: folder.url.appending(path: name))
        var random = SeededGenerator(seed: seed)
        if name.hasSuffix("-wal") {
          bytes[Int.random(in: 0..<bytes.count, using: &random)] ^=
            1 << UInt8.random(in: 0..<8, using: &random)
        }
        try bytes.write(to: copy.url.appending(path: name))
      }
      let reopened = try MarketStore(folder: copy.url)
      #expect(try await reopened.check().isSound, "seed \(seed)")
      let ids = try await reopened.newest(limit: 50).ids
      #expect(ids == Array((1..<Int64(ids.count) + 1).reversed()), "seed \(seed)")
      try reopened.close()
      try store.close()
    }
  }
}
