import Foundation
import HTTPTypes
import OpenMarketMock
import OpenMarketPacing
import OpenMarketTestSupport
import Synchronization
import Testing

@testable import OpenMarketHTTP

@Suite(.timeLimit(.minutes(5))) struct SharingTests {
  /// Holds the responses of a transport back until told otherwise.
  private final class Valve: Sendable {
    private let state = Mutex<(isOpen: Bool, waiters: [CheckedContinuation<Void, Never>])>((false, []))

    func pass() async {
      await withCheckedContinuation { continuation in
        let isOpen = state.withLock { state in
          if !state.isOpen { state.waiters.append(continuation) }
          return state.isOpen
        }
        if isOpen { continuation.resume() }
      }
    }

    func open() {
      let waiters = state.withLock { state in
        state.isOpen = true
        return state.waiters
      }
      for waiter in waiters { waiter.resume() }
    }
  }

  private let valve = Valve()
  /// On a clock that stands still: on a busy machine callers come more than three seconds after the first, and do not join.
  private let sharing = SharingMiddleware(clock: AnyClock(ManualClock()))

  /// A reply that waits for the valve.
  private func held(_ body: String) -> ScriptedTransport.Reply {
    .perform { [valve] _ in
      await valve.pass()
      return TransportResponse(head: HTTPResponse(status: .ok), body: .data(Data(body.utf8)))
    }
  }

  /// A client whose sharing this test can look into.
  private func client(
    _ transport: ScriptedTransport, configure: (inout HTTPClient.Configuration) -> Void = { _ in }
  ) throws -> HTTPClient {
    try plainClient(transport) {
      $0.middlewares = [sharing]
      configure(&$0)
    }
  }

  /// Returns once `count` callers wait for `endpoint`.
  private func waiters(_ count: Int, on endpoint: ListNumbers = .init(), _ client: HTTPClient) async throws {
    let request = try client.makeRequest(for: endpoint, options: RequestOptions())
    while sharing.waiterCount(for: request) < count, !Task.isCancelled { await giveWay() }
  }

  @Test("A thousand identical reads reach the transport once and all get the response")
  func thousand() async throws {
    try await ScriptedTransport.play([.get("/numbers", held("[1]"))]) { transport in
      let client = try client(transport)
      let tasks = (0..<1000).map { _ in Task { try await client.send(.numbers) } }
      try await waiters(1000, client)
      valve.open()
      for task in tasks { #expect(try await task.value == [1]) }
    }
  }

  @Test("One cancelled caller leaves 999 responses")
  func oneCancelled() async throws {
    try await ScriptedTransport.play([.get("/numbers", held("[1]"))]) { transport in
      let client = try client(transport)
      let tasks = (0..<1000).map { _ in Task { try await client.send(.numbers) } }
      try await waiters(1000, client)
      tasks[0].cancel()
      await #expect(throws: CancellationError.self) { _ = try await tasks[0].value }
      valve.open()
      for task in tasks[1...] { #expect(try await task.value == [1]) }
    }
  }

  @Test("The last caller's cancellation reaches the transport")
  func lastCancelled() async throws {
    let clock = ManualClock()
    try await ScriptedTransport.play([.get("/numbers", .hang)]) { transport in
      let client = try client(transport) { $0.clock = AnyClock(clock) }
      let tasks = (0..<2).map { _ in Task { try await client.send(.numbers) } }
      try await waiters(2, client)
      await clock.sleepers(atLeast: 1)
      for task in tasks { task.cancel() }
      for task in tasks { await #expect(throws: CancellationError.self) { _ = try await task.value } }
      while clock.sleeperCount > 0, !Task.isCancelled { await giveWay() }
    }
  }

  @Test("Reads that differ in address, fields or limits are not shared")
  func different() async throws {
    let endpoints = [
      ListNumbers(), ListNumbers(queryItems: [QueryItem("q", "1")]), ListNumbers(headers: [.identifier: "a"]),
      ListNumbers(headers: [.identifier: "b"]),
    ]
    try await ScriptedTransport.play([
      .get("/numbers", held("[]")), .get("/numbers?q=1", held("[]")), .get("/numbers", held("[]")),
      .get("/numbers", held("[]")), .get("/numbers", held("[]")),
    ]) { transport in
      let client = try client(transport)
      var tasks: [Task<[Int], any Error>] = []
      for endpoint in endpoints {
        tasks.append(Task { try await client.send(endpoint) })
        while transport.requests.count < tasks.count, !Task.isCancelled { await giveWay() }
      }
      tasks.append(Task { try await client.send(.numbers, options: RequestOptions { $0.responseLimit = 9 }) })
      while transport.requests.count < tasks.count, !Task.isCancelled { await giveWay() }
      valve.open()
      for task in tasks { _ = try await task.value }
    }
  }

  @Test("A read whose progress somebody watches is sent for that watcher alone")
  func progress() async throws {
    try await ScriptedTransport.play([
      .get("/numbers", held("[1]")), .get("/numbers", held("[1]")), .get("/numbers", held("[1]")),
    ]) { transport in
      let client = try client(transport)
      let watched = RequestOptions { $0.onProgress = { _ in } }
      let tasks = [RequestOptions(), watched, watched].map { options in
        Task { try await client.send(.numbers, options: options) }
      }
      while transport.requests.count < 3, !Task.isCancelled { await giveWay() }
      valve.open()
      for task in tasks { #expect(try await task.value == [1]) }
    }
  }

  @Test("Who has less time gives up alone; who has more time than the one who started asks again")
  func deadlines() async throws {
    let clock = ManualClock()
    try await ScriptedTransport.play([
      .get("/numbers", .hang), .get("/numbers", .json("[2]")),
    ]) { transport in
      let client = try client(transport) { $0.clock = AnyClock(clock) }
      func call(_ limit: Duration) -> Task<[Int], any Error> {
        Task {
          try await client.send(.numbers, options: RequestOptions { $0.totalTimeout = limit })
        }
      }
      let leader = call(.seconds(10))
      try await waiters(1, client)
      let short = call(.seconds(5))
      let long = call(.seconds(20))
      try await waiters(3, client)
      clock.advance(by: .seconds(5))
      let first = try await httpError { _ = try await short.value }
      #expect(first.code == .timedOut)
      try await waiters(2, client)
      clock.advance(by: .seconds(5))
      let second = try await httpError { _ = try await leader.value }
      #expect(second.code == .timedOut)
      #expect(try await long.value == [2])
    }
  }

  @Test("A read after a write does not join one from before it")
  func readYourWrites() async throws {
    try await ScriptedTransport.play([
      .get("/numbers", held("[1]")), .init(.patch, "/things/1", .response(202)),
      .get("/numbers", .json("[2]")),
    ]) { transport in
      let client = try client(transport)
      let before = Task { try await client.send(.numbers) }
      // Waiting is not enough: the script wants the first read to have been sent.
      while transport.requests.isEmpty, !Task.isCancelled { await giveWay() }
      try await client.send(ChangeThing())
      #expect(try await client.send(.numbers) == [2])
      valve.open()
      #expect(try await before.value == [1])
    }
  }

  @Test("A shared failure comes to everybody, and is not kept")
  func failure() async throws {
    try await ScriptedTransport.play([
      .get(
        "/numbers",
        .perform { [valve] _ in
          await valve.pass()
          throw HTTPError(fault: .connectionLost, "broken")
        }),
      .get("/numbers", .json("[3]")),
    ]) { transport in
      let client = try client(transport)
      let tasks = (0..<3).map { _ in Task { try await client.send(.numbers) } }
      try await waiters(3, client)
      valve.open()
      for task in tasks {
        let error = try await httpError { _ = try await task.value }
        #expect(error.code == .connectionLost)
      }
      #expect(try await client.send(.numbers) == [3])
    }
  }
}
