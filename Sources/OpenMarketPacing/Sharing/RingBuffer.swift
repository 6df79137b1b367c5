/// The latest elements, up to a number: each more takes the place of the oldest.
///
/// Takes memory for what it holds, not for what it could.
package struct RingBuffer<Element> {
  package let capacity: Int
  package private(set) var count = 0
  private var slots: [Element?] = []
  /// The place of the oldest element.
  private var start = 0

  /// Makes an empty buffer; one of no capacity stays so.
  package init(capacity: Int) { self.capacity = max(0, capacity) }

  /// The elements, the oldest first.
  package var elements: [Element] { (slots[start...] + slots[..<start]).compactMap(\.self) }

  package var last: Element? { count > 0 ? slots[(start + count - 1) % slots.count] : nil }

  /// Adds an element, in constant time on average.
  package mutating func append(_ element: Element) {
    guard capacity > 0 else { return }
    if count == capacity { _ = popFirst() }
    if count == slots.count {
      let room = min(max(8, count), capacity - count)
      slots = Array(slots[start...] + slots[..<start]) + Array(repeating: nil, count: room)
      start = 0
    }
    slots[(start + count) % slots.count] = element
    count += 1
  }

  /// Removes and returns the oldest element, in constant time.
  package mutating func popFirst() -> Element? {
    guard count > 0 else { return nil }
    let first = slots[start].take()
    start = (start + 1) % slots.count
    count -= 1
    // A crowd comes once; its memory is not kept.
    if count == 0, slots.count > 64 { (slots, start) = ([], 0) }
    return first
  }
}

extension RingBuffer: Sendable where Element: Sendable {}
