import OpenMarketMock
import OpenMarketTestSupport
import Testing

@testable import OpenMarketPacing

@Suite("QueryCache", .timeLimit(.minutes(5)))
struct QueryCacheTests {
  struct Failure: Error {}

  let clock = ManualClock()
  let loads = Counter()

  private func cache(capacity: Int = 10, staleFor: Duration = .zero) -> QueryCache<String, Int> {
    QueryCache(capacity: capacity, maxAge: .seconds(10), staleFor: staleFor, clock: clock)
  }

  private func load(_ cache: QueryCache<String, Int>, _ key: String = "a") async throws -> Int {
    try await cache.value(for: key) { [loads] in
      loads.increment()
      return loads.count
    }
  }

  @Test("a result is loaded once until it is too old")
  func age() async throws {
    let cache = cache()
    #expect(try await load(cache) == 1)
    clock.advance(by: .milliseconds(9_999))
    #expect(try await load(cache) == 1)
    clock.advance(by: .milliseconds(1))
    #expect(try await load(cache) == 2)
  }

  @Test(
    "with an age of zero and less nothing is fresh, with a huge one everything is",
    arguments: [(Duration.zero, 2), (.seconds(-9), 2), (.seconds(Int64.max), 1)])
  func ages(maxAge: Duration, expected: Int) async throws {
    for staleFor in [Duration.zero, .seconds(-5), .nanoseconds(Int64.min)] {
      let (cache, loads) = (
        QueryCache<String, Int>(maxAge: maxAge, staleFor: staleFor, clock: clock), Counter()
      )
      for _ in 0..<2 {
        _ = try await cache.value(for: "a") {
          loads.increment(); return 0
        }
      }
      #expect(loads.count == expected)
    }
  }

  @Test("a stale result is given out while a new one is loaded, once, however often it is asked for")
  func stale() async throws {
    let cache = cache(staleFor: .seconds(10))
    _ = try await load(cache)
    clock.advance(by: .seconds(15))
    #expect(try await load(cache) == 1)
    for _ in 0..<100 { #expect(try await [1, 2].contains(load(cache))) }
    await until { loads.count == 2 }
    while try await load(cache) != 2, !Task.isCancelled { await giveWay() }
    #expect(loads.count == 2)
  }

  @Test("a stale result survives a refresh that fails, but not its time")
  func staleFailure() async throws {
    let cache = cache(staleFor: .seconds(10))
    _ = try await load(cache)
    clock.advance(by: .seconds(15))
    let failed = Gate()
    failed.open()
    let value = try await cache.value(for: "a") {
      await failed.pass()
      throw Failure()
    }
    #expect(value == 1)
    await failed.arrived()
    clock.advance(by: .seconds(5))
    // Who comes before the failed refresh has left still shares its failure.
    var reloaded: Int?
    while reloaded == nil, !Task.isCancelled { reloaded = try? await load(cache) }
    #expect(reloaded == 2)
  }

  @Test("failures are not kept")
  func failure() async throws {
    let cache = cache()
    for attempt in 1...2 {
      await #expect(throws: Failure.self) {
        try await cache.value(for: "a") { [loads] in
          loads.increment()
          throw Failure()
        }
      }
      #expect(loads.count == attempt && cache.count == 0)
    }
    #expect(try await load(cache) == 3)
  }

  @Test("the least recently used result goes first", arguments: [2, 0, -1])
  func capacity(capacity: Int) async throws {
    let cache = cache(capacity: capacity)
    for key in ["a", "b", "a", "c"] { _ = try await load(cache, key) }
    #expect(cache.count == max(0, capacity))
    guard capacity == 2 else { return }
    let before = loads.count
    _ = try await load(cache, "a")
    #expect(loads.count == before)
    _ = try await load(cache, "b")
    #expect(loads.count == before + 1)
  }

  @Test("a load that was on its way when its key was forgotten does not bring the result back")
  func removal() async throws {
    let (cache, gate) = (cache(), Gate())
    let task = Task {
      try await cache.value(for: "a") {
        await gate.hold()
        return -1
      }
    }
    await gate.arrived()
    cache.removeValue(for: "a")
    gate.open()
    #expect(try await task.value == -1)
    #expect(cache.count == 0)
  }

  @Test("a result that was forgotten, alone or with all, is loaded anew", arguments: [true, false])
  func forgetting(isAlone: Bool) async throws {
    let cache = cache()
    #expect(try await load(cache) == 1)
    if isAlone { cache.removeValue(for: "a") } else { cache.removeAll() }
    #expect(try await load(cache) == 2)
  }

  @Test("callers at the same time share one load")
  func sharing() async throws {
    let (cache, gate) = (cache(), Gate())
    let tasks = (0..<10).map { _ in
      Task {
        try await cache.value(for: "a") {
          await gate.pass()
          return gate.arrivals
        }
      }
    }
    await gate.arrived()
    gate.open()
    for task in tasks { #expect(try await task.value == 1) }
  }
}
