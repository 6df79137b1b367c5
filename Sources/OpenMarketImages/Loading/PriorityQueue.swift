/// A queue by priority: the highest priority first, and within it first come, first served. All operations take
/// constant time.
struct PriorityQueue<ID: Hashable> {
  private var queues: [ArraySlice<ID>] = RequestPriority.allCases.map { _ in [] }
  /// Where each one really waits; what the queues hold besides is left over from a change.
  private var positions: [ID: RequestPriority] = [:]

  var count: Int { positions.count }

  /// Adds `id` at the end of a queue, or moves it there from another.
  mutating func set(_ id: ID, _ priority: RequestPriority) {
    guard positions.updateValue(priority, forKey: id) != priority else { return }
    queues[priority.index].append(id)
  }

  mutating func remove(_ id: ID) { positions[id] = nil }

  /// Takes the next one of at least `lowest` priority.
  mutating func pop(atLeast lowest: RequestPriority = .prefetch) -> ID? {
    for priority in RequestPriority.allCases.reversed() where priority >= lowest {
      while let id = queues[priority.index].popFirst() {
        guard positions[id] == priority else { continue }
        positions[id] = nil
        return id
      }
      queues[priority.index] = []
    }
    return nil
  }
}
