import OpenMarketTestSupport
import Testing

@testable import OpenMarketPacing

@Suite struct RingBufferTests {
  @Test(
    "the latest elements stay, the oldest first",
    arguments: [
      (0, 5, []), (1, 0, []), (1, 3, [3]), (3, 2, [1, 2]), (3, 3, [1, 2, 3]), (3, 4, [2, 3, 4]),
      (3, 11, [9, 10, 11]), (-1, 2, []),
    ] as [(Int, Int, [Int])])
  func latest(capacity: Int, count: Int, expected: [Int]) {
    var ring = RingBuffer<Int>(capacity: capacity)
    for number in 0..<count { ring.append(number + 1) }
    #expect(ring.elements == expected)
    #expect(ring.count == expected.count)
  }

  @Test(
    "elements are taken the oldest first, also while others are added", arguments: [1, 2, 3, 7, 100, 1_000])
  func taken(capacity: Int) {
    var (ring, expected, random) = (RingBuffer<Int>(capacity: capacity), [Int](), SeededGenerator(seed: 7))
    for number in 0..<5_000 {
      // In waves, so that it becomes full and empty.
      if Int.random(in: 0..<10, using: &random) < (number / 500 % 2 == 0 ? 8 : 2) {
        ring.append(number)
        expected.append(number)
        if expected.count > capacity { expected.removeFirst() }
      } else {
        #expect(ring.popFirst() == (expected.isEmpty ? nil : expected.removeFirst()))
      }
      #expect(ring.count == expected.count)
      #expect(ring.last == expected.last)
    }
    #expect(ring.elements == expected)
  }

  @Test("a broadcast numbers its elements without gaps, also those that a late listener misses")
  func numbers() async {
    let broadcast = Broadcast<UInt64>(patience: 10, replay: 2)
    for _ in 0..<5 { broadcast.send { number, _ in number } }
    let late = broadcast.stream()
    broadcast.send { number, _ in number }
    broadcast.finish()
    var all: [UInt64] = []
    for await number in late { all.append(number) }
    #expect(all == [4, 5, 6])
  }
}
