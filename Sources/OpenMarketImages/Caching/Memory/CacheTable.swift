/// The entries of a cache with their costs, and the order of removal: least recently used first, pinned ones
/// never.
///
/// A value without clock or lock. Every operation takes constant time, `trim` for each entry that goes. The
/// entries of one source form a chain, so that a smaller image can be made from a larger one that is there.
struct CacheTable<Value> {
  private struct Slot {
    var key: ImageKey
    /// `nil` in a slot that is free.
    var value: Value?
    var cost = 0
    var nextOfSource: Int32 = none
    var pins: Int32 = 0
    /// Tells an entry from an earlier one in the same slot.
    var generation: UInt32 = 0
  }

  /// The neighbours of a slot in order of use; pinned entries are not in that order.
  ///
  /// A use changes the neighbours' links too: apart from the slots they are eight bytes each, of which the processor
  /// keeps many near, and not one of a hundred and more that it must fetch for each.
  private struct Links {
    var older: Int32 = none
    var newer: Int32 = none
  }

  struct Evicted {
    var key: ImageKey
    var value: Value
    var cost: Int
  }

  /// Names one entry for as long as it is there, but not a later one with the same key.
  struct Place: Hashable, Sendable {
    fileprivate var slot: Int32
    fileprivate var generation: UInt32
  }

  /// The most cost it holds.
  let limit: Int
  /// The most that one entry may cost.
  let entryLimit: Int
  /// The cost of all entries, with what the table itself needs for them.
  private(set) var totalCost = 0
  /// The part of ``totalCost`` that must not go.
  private(set) var pinnedCost = 0
  private(set) var count = 0

  private var slots: ContiguousArray<Slot> = []
  private var links: ContiguousArray<Links> = []
  private var free: [Int32] = []
  private var positions: [String: Int32] = [:]
  private var newest: Int32 = none
  private var oldest: Int32 = none

  private static var none: Int32 { -1 }

  init(limit: Int, entryLimit: Int) {
    self.limit = limit
    self.entryLimit = entryLimit
  }

  /// The memory that the table needs for an entry beside its value: arrays grow by doubling and dictionaries are
  /// at most three quarters full, so twice and 8/3 of an entry's size are the most that it takes.
  static func bookkeeping(for key: ImageKey) -> Int {
    2 * (MemoryLayout<Slot>.stride + MemoryLayout<Links>.stride + MemoryLayout<Int32>.stride)
      + (MemoryLayout<String>.stride + MemoryLayout<Int32>.stride) * 8 / 3 + 1
      + AllocationSize.ofString(utf8Count: key.source.utf8.count)
  }

  /// The value of `key`, which becomes the most recently used.
  mutating func value(for key: ImageKey) -> Value? {
    let place = find(key)
    guard place != Self.none else { return nil }
    touch(place)
    return slots[Int(place)].value
  }

  /// Whether there is an entry; its place in the order stays.
  func contains(_ key: ImageKey) -> Bool { find(key) != Self.none }

  /// Returns the entries of `source`, in no order; the order of use stays.
  func entries(of source: String) -> [(key: ImageKey, value: Value)] {
    var result: [(key: ImageKey, value: Value)] = []
    var place = positions[source] ?? Self.none
    while place != Self.none {
      let slot = slots[Int(place)]
      if let value = slot.value { result.append((slot.key, value)) }
      place = slot.nextOfSource
    }
    return result
  }

  /// Sets the value of `key`, which becomes the most recently used, and lets others go for it.
  ///
  /// The table adds its own needs to `cost`.
  ///
  /// - Returns: Whether it is kept, and what is not any more. Without room, nothing else goes.
  mutating func insert(_ value: Value, cost: Int, for key: ImageKey) -> (isKept: Bool, evicted: [Evicted]) {
    let cost = cost + Self.bookkeeping(for: key)
    let old = find(key)
    let pinned = pinnedCost - (old != Self.none && slots[Int(old)].pins > 0 ? slots[Int(old)].cost : 0)
    guard cost <= entryLimit, pinned + cost <= limit else {
      return (false, old == Self.none ? [] : [remove(old)].compactMap { $0 })
    }
    if old != Self.none {
      let difference = cost - slots[Int(old)].cost
      slots[Int(old)].value = value
      slots[Int(old)].cost = cost
      totalCost += difference
      if slots[Int(old)].pins > 0 { pinnedCost += difference }
      touch(old)
    } else {
      add(value, cost: cost, for: key)
    }
    return (true, trim(to: limit))
  }

