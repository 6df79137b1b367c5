/// Values by key with an age limit and a bound on their number; the least recently used one goes first.
struct AgingCache<Key: Hashable, Value> {
  enum Hit {
    case fresh(Value)
    case stale(Value)
  }

  private struct Entry {
    let value: Value
    let storedAt: Moment
  }

  let capacity: Int
  let maxAge: Interval
  let staleFor: Interval

  /// In the order of use, the longest unused first.
  private var entries = LinkedQueue<Key, Entry>()

  init(capacity: Int, maxAge: Interval, staleFor: Interval) {
    self.capacity = max(0, capacity)
    self.maxAge = maxAge
    self.staleFor = staleFor
  }

  var count: Int { entries.count }

  mutating func find(_ key: Key, at now: Moment) -> Hit? {
    guard let entry = entries.remove(key) else { return nil }
    let freshUntil = entry.storedAt.advanced(by: maxAge)
    guard now < freshUntil.advanced(by: staleFor) else { return nil }
    entries.append(entry, id: key)
    return now < freshUntil ? .fresh(entry.value) : .stale(entry.value)
  }

  mutating func store(_ value: Value, for key: Key, at now: Moment) {
    _ = entries.remove(key)
    entries.append(Entry(value: value, storedAt: now), id: key)
    if entries.count > capacity { _ = entries.popFirst() }
  }

  mutating func remove(_ key: Key) { _ = entries.remove(key) }
  mutating func removeAll() { entries = LinkedQueue() }
}
