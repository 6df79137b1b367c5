import Foundation
import HTTPTypes
import MockServerNIO
import OpenMarketMock
import Synchronization
import Testing

@testable import OpenMarketHTTP

@Suite("Connections are shared and limited", .overEachTransport, .namingTransport, .timeLimit(.minutes(5)))
struct TransportPoolTests {
  @Test("200 requests at once keep to the limit per host")
  func limit() async throws {
    let traffic = Mutex((arrived: 0, inside: 0, most: 0))
    let (allThere, tell) = AsyncStream.makeStream(of: Never.self)
    try await withServer { _ in
      let isFourth = traffic.withLock {
        $0.arrived += 1
        $0.inside += 1
        $0.most = max($0.most, $0.inside)
        return $0.arrived == 4
      }
      // The first four wait for each other, so that as many are under way as may be.
      if isFourth { tell.finish() }
      for await _ in allThere {}
      traffic.withLock { $0.inside -= 1 }
      return MockResponse(text: "abc")
    } _: { server in
      var configuration = TransportSettings()
      configuration.connectionsPerHost = 4
      let transport = makeTransport(configuration)
      try await withThrowingTaskGroup { group in
        for _ in 0..<200 {
          group.addTask {
            try await transport.send(TransportRequest(.get, server.url)).body.text()
          }
        }
        for try await text in group { #expect(text == "abc") }
      }
      #expect(traffic.withLock { $0.most } == 4)
      #expect(traffic.withLock { $0.arrived } == 200)
    }
  }

  @Test("Connections close when the transport is released")
  func release() async throws {
    let response = "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc"
    try await withWire(response, then: .keepOpen) { server in
      _ = try await makeTransport().send(TransportRequest(.get, server.url))
      await server.connectionEnded()
    }
  }

  @Test("Connections that a task's requests leave open can be closed, whatever wraps the transport")
  func closing() async throws {
    struct Signing: HTTPTransport {
      let base: any HTTPTransport
      func send(_ request: TransportRequest) async throws -> TransportResponse {
        try await base.send(request)
      }
    }
    let response = "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc"
    try await withWire(response, then: .keepOpen) { server in
      let (transport, kept) = (Signing(base: makeTransport()), KeptConnections())
      for count in 1...2 {
        try await KeptConnections.$current.withValue(kept) {
          for _ in 0..<3 { _ = try await transport.send(TransportRequest(.get, server.url)) }
        }
        #expect(server.connectionCount == count)
        kept.close()
        await server.connectionEnded()
      }
    }
  }

  @Test(
    "A request that may have had an effect is not sent again when a reused connection breaks",
    arguments: [HTTPRequest.Method.post, .put, .patch, .delete], [MockResponse.Delivery.close, .reset])
  func noResending(method: HTTPRequest.Method, delivery: MockResponse.Delivery) async throws {
    for body in [RequestBody.none, .data(Data()), .data(Data("{}".utf8)), .data(Data(count: 300_000))] {
      let paths = Recorder<String?>()
      try await withServer { request in
        paths.record(request.head.path)
        return MockResponse(delivery: request.head.path == "/warm" ? .normal : delivery)
      } _: { server in
        let transport = makeTransport()
        _ = try await transport.send(TransportRequest(.get, server.url, "/warm"))
        let error = try await transportError {
          _ = try await transport.send(TransportRequest(method, server.url, "/effect", body: body))
        }
        #expect(error.fault == .connectionLost)
      }
      #expect(paths.all == ["/warm", "/effect"])
    }
  }

  @Test("A stream goes on after its transport was released")
  func streamOutlives() async throws {
    try await withServer { _ in
      MockResponse(body: Data(count: 300_000), delivery: .drip(chunk: 100_000, every: .milliseconds(20)))
    } _: { server in
      var request = TransportRequest(.get, server.url)
      request.destination = .stream
      let response = try await makeTransport().send(request)
      #expect(try await response.body.bytes().count == 300_000)
    }
  }
}
