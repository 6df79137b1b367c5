import OpenMarketHTTP
import OpenMarketMock
import OpenMarketTestSupport
import Synchronization
import Testing

@testable import OpenMarket

/// One read: what the store and the server have, and what comes of it.
struct ReadScenario: CustomTestStringConvertible, Sendable {
  enum Store: Sendable { case fresh, stale, future, part, nothing, broken }
  enum Server: Sendable { case responds, refuses, isAway, isLate, isLateAndAway }
  enum Outcome: Sendable, Equatable {
    case stored(isStale: Bool, refreshing: Bool = false)
    case fetched
    case serverError(HTTPError.Code)
    case storeError(StoreError.Code)
  }

  var policy: ReadPolicy
  var store: Store
  var server: Server
  var outcome: Outcome
  var testDescription: String { "\(policy), store: \(store), server: \(server)" }

  init(_ policy: ReadPolicy, _ store: Store, _ server: Server, _ outcome: Outcome) {
    (self.policy, self.store, self.server, self.outcome) = (policy, store, server, outcome)
  }

  /// Whether it is decided without the server.
  var asksNoServer: Bool {
    policy == .cacheOnly || policy == .cacheFirst && outcome == .stored(isStale: false)
  }

  /// Whether what is stored takes the place of a late response.
  var isLimited: Bool { policy == .networkFirst || store == .part }

  func bench() -> ReadBench {
    ReadBench {
      switch store {
      case .fresh: $0.stored = ("old", 59)
      case .stale: $0.stored = ("old", 60)
      case .future: $0.stored = ("old", -3600)
      case .part: ($0.stored, $0.isComplete) = (("old", 1), false)
      case .nothing: break
      case .broken: $0.storeError = StoreError(.damaged, "as told")
      }
      switch server {
      case .responds: break
      case .refuses: $0.server = .fails(.notFound)
      case .isAway: $0.server = .fails(.unreachable)
      case .isLate, .isLateAndAway: $0.server = .hangs
      }
    }
  }
}

private let scenarios: [ReadScenario] = [
  .init(.cacheFirst, .fresh, .responds, .stored(isStale: false)),
  .init(.cacheFirst, .stale, .responds, .stored(isStale: true, refreshing: true)),
  .init(.cacheFirst, .future, .responds, .stored(isStale: true, refreshing: true)),
  .init(.cacheFirst, .nothing, .responds, .fetched),
  .init(.cacheFirst, .nothing, .isAway, .serverError(.unreachable)),
  .init(.cacheFirst, .nothing, .refuses, .serverError(.notFound)),
  .init(.cacheFirst, .nothing, .isLate, .fetched),
  .init(.cacheFirst, .broken, .responds, .fetched),
  .init(.cacheFirst, .broken, .isAway, .serverError(.unreachable)),
  .init(.cacheFirst, .part, .responds, .fetched),
  .init(.cacheFirst, .part, .isAway, .stored(isStale: true)),
  .init(.cacheFirst, .part, .isLate, .stored(isStale: true)),
  .init(.cacheFirst, .part, .refuses, .serverError(.notFound)),
  .init(.networkFirst, .fresh, .responds, .fetched),
  .init(.networkFirst, .fresh, .refuses, .serverError(.notFound)),
  .init(.networkFirst, .fresh, .isAway, .stored(isStale: false)),
  .init(.networkFirst, .stale, .isAway, .stored(isStale: true)),
  .init(.networkFirst, .part, .isAway, .stored(isStale: true)),
  .init(.networkFirst, .nothing, .isAway, .serverError(.unreachable)),
  .init(.networkFirst, .broken, .isAway, .serverError(.unreachable)),
  .init(.networkFirst, .stale, .isLate, .stored(isStale: true)),
  .init(.networkFirst, .nothing, .isLate, .fetched),
  .init(.networkFirst, .broken, .isLate, .fetched),
  .init(.networkFirst, .nothing, .isLateAndAway, .serverError(.unreachable)),
  .init(.networkOnly, .fresh, .responds, .fetched),
  .init(.networkOnly, .fresh, .isLate, .fetched),
  .init(.networkOnly, .fresh, .isAway, .serverError(.unreachable)),
  .init(.networkOnly, .fresh, .refuses, .serverError(.notFound)),
  .init(.cacheOnly, .fresh, .responds, .stored(isStale: false)),
  .init(.cacheOnly, .stale, .responds, .stored(isStale: true)),
  .init(.cacheOnly, .part, .responds, .stored(isStale: true)),
  .init(.cacheOnly, .nothing, .responds, .storeError(.notStored)),
  .init(.cacheOnly, .broken, .responds, .storeError(.damaged)),
]

@Test(
  "every policy asks whom it should, and responses from where it may", .timeLimit(.minutes(5)),
  arguments: scenarios)
func readPolicies(scenario: ReadScenario) async throws {
  let bench = scenario.bench()
  async let reading = bench.read(scenario.policy)
  switch scenario.server {
  case .isLate, .isLateAndAway:
    await bench.requests(atLeast: 1)
    if scenario.isLimited {
      await bench.clock.sleepers(atLeast: 1)
      bench.clock.advance(by: .seconds(3))
      if case .stored = scenario.outcome { break }
      // The response is late only when it comes after that.
      await bench.lookups(atLeast: 1)
    } else {
      #expect(bench.clock.nextDeadline == nil)
    }
    let isAway = scenario.server == .isLateAndAway
    bench.release(isAway ? .failure(HTTPError(.unreachable, "as told")) : .success("new"))
  case .responds, .refuses, .isAway: break
  }
  let outcome: ReadScenario.Outcome
  do {
    let response = try await reading
    let isRefreshing = if case .refreshing = response.details.network { true } else { false }
    outcome = response.isFromServer ? .fetched : .stored(isStale: response.isStale, refreshing: isRefreshing)
    #expect(response.value == (response.isFromServer ? "new" : "old"))
  } catch let error as HTTPError {
    outcome = .serverError(error.code)
  } catch let error as StoreError {
    outcome = .storeError(error.code)
  }
  #expect(outcome == scenario.outcome)
  if !scenario.asksNoServer { await bench.requests(atLeast: 1) }
  #expect(bench.state.withLock { $0.requests } == (scenario.asksNoServer ? 0 : 1))
  await bench.background.close()
}

@Test(
  "an age limit is held to strictly, and an unknown age keeps none",
  arguments: [
    (nil, .seconds(1 << 40), true), (nil, nil, true), (.seconds(10), .seconds(10), true),
    (.seconds(10), .seconds(10.1), false), (.seconds(10), nil, false), (.zero, .zero, true),
  ] as [(Duration?, Duration?, Bool)])
func maximumAges(limit: Duration?, age: Duration?, isAllowed: Bool) {
  #expect(ReadOptions(maxAge: limit).allows(age) == isAllowed)
}
