/// A table that forgets what has not been used for longest once it holds too many entries or too much cost.
///
/// A value without clock or lock. Every operation takes constant time.
package struct LRUTable<Key: Hashable, Value> {
  package let costLimit: Int
  let countLimit: Int
  package private(set) var totalCost = 0

  /// In order of use.
  private var entries = LinkedQueue<Key, (value: Value, cost: Int)>()

  package var count: Int { entries.count }

  package init(costLimit: Int, countLimit: Int = .max) {
    self.costLimit = costLimit
    self.countLimit = countLimit
  }

  /// Whether there is a value for `key`; does not count as a use.
  package func contains(_ key: Key) -> Bool { entries.contains(key) }

  /// The value of `key`, which becomes the most recently used.
  package mutating func value(for key: Key) -> Value? {
    guard let entry = entries.remove(key) else { return nil }
    entries.append(entry, id: key)
    return entry.value
  }

  /// Sets the value of `key`, which becomes the most recently used, and forgets others for it; what costs more than the
  /// whole table may hold is not kept.
  package mutating func insert(_ value: Value, cost: Int, for key: Key) {
    removeValue(for: key)
    guard cost <= costLimit, countLimit > 0 else { return }
    entries.append((value, cost), id: key)
    totalCost += cost
    while totalCost > costLimit || count > countLimit, let oldest = entries.popFirst() {
      totalCost -= oldest.cost
    }
  }

  /// Forgets `key`.
  /// - Returns: What it had.
  @discardableResult
  package mutating func removeValue(for key: Key) -> Value? {
    guard let entry = entries.remove(key) else { return nil }
    totalCost -= entry.cost
    return entry.value
  }

  package mutating func removeAll() { self = LRUTable(costLimit: costLimit, countLimit: countLimit) }
}
