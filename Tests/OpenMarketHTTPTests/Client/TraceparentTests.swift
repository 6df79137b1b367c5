import Foundation
import HTTPTypes
import OpenMarketMock
import OpenMarketPacing
import OpenMarketTestSupport
import Testing

@testable import OpenMarketHTTP

@Suite("The trace that a request belongs to") struct TraceparentTests {
  private let trace = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
  private var options: RequestOptions { RequestOptions { $0.traceparent = trace } }

  @Test("Every attempt of a call sends the same trace, and a call without one sends none")
  func attempts() async throws {
    let clock = ManualClock()
    try await ScriptedTransport.play([
      .get("/numbers", .response(503)), .get("/numbers", .json("[7]")), .get("/numbers", .json("[]")),
    ]) { transport in
      let client = try plainClient(transport) {
        $0.clock = AnyClock(clock)
        $0.maxAttempts = 3
      }
      let task = Task { try await client.send(.numbers, options: options) }
      await clock.sleepers(atLeast: 1)
      clock.advance(by: .seconds(30))
      _ = try await task.value
      _ = try await client.send(.numbers)
      let sent = transport.requests.map { $0.head.headerFields[values: .traceparent] }
      #expect(sent == [[trace], [trace], []])
    }
  }

  @Test("Another host gets no trace, neither by its address nor by a redirect")
  func otherHosts() async throws {
    try await ScriptedTransport.play([
      .get("/a.jpg", .response(200)),
      .get("/numbers", .response(302, [.location: "http://b.example/numbers"])),
      .get("/numbers", .json("[]")),
    ]) { transport in
      let client = try plainClient(transport) { $0.maxRedirects = 5 }
      _ = try await client.data(from: #require(URL(string: "http://images.example/a.jpg")), options: options)
      _ = try await client.send(.numbers, options: options)
      #expect(transport.requests.map { $0.head.headerFields[.traceparent] } == [nil, trace, nil])
    }
  }

  @Test(
    "What is no trace of version 00 is refused before anything is sent",
    arguments: [
      "", "00", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7", "Z",
      "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
      "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
      "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
      "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
      "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01\r\nX: 1",
      "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more",
    ])
  func refused(text: String) async throws {
    try await ScriptedTransport.play([]) { transport in
      let client = try plainClient(transport)
      let error = await #expect(throws: HTTPError.self) {
        try await client.send(.numbers, options: RequestOptions { $0.traceparent = text })
      }
      #expect(error?.code == .invalidInput)
    }
  }

  @Test("Identical reads of different traces share one request")
  func shared() async throws {
    let other = "00-4bf92f3577b34da6a3ce929d0e0e4737-00f067aa0ba902b7-01"
    // On a busy machine the second read came more than three seconds after the first.
    let sharing = SharingMiddleware(clock: AnyClock(ManualClock()))
    let head = HTTPRequest(method: .get, scheme: "http", authority: "market.test", path: "/")
    let requests = [trace, other].map { trace in
      var request = TransportRequest(head: head)
      request.head.headerFields[.traceparent] = trace
      return request
    }
    let (held, release) = AsyncStream<Void>.makeStream()
    let first = Task {
      try await sharing.intercept(requests[0]) { _ in
        for await _ in held {}
        return TransportResponse(head: HTTPResponse(status: .ok), body: .data(Data("1".utf8)))
      }
    }
    while sharing.waiterCount(for: requests[1]) < 1, !Task.isCancelled { await giveWay() }
    let second = Task {
      try await sharing.intercept(requests[1]) { _ in throw CancellationError() }
    }
    while sharing.waiterCount(for: requests[1]) < 2, !Task.isCancelled { await giveWay() }
    release.finish()
    for task in [first, second] {
      #expect(try await task.value.body.collected(upTo: 10) == Data("1".utf8))
    }
  }
}
