import OpenMarketTestSupport
import Testing

@testable import OpenMarketPacing

@Suite struct LRUTableTests {
  @Test("What was not used for longest goes first; reading is using")
  func order() {
    var table = LRUTable<String, Int>(costLimit: 100, countLimit: 3)
    for (number, key) in ["a", "b", "c"].enumerated() { table.insert(number, cost: 1, for: key) }
    _ = table.value(for: "a")
    table.insert(3, cost: 1, for: "d")
    #expect(table.value(for: "b") == nil)
    #expect(table.value(for: "a") == 0)
  }

  @Test("A value that costs more than the whole table is not kept, and replaces nothing but its own key")
  func tooLarge() {
    var table = LRUTable<String, Int>(costLimit: 10, countLimit: 3)
    table.insert(1, cost: 5, for: "a")
    table.insert(2, cost: 5, for: "b")
    table.insert(3, cost: 11, for: "a")
    #expect(table.value(for: "a") == nil)
    #expect(table.value(for: "b") == 2)
    #expect(table.totalCost == 5)
  }

  @Test("Over random operations it agrees with a list that is searched from end to end")
  func model() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    var table = LRUTable<Int, Int>(costLimit: 50, countLimit: 12)
    var list: [(key: Int, value: Int, cost: Int)] = []  // Newest last.
    for step in 0..<20_000 {
      let key = Int.random(in: 0..<25, using: &random)
      let found = list.firstIndex { $0.key == key }
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<5:
        let cost = Int.random(in: 0...12, using: &random)
        table.insert(step, cost: cost, for: key)
        if let found { list.remove(at: found) }
        list.append((key, step, cost))
        while list.map(\.cost).reduce(0, +) > 50 || list.count > 12 { list.removeFirst() }
      case 5..<9:
        #expect(table.value(for: key) == found.map { list[$0].value }, "step \(step), seed \(seed)")
        if let found { list.append(list.remove(at: found)) }
      default:
        table.removeValue(for: key)
        if let found { list.remove(at: found) }
      }
      #expect(table.count == list.count, "step \(step), seed \(seed)")
      #expect(table.totalCost == list.map(\.cost).reduce(0, +), "step \(step), seed \(seed)")
    }
  }
}
