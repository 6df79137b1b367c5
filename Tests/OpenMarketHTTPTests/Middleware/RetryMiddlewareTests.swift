import Foundation
import HTTPTypes
import OpenMarketMock
import OpenMarketPacing
import OpenMarketTestSupport
import Testing

@testable import OpenMarketHTTP

@Suite struct RetryMiddlewareTests {
  private func client(
    _ transport: ScriptedTransport, _ clock: ManualClock,
    configure: (inout HTTPClient.Configuration) -> Void = { _ in }
  ) throws -> HTTPClient {
    try plainClient(transport) {
      $0.clock = AnyClock(clock)
      $0.maxAttempts = 3
      $0.time.jitter = { 0.5 }
      configure(&$0)
    }
  }

  @Test("A read is retried after each delay, with the same bytes, and then responses")
  func succeeds() async throws {
    let clock = ManualClock()
    try await ScriptedTransport.play([
      .get("/numbers", .fail(.connectionLost)), .get("/numbers", .response(503)),
      .get("/numbers", .json("[7]")),
    ]) { transport in
      let client = try client(transport, clock)
      let task = Task { try await client.send(.numbers) }
      await clock.sleepers(atLeast: 1)
      #expect(transport.requests.count == 1)
      clock.advance(by: .milliseconds(250))
      await clock.sleepers(atLeast: 1)
      #expect(transport.requests.count == 2)
      clock.advance(by: .milliseconds(500))
      #expect(try await task.value == [7])
      #expect(Set(transport.requests.map(\.head)).count == 1)
    }
  }

  @Test("After a date in Retry-After the retry waits for a random part of the longest delay more")
  func date() async throws {
    let clock = ManualClock()
    let fields: HTTPFields = [
      .date: "Sun, 06 Nov 1994 08:49:30 GMT", .retryAfter: "Sun, 06 Nov 1994 08:49:37 GMT",
    ]
    try await ScriptedTransport.play([
      .get("/numbers", .response(503, fields)), .get("/numbers", .json("[7]")),
    ]) { transport in
      let client = try client(transport, clock)
      let task = Task { try await client.send(.numbers) }
      await clock.sleepers(atLeast: 1)
      clock.advance(by: .milliseconds(21_999))
      #expect(transport.requests.count == 1)
      clock.advance(by: .milliseconds(1))
      #expect(try await task.value == [7])
    }
  }

  @Test("After the last attempt its error comes out, with the number of attempts")
  func exhausted() async throws {
    try await ScriptedTransport.play([
      .get("/numbers", .response(500)), .get("/numbers", .response(502)),
      .get("/numbers", .response(503, [.retryAfter: "9"])),
    ]) { transport in
      let client = try client(transport, ManualClock()) { $0.time.jitter = { 0 } }
      let error = try await httpError { _ = try await client.send(.numbers) }
      #expect(error.status == .serviceUnavailable)
      #expect(error.attempts == 3)
      #expect(error.retryAfter == .seconds(9))
    }
  }

  @Test("Without enough time for the pause the call ends at once with the last error, not with a timeout")
  func noTime() async throws {
    let clock = ManualClock()
    try await ScriptedTransport.play([.get("/numbers", .response(429, [.retryAfter: "61"]))]) { transport in
      let client = try client(transport, clock) { $0.totalTimeout = .seconds(60) }
      let error = try await httpError { _ = try await client.send(.numbers) }
      #expect(error.code == .rateLimited)
      #expect(error.retryAfter == .seconds(61))
      #expect(clock.elapsed == .zero)
    }
  }

  @Test("A write without a key is sent once, with a key again", arguments: [nil, "key"])
  func writes(key: String?) async throws {
    let script: [ScriptedTransport.Stub] = [
      .init(.post, "/things", .fail(.connectionLost)), .init(.post, "/things", .response(201)),
    ]
    try await ScriptedTransport.play(key == nil ? [script[0]] : script) { transport in
      let client = try client(transport, ManualClock()) { $0.time.jitter = { 0 } }
      let options = RequestOptions { $0.idempotencyKey = key }
      if key != nil {
        try await client.send(AddThing(), options: options)
        #expect(transport.requests.map { $0.head.headerFields[.idempotencyKey] } == ["key", "key"])
      } else {
        let error = try await httpError { try await client.send(AddThing(), options: options) }
        #expect(error.code == .connectionLost)
      }
    }
  }

  @Test("An attempt that hangs ends at its own deadline and the next one gets the rest of the call's")
  func hangingTry() async throws {
    let clock = ManualClock()
    try await ScriptedTransport.play([.get("/numbers", .hang), .get("/numbers", .json("[1]"))]) { transport in
      let client = try client(transport, clock) {
        $0.time.jitter = { 0 }
        $0.attemptTimeout = .seconds(30)
        $0.totalTimeout = .seconds(40)
      }
      let origin = client.clock.now
      let task = Task { try await client.send(.numbers) }
      await clock.sleepers(atLeast: 2)
      clock.advance(by: .seconds(30))
      #expect(try await task.value == [1])
      let deadlines = transport.requests.map { $0.deadline.map { origin.duration(to: $0) } }
      #expect(deadlines == [.seconds(30), .seconds(40)])
    }
  }

  @Test("Cancelling during a delay ends the call without another attempt")
  func cancelledDelay() async throws {
    let clock = ManualClock()
    try await ScriptedTransport.play([.get("/numbers", .response(503))]) { transport in
      let client = try client(transport, clock)
      let task = Task { try await client.send(.numbers) }
      await clock.sleepers(atLeast: 1)
      task.cancel()
      await #expect(throws: CancellationError.self) { _ = try await task.value }
    }
  }
}
