import Testing

@testable import OpenMarket

/// One read, fact by fact: what the machine says at the beginning and after each.
struct ReadScenario: CustomTestStringConvertible, Sendable {
  enum Fact: Sendable { case cache(ReadMachine.CacheFact), network(ReadMachine.NetworkFact) }

  var name: String
  var policy: ReadPolicy
  var facts: [Fact]
  var steps: [ReadMachine.Step]
  var testDescription: String { "\(policy): \(name)" }

  init(_ policy: ReadPolicy, _ name: String, _ facts: [Fact], _ steps: [ReadMachine.Step]) {
    (self.policy, self.name, self.facts, self.steps) = (policy, name, facts, steps)
  }
}

private let fresh = ReadScenario.Fact.cache(.found(age: .seconds(59), isComplete: true))
private let stale = ReadScenario.Fact.cache(.found(age: .seconds(60), isComplete: true))
private let future = ReadScenario.Fact.cache(.found(age: nil, isComplete: true))
private let part = ReadScenario.Fact.cache(.found(age: .seconds(1), isComplete: false))
private let nothing = ReadScenario.Fact.cache(.nothing)
private let broken = ReadScenario.Fact.cache(.failed)
private let responded = ReadScenario.Fact.network(.responded)
private let refused = ReadScenario.Fact.network(.refused)
private let unavailable = ReadScenario.Fact.network(.unavailable)
private let late = ReadScenario.Fact.network(.late)
private let limited = ReadMachine.Step.askNetwork(limit: .seconds(3))
private let unlimited = ReadMachine.Step.askNetwork(limit: nil)

private func cached(isStale: Bool, refreshing: Bool = false) -> ReadMachine.Step {
  .serveFromCache(isStale: isStale, refreshing: refreshing)
}

private let scenarios: [ReadScenario] = [
  .init(.cacheFirst, "fresh", [fresh], [.askCache, cached(isStale: false)]),
  .init(.cacheFirst, "stale is refreshed", [stale], [.askCache, cached(isStale: true, refreshing: true)]),
  .init(.cacheFirst, "clock set back", [future], [.askCache, cached(isStale: true, refreshing: true)]),
  .init(.cacheFirst, "nothing stored", [nothing, responded], [.askCache, unlimited, .serveFromNetwork]),
  .init(.cacheFirst, "nothing, no server", [nothing, unavailable], [.askCache, unlimited, .fail(.network)]),
  .init(.cacheFirst, "nothing, refused", [nothing, refused], [.askCache, unlimited, .fail(.network)]),
  .init(.cacheFirst, "store broken", [broken, responded], [.askCache, unlimited, .serveFromNetwork]),
  .init(.cacheFirst, "both broken", [broken, unavailable], [.askCache, unlimited, .fail(.network)]),
  .init(.cacheFirst, "part, completed", [part, responded], [.askCache, limited, .serveFromNetwork]),
  .init(.cacheFirst, "part, no server", [part, unavailable], [.askCache, limited, cached(isStale: true)]),
  .init(.cacheFirst, "part, server late", [part, late], [.askCache, limited, cached(isStale: true)]),
  .init(.cacheFirst, "part, gone", [part, refused], [.askCache, limited, .fail(.network)]),
  .init(.networkFirst, "responded", [responded], [limited, .serveFromNetwork]),
  .init(.networkFirst, "refused", [refused], [limited, .fail(.network)]),
  .init(
    .networkFirst, "no server, fresh", [unavailable, fresh], [limited, .askCache, cached(isStale: false)]),
  .init(
    .networkFirst, "no server, stale", [unavailable, stale], [limited, .askCache, cached(isStale: true)]),
  .init(.networkFirst, "no server, part", [unavailable, part], [limited, .askCache, cached(isStale: true)]),
  .init(.networkFirst, "no server, nothing", [unavailable, nothing], [limited, .askCache, .fail(.network)]),
  .init(.networkFirst, "both broken", [unavailable, broken], [limited, .askCache, .fail(.network)]),
  .init(.networkFirst, "late, stored", [late, stale], [limited, .askCache, cached(isStale: true)]),
  .init(
    .networkFirst, "late, nothing, responded", [late, nothing, responded],
    [limited, .askCache, .awaitNetwork, .serveFromNetwork]),
  .init(
    .networkFirst, "late, store broken, responded", [late, broken, responded],
    [limited, .askCache, .awaitNetwork, .serveFromNetwork]),
  .init(
    .networkFirst, "late, nothing, no server", [late, nothing, unavailable],
    [limited, .askCache, .awaitNetwork, .fail(.network)]),
  .init(.networkOnly, "responded", [responded], [unlimited, .serveFromNetwork]),
  .init(.networkOnly, "no server", [unavailable], [unlimited, .fail(.network)]),
  .init(.networkOnly, "refused", [refused], [unlimited, .fail(.network)]),
  .init(.cacheOnly, "fresh", [fresh], [.askCache, cached(isStale: false)]),
  .init(.cacheOnly, "stale", [stale], [.askCache, cached(isStale: true)]),
  .init(.cacheOnly, "part", [part], [.askCache, cached(isStale: true)]),
  .init(.cacheOnly, "nothing", [nothing], [.askCache, .fail(.notStored)]),
  .init(.cacheOnly, "store broken", [broken], [.askCache, .fail(.store)]),
]

@Test("every policy asks whom it should, and responses from where it may", arguments: scenarios)
func readPolicies(scenario: ReadScenario) {
  var machine = ReadMachine(scenario.policy, staleTime: .seconds(60))
  var steps = [machine.begin()]
  for fact in scenario.facts {
    switch fact {
    case .cache(let fact): steps.append(machine.receive(fact))
    case .network(let fact): steps.append(machine.receive(fact))
    }
  }
  #expect(steps == scenario.steps)
}

@Test(
  "an age limit is held to strictly, and an unknown age keeps none",
  arguments: [
    (nil, .seconds(1 << 40), true), (nil, nil, true), (.seconds(10), .seconds(10), true),
    (.seconds(10), .seconds(10.1), false), (.seconds(10), nil, false), (.zero, .zero, true),
  ] as [(Duration?, Duration?, Bool)])
func maximumAges(limit: Duration?, age: Duration?, isAllowed: Bool) {
  let machine = ReadMachine(.cacheFirst, ReadOptions(maxAge: limit), staleTime: .zero)
  #expect(machine.isAllowed(age) == isAllowed)
}
