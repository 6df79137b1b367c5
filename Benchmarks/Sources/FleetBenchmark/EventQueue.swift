/// Events in the order of their times; those of one time in the order of their arrival.
struct EventQueue<Event> {
  private struct Entry {
    let time: Double
    let order: UInt64
    let event: Event

    func isBefore(_ other: Entry) -> Bool {
      time != other.time ? time < other.time : order < other.order
    }
  }

  private var heap: [Entry] = []
  private var lastOrder: UInt64 = 0

  var nextTime: Double? { heap.first?.time }

  mutating func add(_ event: Event, at time: Double) {
    lastOrder += 1
    let entry = Entry(time: time, order: lastOrder, event: event)
    var place = heap.count
    heap.append(entry)
    while place > 0, entry.isBefore(heap[(place - 1) / 2]) {
      heap[place] = heap[(place - 1) / 2]
      place = (place - 1) / 2
    }
    heap[place] = entry
  }

  mutating func popFirst() -> (time: Double, event: Event)? {
    guard let first = heap.first, let last = heap.popLast() else { return nil }
    guard !heap.isEmpty else { return (first.time, first.event) }
    var place = 0
    while true {
      var child = 2 * place + 1
      guard child < heap.count else { break }
      if child + 1 < heap.count, heap[child + 1].isBefore(heap[child]) { child += 1 }
      guard heap[child].isBefore(last) else { break }
      heap[place] = heap[child]
      place = child
    }
    heap[place] = last
    return (first.time, first.event)
  }
}
