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

  /// On the queue of the writes, the first time.
  private func wait() {
    begun.increment()
    if begun.count == 1 { goesOn.wait() }
  }
}
