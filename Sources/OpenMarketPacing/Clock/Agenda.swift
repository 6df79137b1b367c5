/// Keys by the moment at which something is due for them: a binary heap, O(log n) to add to and take from.
struct Agenda<Key> {
  private var heap: [(moment: Moment, key: Key)] = []

  var first: (moment: Moment, key: Key)? { heap.first }
  var count: Int { heap.count }
  /// For how many keys memory is kept.
  var capacity: Int { heap.capacity }

  /// Removes every key that `isSuperfluous`, in O(n log n).
  mutating func removeAll(where isSuperfluous: (Key) -> Bool) {
    let kept = heap.filter { !isSuperfluous($0.key) }
    heap.removeAll(keepingCapacity: true)
    for entry in kept { insert(entry.key, at: entry.moment) }
  }

  mutating func insert(_ key: Key, at moment: Moment) {
    heap.append((moment, key))
    var child = heap.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard heap[child].moment < heap[parent].moment else { return }
      heap.swapAt(child, parent)
      child = parent
    }
  }

  mutating func popFirst(dueAt now: Moment) -> (moment: Moment, key: Key)? {
    guard let first = heap.first, first.moment <= now else { return nil }
    heap.swapAt(0, heap.count - 1)
    heap.removeLast()
    // A crowd of keys comes once; its memory is not kept. A few are kept, so that a burst allocates nothing.
    if heap.isEmpty, heap.capacity > 64 { heap = [] }
    var parent = 0
    while true {
      var child = 2 * parent + 1
      guard child < heap.count else { return first }
      if child + 1 < heap.count, heap[child + 1].moment < heap[child].moment { child += 1 }
      guard heap[child].moment < heap[parent].moment else { return first }
      heap.swapAt(child, parent)
      parent = child
    }
  }
}
