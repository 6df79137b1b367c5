/// A table that forgets what has not been used for longest once it holds too many entries or too much cost.
///
/// A value without clock or lock. Every operation takes constant time: a dictionary finds the slot, and the
/// slots form a doubly linked list in order of use.
package struct LRUTable<Key: Hashable, Value> {
  private struct Slot {
    let key: Key
    var value: Value
    var cost: Int
    var older: Int?
    var newer: Int?
  }

  /// The most cost it holds.
  package let costLimit: Int
  /// The most entries it holds.
  let countLimit: Int
  /// The cost of all entries.
  package private(set) var totalCost = 0

  private var slots: [Slot?] = []
  private var freeSlots: [Int] = []
  private var positions: [Key: Int] = [:]
  private var newest: Int?
  private var oldest: Int?

  /// The number of entries.
  var count: Int { positions.count }

  package init(costLimit: Int, countLimit: Int = .max) {
    self.costLimit = costLimit
    self.countLimit = countLimit
  }

  /// Whether there is a value for `key`; does not count as a use.
  package func contains(_ key: Key) -> Bool { positions[key] != nil }

  /// The value of `key`, which becomes the most recently used.
  package mutating func value(for key: Key) -> Value? {
    guard let place = positions[key] else { return nil }
    if place != newest {
      unlink(place)
      linkAsNewest(place)
    }
    return slots[place]?.value
  }

  /// Sets the value of `key`, which becomes the most recently used, and forgets others for it.
  /// - Returns: Whether it was kept: what costs more than the whole table may hold is not.
  @discardableResult
  package mutating func insert(_ value: Value, cost: Int, for key: Key) -> Bool {
    removeValue(for: key)
    guard cost <= costLimit, countLimit > 0 else { return false }
    let slot = Slot(key: key, value: value, cost: cost)
    let place: Int
    if let free = freeSlots.popLast() {
      place = free
      slots[place] = slot
    } else {
      place = slots.count
      slots.append(slot)
    }
    positions[key] = place
    totalCost += cost
    linkAsNewest(place)
    while totalCost > costLimit || count > countLimit, let oldest { remove(oldest) }
    return true
  }

  /// Forgets `key`.
  mutating func removeValue(for key: Key) {
    if let place = positions[key] { remove(place) }
  }

  /// Forgets everything.
  mutating func removeAll() { self = LRUTable(costLimit: costLimit, countLimit: countLimit) }

  private mutating func remove(_ place: Int) {
    unlink(place)
    guard let slot = slots[place] else { return }
    slots[place] = nil
    freeSlots.append(place)
    positions[slot.key] = nil
    totalCost -= slot.cost
  }

  private mutating func unlink(_ place: Int) {
    guard let slot = slots[place] else { return }
    if let older = slot.older { slots[older]?.newer = slot.newer } else { oldest = slot.newer }
    if let newer = slot.newer { slots[newer]?.older = slot.older } else { newest = slot.older }
  }

  private mutating func linkAsNewest(_ place: Int) {
    slots[place]?.older = newest
    slots[place]?.newer = nil
    if let newest { slots[newest]?.newer = place } else { oldest = place }
    newest = place
  }
}