  /// Releases the least recently used until the rest costs at most `limit`, or all that is left is pinned.
  mutating func trim(to limit: Int) -> [Evicted] {
    var evicted: [Evicted] = []
    while totalCost > limit, oldest != Self.none {
      if let entry = remove(oldest) { evicted.append(entry) }
    }
    return evicted
  }

  /// Forgets `key`, pinned or not.
  mutating func removeValue(for key: ImageKey) -> Value? {
    let place = find(key)
    return place == Self.none ? nil : remove(place)?.value
  }

  /// Keeps the entry of `key` from going, until ``unpin(_:)``; pins add up.
  mutating func pin(_ key: ImageKey) -> Place? {
    let place = find(key)
    guard place != Self.none else { return nil }
    if slots[Int(place)].pins == 0 {
      unlink(place)
      pinnedCost += slots[Int(place)].cost
    }
    slots[Int(place)].pins += 1
    return Place(slot: place, generation: slots[Int(place)].generation)
  }

  /// Takes one pin back; without effect when the entry is gone.
  mutating func unpin(_ place: Place) {
    let index = Int(place.slot)
    guard slots.indices.contains(index), slots[index].value != nil,
      slots[index].generation == place.generation, slots[index].pins > 0
    else { return }
    slots[index].pins -= 1
    guard slots[index].pins == 0 else { return }
    pinnedCost -= slots[index].cost
    linkAsNewest(place.slot)
  }

  private func find(_ key: ImageKey) -> Int32 {
    var place = positions[key.source] ?? Self.none
    while place != Self.none, slots[Int(place)].key.target != key.target {
      place = slots[Int(place)].nextOfSource
    }
    return place
  }

  private mutating func add(_ value: Value, cost: Int, for key: ImageKey) {
    let place: Int32
    if let reused = free.popLast() {
      place = reused
    } else {
      place = Int32(slots.count)
      slots.append(Slot(key: key, value: nil))
      links.append(Links())
    }
    slots[Int(place)].key = key
    slots[Int(place)].value = value
    slots[Int(place)].cost = cost
    slots[Int(place)].nextOfSource = positions.updateValue(place, forKey: key.source) ?? Self.none
    linkAsNewest(place)
    totalCost += cost
    count += 1
  }

  private mutating func remove(_ place: Int32) -> Evicted? {
    let index = Int(place)
    guard let value = slots[index].value else { return nil }
    let (key, cost) = (slots[index].key, slots[index].cost)
    if slots[index].pins > 0 { pinnedCost -= cost } else { unlink(place) }
    leaveChain(place, of: key.source)
    slots[index].value = nil
    slots[index].key = ImageKey(source: "", target: key.target)
    slots[index].pins = 0
    slots[index].generation &+= 1
    free.append(place)
    totalCost -= cost
    count -= 1
    return Evicted(key: key, value: value, cost: cost)
  }

  private mutating func leaveChain(_ place: Int32, of source: String) {
    let next = slots[Int(place)].nextOfSource
    slots[Int(place)].nextOfSource = Self.none
    guard var before = positions[source] else { return }
    if before == place {
      positions[source] = next == Self.none ? nil : next
      return
    }
    while slots[Int(before)].nextOfSource != place { before = slots[Int(before)].nextOfSource }
    slots[Int(before)].nextOfSource = next
  }

  private mutating func touch(_ place: Int32) {
    guard place != newest, slots[Int(place)].pins == 0 else { return }
    unlink(place)
    linkAsNewest(place)
  }

  private mutating func unlink(_ place: Int32) {
    let (older, newer) = (links[Int(place)].older, links[Int(place)].newer)
    if older != Self.none { links[Int(older)].newer = newer } else { oldest = newer }
    if newer != Self.none { links[Int(newer)].older = older } else { newest = older }
  }

  private mutating func linkAsNewest(_ place: Int32) {
    links[Int(place)] = Links(older: newest, newer: Self.none)
    if newest != Self.none { links[Int(newest)].newer = place } else { oldest = place }
    newest = place
  }
}
