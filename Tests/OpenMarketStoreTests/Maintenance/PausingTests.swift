import Dispatch
import OpenMarketTestSupport
import Testing

@testable import OpenMarketStore

/// What a suspended store leaves behind.
@Suite(.timeLimit(.minutes(5))) struct PausingTests {
  private let begun = Counter()
  private let ended = Counter()
  private let goesOn = DispatchSemaphore(value: 0)

  @Test("a write that ends during a suspension sets no timer", arguments: [false, true])
  func lateWrite(ofProducts: Bool) async throws {
    let test = try TestStore()
    let store = test.store
    let write = Task {
      defer { ended.increment() }
      guard ofProducts else { return try await store.writeUser { _ in wait() } }
      _ = try await store.writeProducts { writer, _ in
        try writer.save([.listed(1)], fetchedAt: noon)
        wait()
      }
    }
    while begun.count == 0, !Task.isCancelled { await giveWay() }
    let suspension = Task { await store.suspend() }
    while !store.isSuspended, !Task.isCancelled { await giveWay() }
    // It comes to waiting for the write.
    for _ in 0..<100 { await giveWay() }
    goesOn.signal()
    await suspension.value
    // Where the machine is so busy that it was rolled back, it is done after the return.
    for _ in 0..<1_000 where ended.count == 0 { await giveWay() }
    #expect(store.upkeep.isIdle && store.suggestionUpkeep.isIdle)
    store.resume()
    try await write.value
    #expect(try await store.newest(limit: 10).count == (ofProducts ? 1 : 0))
  }

  @Test("a transaction that does not end is rolled back and holds no lock; after the return it is done")
  func endlessTransaction() async throws {
    let test = try TestStore()
    let write = Task {
      try await test.store.writeUser { db in
        try db.setAccountValue("9", for: "vendor_id")
        begun.increment()
        guard begun.count == 1 else { return }
        try db.perform(
          """
          WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) \
          INSERT INTO account SELECT i, i FROM n WHERE i < 0
          """)
      }
    }
    while begun.count == 0, !Task.isCancelled { await giveWay() }
    await test.store.suspend()
    let other = try MarketStore(folder: test.folder.url)
    #expect(try await other.readUser { db in try db.accountValue("vendor_id") } == nil)
    try await other.writeUser { db in try db.setAccountValue("새벽장터", for: "vendor_name") }
    try other.close()
    test.store.resume()
    try await write.value
    #expect(try await test.store.readUser { db in try db.accountValue("vendor_id") } == "9")
    #expect(begun.count == 2)
  }

  /// On the queue of the writes, the first time.
  private func wait() {
    begun.increment()
    if begun.count == 1 { goesOn.wait() }
  }
}
