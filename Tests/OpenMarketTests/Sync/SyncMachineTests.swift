import OpenMarketTestSupport
import Testing

@testable import OpenMarket

@Suite("Sync machine")
struct SyncMachineTests {
  @Test("runs that are killed anywhere on a moving list end with everything that stayed in it")
  func killedRuns() throws {
    for seed in 1...UInt64(200) {
      var model = SyncModel(count: 1_500, seed: seed)
      var runs = 0
      while try !model.run(isKilledAfter: Int.random(in: 1...6, using: &model.random)), runs < 60 {
        runs += 1
      }
      #expect(runs < 60, "seed \(seed): no end")
      let missing = model.market.survivors.subtracting(model.stored)
      #expect(missing.isEmpty, "seed \(seed): \(missing.count) missing")
    }
  }

  @Test("a killed run is continued without reading again what is there")
  func noRefetch() throws {
    var model = SyncModel(count: 2_000, seed: 1, churns: false)
    #expect(try !model.run(isKilledAfter: 4))
    let had = model.stored.count
    model.fetchedCount = 0
    #expect(try model.run())
    #expect(model.stored.count == 2_000)
    // Besides what was missing: the top window, and what windows overlap.
    #expect(model.fetchedCount <= 2_000 - had + 100 + 100 * model.windowCount)
  }

  @Test("a run after a whole one reads only what is new at the top")
  func incremental() throws {
    var model = SyncModel(count: 1_500, seed: 2, churns: false)
    #expect(try model.run())
    for _ in 0..<30 { model.market.insertNew() }
    model.windowCount = 0
    #expect(try model.run())
    #expect(model.windowCount == 1 && model.stored.count == 1_530)
  }

  @Test("counts as high as numbers go prove nothing but what the page shows")
  func highestCounts() {
    let page = ProductPage(
      page: .max, itemsPerPage: .max, totalCount: .max, offset: .max, limit: .max, lastPage: .max,
      hasNext: false, hasPrevious: false, products: [.sample(2), .sample(1)])
    #expect(page.completeSpan(newestStored: 3) == 1...3)
  }

  @Test("a full run notices what is gone anywhere, a usual one does not look")
  func full() throws {
    var model = SyncModel(count: 1_500, seed: 3, churns: false)
    #expect(try model.run())
    for index in [1_400, 700, 0] { model.market.remove(at: index) }
    #expect(try model.run())
    #expect(model.stored.count == 1_499)  // The newest shows in the first window.
    model.checkpoint = SyncCheckpoint()
    #expect(try model.run())
    #expect(model.stored == Set(model.market.ids))
  }

  @Test("several gaps of several killed runs are filled, newest first")
  func severalGaps() throws {
    var model = SyncModel(count: 1_000, seed: 4, churns: false)
    for _ in 0..<3 {
      #expect(try !model.run(isKilledAfter: 2))
      for _ in 0..<400 { model.market.insertNew() }
    }
    #expect(model.checkpoint.spans.count > 1)
    #expect(try model.run())
    #expect(model.stored == Set(model.market.ids) && model.checkpoint.spans.count == 1)
    #expect(model.checkpoint.reachesEnd)
  }

  @Test("a list that was emptied and filled again is not taken for read")
  func emptied() throws {
    var model = SyncModel(count: 300, seed: 5, churns: false)
    #expect(try model.run())
    model.market.removeAll()
    model.checkpoint = SyncCheckpoint()
    #expect(try model.run())
    for _ in 0..<1_500 { model.market.insertNew() }
    #expect(try !model.run(isKilledAfter: 2))
    #expect(try model.run())
    #expect(Set(model.market.ids).isSubset(of: model.stored))
  }

  @Test(
    "a damaged checkpoint counts as none",
    arguments: [
      "", "{", #"{"spans":[{"newest":1,"oldest":9,"count":1}],"reachesEnd":true}"#,
      #"{"spans":[{"newest":9,"oldest":1,"count":9223372036854775807}],"reachesEnd":true}"#,
      #"{"spans":[{"newest":9,"oldest":8,"count":1000000000},{"newest":7,"oldest":1,"count":1000000000}],"reachesEnd":true}"#,
    ])
  func damaged(text: String) {
    #expect(SyncCheckpoint(.init(text.utf8)) == SyncCheckpoint())
  }
}

/// A store and a market as sets of numbers.
private struct SyncModel {
  var market: ModelMarket
  var stored: Set<Int64> = []
  var checkpoint = SyncCheckpoint()
  var random: SeededGenerator
  var churns: Bool
  var windowCount = 0
  var fetchedCount = 0

  init(count: Int, seed: UInt64, churns: Bool = true) {
    random = SeededGenerator(seed: seed)
    market = ModelMarket(count: count, using: &random)
    self.churns = churns
  }

  /// - Returns: Whether it came to the end before it was killed.
  mutating func run(isKilledAfter limit: Int = .max) throws -> Bool {
    // What is not in the checkpoint is lost.
    var machine = SyncMachine(after: SyncCheckpoint(try checkpoint.encoded()), windowSize: 100)
    var count = 0
    while !machine.isFinished, count < min(limit, 1_000) {
      count += 1
      let window = try machine.window()
      let newest = window.start == 0 ? stored.max().map(Product.ID.init(rawValue:)) : nil
      let page = market.page(window)
      if churns { market.churn(depth: 1_000, using: &random) }
      let step = try machine.accept(page, to: window, newestStored: newest)
      let ids = page.products.map(\.id.rawValue)
      if let span = step.span { stored = stored.filter { !span.contains(Product.ID(rawValue: $0)) } }
      stored.formUnion(ids)
      checkpoint = step.checkpoint
      windowCount += 1
      fetchedCount += ids.count
    }
    return machine.isFinished
  }
}
