import OpenMarketTestSupport
import Testing

@testable import OpenMarketImages

@Suite("The table of a memory cache") struct CacheTableTests {
  private static let overhead = CacheTable<Int>.bookkeeping(for: key(0))

  private static func key(_ number: Int, size: Int = 100) -> ImageKey {
    ImageKey(source: "source \(number)", target: .pixels(size))
  }

  /// A table for `count` entries that cost 1000 each, all in all.
  private static func table(for count: Int) -> CacheTable<Int> {
    CacheTable(limit: count * 1000, entryLimit: count * 1000)
  }

  @discardableResult
  private static func insert(_ number: Int, cost: Int = 1000, into table: inout CacheTable<Int>) -> [Int] {
    table.insert(number, cost: cost - overhead, for: key(number)).evicted.map(\.value)
  }

  private static func expectTrimmed(_ table: inout CacheTable<Int>, to values: [Int]) {
    let evicted = table.trim(to: 0).map(\.value)
    #expect(evicted == values)
  }

  @Test("the least recently used goes first; a lookup is a use")
  func leastRecentlyUsed() {
    var table = Self.table(for: 3)
    for number in 1...3 { Self.insert(number, into: &table) }
    _ = table.value(for: Self.key(1))
    let evicted = [Self.insert(4, into: &table), Self.insert(5, into: &table)]
    #expect(evicted == [[2], [3]])
    #expect(table.contains(Self.key(1)))
  }

  @Test("keys and bookkeeping are counted")
  func bookkeepingCounts() {
    var table = Self.table(for: 3)
    _ = table.insert(1, cost: 0, for: Self.key(1))
    #expect(table.totalCost == Self.overhead)
    let long = ImageKey(source: String(repeating: "x", count: 500), target: .pixels(1))
    #expect(CacheTable<Int>.bookkeeping(for: long) >= Self.overhead + 500)
  }

  @Test("an entry above the limit for one is not kept, and nothing goes for it")
  func entryLimit() {
    var table = CacheTable<Int>(limit: 10_000, entryLimit: 1000)
    Self.insert(1, into: &table)
    let result = table.insert(2, cost: 1001 - Self.overhead, for: Self.key(2))
    #expect(!result.isKept && result.evicted.isEmpty)
    #expect(table.count == 1)
  }

  @Test("a new value that cannot be kept also ends the old one")
  func refusedReplacement() {
    var table = CacheTable<Int>(limit: 10_000, entryLimit: 1000)
    Self.insert(1, into: &table)
    _ = table.insert(2, cost: 2000, for: Self.key(1))
    #expect(!table.contains(Self.key(1)))
    #expect(table.totalCost == 0)
  }

  @Test("a pinned entry counts and stays; unpinned it is the most recently used")
  func pins() throws {
    var table = Self.table(for: 3)
    for number in 1...3 { Self.insert(number, into: &table) }
    let pinned = table.pin(Self.key(1))
    let pin = try #require(pinned)
    #expect(table.pinnedCost == 1000)
    let evicted = Self.insert(4, into: &table)
    #expect(evicted == [2])
    Self.expectTrimmed(&table, to: [3, 4])
    #expect(table.count == 1 && table.totalCost == 1000)
    table.unpin(pin)
    #expect(table.pinnedCost == 0)
    Self.expectTrimmed(&table, to: [1])
  }

  @Test("pins add up")
  func severalPins() throws {
    var table = Self.table(for: 1)
    Self.insert(1, into: &table)
    let pins = [table.pin(Self.key(1)), table.pin(Self.key(1))].compactMap { $0 }
    try #require(pins.count == 2)
    table.unpin(pins[0])
    Self.expectTrimmed(&table, to: [])
    table.unpin(pins[1])
    Self.expectTrimmed(&table, to: [1])
  }

  @Test("what has no room beside pinned entries is not kept, and nothing goes for it")
  func noRoomBesidePins() {
    var table = Self.table(for: 2)
    for number in 1...2 { Self.insert(number, into: &table) }
    _ = table.pin(Self.key(1))
    let result = table.insert(3, cost: 1500, for: Self.key(3))
    #expect(!result.isKept && result.evicted.isEmpty)
    #expect(table.contains(Self.key(2)))
  }

