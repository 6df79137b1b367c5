/// Values by key with an age limit and a bound on their number; the least recently used one goes first.
package struct AgingCache<Key: Hashable, Value> {
  /// A value that was found.
  package enum Hit {
    case fresh(Value)
    case stale(Value)
  }

  private struct Entry {
    let value: Value
    let storedAt: Moment
  }

  let maxAge: Interval
  let staleFor: Interval
  private var entries: LRUTable<Key, Entry>

  package init(capacity: Int, maxAge: Interval, staleFor: Interval = .zero) {
    self.maxAge = maxAge
    self.staleFor = staleFor
    entries = LRUTable(costLimit: .max, countLimit: capacity)
  }

  var count: Int { entries.count }

  /// Finds the value for `key`, unless it is too old.
  package mutating func find(_ key: Key, at now: Moment) -> Hit? {
    guard let entry = entries.value(for: key) else { return nil }
    let freshUntil = entry.storedAt.advanced(by: maxAge)
    guard now < freshUntil.advanced(by: staleFor) else {
      entries.removeValue(for: key)
      return nil
    }
    return now < freshUntil ? .fresh(entry.value) : .stale(entry.value)
  }

  package mutating func store(_ value: Value, for key: Key, at now: Moment) {
    entries.insert(Entry(value: value, storedAt: now), cost: 0, for: key)
  }

  package mutating func remove(_ key: Key) { entries.removeValue(for: key) }

  package mutating func removeAll() { entries.removeAll() }
}
