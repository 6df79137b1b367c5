import Foundation
import HTTPTypes
import MockServerNIO
import OpenMarketMock
import Testing

@Suite("Server over sockets: start and stop", .timeLimit(.minutes(5)))
struct LifeTests {
  @Test("the address names the port that was bound, also for IPv6")
  func url() async throws {
    for (host, prefix) in [("127.0.0.1", "http://127.0.0.1:"), ("::1", "http://[::1]:")] {
      var configuration = MockServer.Configuration()
      configuration.host = host
      let server = try await MockServer.start(configuration: configuration, responding: echo)
      #expect(server.url.absoluteString.hasPrefix(prefix))
      #expect(server.url.port != 0)
      try await server.stop()
    }
  }

  @Test("a port in use is named, and is free again after a stop with open connections")
  func portInUse() async throws {
    let first = try await MockServer.start(responding: echo)
    var configuration = MockServer.Configuration()
    configuration.port = try #require(first.url.port)
    let error = await #expect(throws: MockServerError.self) {
      try await MockServer.start(configuration: configuration, responding: echo)
    }
    #expect(error?.code == .addressInUse)
    #expect(error?.message.contains("port \(configuration.port) on 127.0.0.1 is in use") == true)

    let client = try RawClient(first.url)
    await client.send("GET / HTTP/1.1\nHost: x\n\n")
    _ = await client.receive(1)
    try await first.stop()
    let second = try await MockServer.start(configuration: configuration, responding: echo)
    #expect(second.url == first.url)
    try await second.stop()
  }

  @Test(
    "an address that cannot be listened on says what to do",
    arguments: [
      ("127.0.0.1", 65_536, "65536 is not a port; use 1 to 65535, or 0 for a free one"),
      ("127.0.0.1", -1, "-1 is not a port; use 1 to 65535, or 0 for a free one"),
      ("192.0.2.1", 0, "192.0.2.1 is not an address of this machine; use 127.0.0.1, or 0.0.0.0 for all"),
      (
        "no such host", 0, "no such host is not an address of this machine; use 127.0.0.1, or 0.0.0.0 for all"
      ),
    ])
  func invalidAddress(host: String, port: Int, message: String) async throws {
    var configuration = MockServer.Configuration()
    (configuration.host, configuration.port) = (host, port)
    let error = await #expect(throws: MockServerError.self) {
      try await MockServer.start(configuration: configuration, responding: echo)
    }
    #expect(error?.code == .invalidAddress)
    #expect(error?.message == message)
  }

  @Test("a stop closes idle, working and hanging connections and cancels their handlers")
  func stop() async throws {
    let (started, start) = AsyncStream.makeStream(of: Void.self)
    let (cancelled, cancel) = AsyncStream.makeStream(of: Bool.self)
    let server = try await MockServer.start { request in
      start.yield()
      if request.head.path == "/hang" { return MockResponse(text: "", delivery: .hang) }
      for await _ in AsyncStream.makeStream(of: Never.self).stream {}  // until it is cancelled
      cancel.yield(Task.isCancelled)
      return MockResponse(text: "")
    }
    let clients = try (0..<3).map { _ in try RawClient(server.url) }
    await clients[0].send("GET /hang HTTP/1.1\nHost: x\n\n")
    await clients[1].send("GET /sleep HTTP/1.1\nHost: x\n\n")
    var requests = started.makeAsyncIterator()
    for _ in 0..<2 { await requests.next() }

    try await server.stop()
    for client in clients { #expect(await client.receiveToEnd().text == "") }
    #expect(await cancelled.first { _ in true } == true)
    #expect(throws: POSIXError.self) { try RawClient(server.url) }
    try await server.stop()
  }
}
