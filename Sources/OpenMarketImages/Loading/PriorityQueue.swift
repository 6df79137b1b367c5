import OpenMarketPacing

/// A queue by priority: the highest priority first, and within it first come, first served. All operations take
/// constant time.
struct PriorityQueue<ID: Hashable> {
  private var queues = RequestPriority.allCases.map { _ in LinkedQueue<ID, ID>() }

  var count: Int { queues.reduce(0) { $0 + $1.count } }

  /// The priority of the next one.
  var highest: RequestPriority? {
    RequestPriority.allCases.reversed().first { !queues[$0.index].isEmpty }
  }

  /// Adds `id` at the end of a queue, or moves it there from another.
  mutating func set(_ id: ID, _ priority: RequestPriority) {
    guard !queues[priority.index].contains(id) else { return }
    remove(id)
    queues[priority.index].append(id, id: id)
  }

  func contains(_ id: ID) -> Bool { queues.contains { $0.contains(id) } }

  mutating func remove(_ id: ID) {
    for index in queues.indices { _ = queues[index].remove(id) }
  }

  /// Takes the next one of at least `lowest` priority.
  mutating func pop(atLeast lowest: RequestPriority = .prefetch) -> ID? {
    for priority in RequestPriority.allCases.reversed() where priority >= lowest {
      if let id = queues[priority.index].popFirst() { return id }
    }
    return nil
  }
}
