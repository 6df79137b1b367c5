import OpenMarketMock
import OpenMarketStore
import OpenMarketTestSupport
import Synchronization
import Testing

@testable import OpenMarket

@MainActor @Suite("Models: tasks", .timeLimit(.minutes(5)))
struct ModelTasksTests {
  /// Values whose first reads fail.
  private final class Values: AsyncSequence, Sendable {
    let failures: [StoreError]
    let count = Mutex(0)

    init(_ failures: [StoreError]) { self.failures = failures }

    func makeAsyncIterator() -> AsyncThrowingStream<Int, any Error>.Iterator {
      let number = count.withLock { count in
        count += 1
        return count
      }
      return AsyncThrowingStream { stream in
        stream.yield(number)
        stream.finish(throwing: number <= failures.count ? failures[number - 1] : nil)
      }.makeAsyncIterator()
    }
  }

  private final class Model: Sendable {
    let values = Mutex<[Int]>([])
  }

  @Test("what could not be read is read again after a pause")
  func readAgain() async throws {
    let (clock, tasks, model) = (ManualClock(), ModelTasks(), Model())
    let values = Values([StoreError(.failed, "one"), StoreError(.failed, "two")])
    tasks.follow(values, for: model, clock: AnyClock(clock)) { model, value in
      model.values.withLock { $0.append(value) }
    }
    try await eventually { clock.sleeperCount == 1 }
    #expect(model.values.withLock { $0 } == [1])
    clock.advance(by: .seconds(5))
    try await eventually { clock.sleeperCount == 1 }
    clock.advance(by: .seconds(5))
    try await eventually { model.values.withLock { $0 } == [1, 2, 3] }
    await giveWayOften()
    #expect(clock.sleeperCount == 0)
  }

  @Test("a store that is closed is not read again")
  func closed() async throws {
    let (clock, tasks, model) = (ManualClock(), ModelTasks(), Model())
    let values = Values([StoreError(.closed, "closed")])
    tasks.follow(values, for: model, clock: AnyClock(clock)) { model, value in
      model.values.withLock { $0.append(value) }
    }
    try await eventually { model.values.withLock { $0 } == [1] }
    await giveWayOften()
    #expect(clock.sleeperCount == 0)
  }

  @Test("models that are released at once ask the server for nothing")
  func neverDisplayed() async throws {
    let test = try TestMarket(products: 30)
    let market = try test.open()
    for _ in 0..<50 {
      _ = ProductDetailModel(3, in: market)
      _ = ProductListModel(market.feed())
      _ = MySalesModel(market)
    }
    await giveWayOften()
    #expect(test.requestCount == 0)
    try await market.close()
  }
}