  @Test("a pin of an entry that is gone does not touch its successor")
  func stalePin() throws {
    var table = Self.table(for: 1)
    Self.insert(1, into: &table)
    let old = table.pin(Self.key(1))
    _ = table.removeValue(for: Self.key(1))
    Self.insert(1, into: &table)
    let new = table.pin(Self.key(1))
    table.unpin(try #require(old))
    Self.expectTrimmed(&table, to: [])
    table.unpin(try #require(new))
    Self.expectTrimmed(&table, to: [1])
  }

  @Test("the sizes of one source are found together")
  func sizesOfSource() {
    var table = CacheTable<Int>(limit: 100_000, entryLimit: 10_000)
    for size in [10, 20, 30] { _ = table.insert(size, cost: 0, for: Self.key(1, size: size)) }
    _ = table.insert(99, cost: 0, for: Self.key(2))
    _ = table.removeValue(for: Self.key(1, size: 20))
    #expect(Set(table.entries(of: "source 1").map(\.value)) == [10, 30])
    _ = table.trim(to: 0)
    #expect(table.entries(of: "source 1").isEmpty)
  }

  @Test("random use agrees with a slow reference", arguments: [1, 2, 3, 4] as [UInt64])
  func randomUse(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var table = CacheTable<Int>(limit: 12_000, entryLimit: 3000)
    var reference = Reference(limit: 12_000, entryLimit: 3000)
    var pins: [(place: CacheTable<Int>.Place, key: ImageKey)] = []
    for step in 0..<5000 {
      let key = Self.key(.random(in: 0..<20, using: &generator), size: .random(in: 1...3, using: &generator))
      switch Int.random(in: 0..<10, using: &generator) {
      case 0..<4:
        let cost = Int.random(in: 500...3200, using: &generator) - Self.overhead
        let kept = table.insert(step, cost: cost, for: key).isKept
        let expected = reference.insert(step, cost: cost + Self.overhead, for: key)
        #expect(kept == expected, "seed \(seed), step \(step)")
      case 4..<8:
        let (found, expected) = (table.value(for: key), reference.value(for: key))
        #expect(found == expected, "seed \(seed), step \(step)")
      case 8:
        // A place is only good for the entry it was made for, so pins of entries that go are dropped here.
        if pins.count < 3, reference.pin(key), let place = table.pin(key) { pins.append((place, key)) }
      default:
        guard let pin = pins.popLast() else { continue }
        table.unpin(pin.place)
        reference.unpin(pin.key)
      }
      pins.removeAll { !reference.isPinned($0.key) }
      #expect(table.totalCost == reference.cost && table.totalCost <= 12_000, "seed \(seed), step \(step)")
      #expect(table.count == reference.entries.count, "seed \(seed), step \(step)")
    }
  }

  /// The same rules, written down without care for time.
  private struct Reference {
    struct Entry {
      var key: ImageKey
      var value: Int
      var cost: Int
      var pins = 0
    }

    let limit: Int
    let entryLimit: Int
    /// The least recently used first.
    var entries: [Entry] = []

    var cost: Int { entries.reduce(0) { $0 + $1.cost } }

    mutating func value(for key: ImageKey) -> Int? {
      guard let index = entries.firstIndex(where: { $0.key == key }) else { return nil }
      let entry = entries.remove(at: index)
      entries.append(entry)
      return entry.value
    }

    mutating func insert(_ value: Int, cost: Int, for key: ImageKey) -> Bool {
      let old = entries.firstIndex { $0.key == key }.map { entries.remove(at: $0) }
      let pinned = entries.filter { $0.pins > 0 }.reduce(0) { $0 + $1.cost }
      guard cost <= entryLimit, pinned + cost <= limit else { return false }
      entries.append(Entry(key: key, value: value, cost: cost, pins: old?.pins ?? 0))
      while self.cost > limit, let index = entries.firstIndex(where: { $0.pins == 0 }) {
        entries.remove(at: index)
      }
      return true
    }

    func isPinned(_ key: ImageKey) -> Bool { entries.contains { $0.key == key && $0.pins > 0 } }

    mutating func pin(_ key: ImageKey) -> Bool {
      guard let index = entries.firstIndex(where: { $0.key == key }) else { return false }
      entries[index].pins += 1
      return true
    }

    /// Unpinned, it is the most recently used.
    mutating func unpin(_ key: ImageKey) {
      guard let index = entries.firstIndex(where: { $0.key == key }), entries[index].pins > 0 else { return }
      entries[index].pins -= 1
      if entries[index].pins == 0 { entries.append(entries.remove(at: index)) }
    }
  }
}
