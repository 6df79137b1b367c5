import Foundation
import HTTPTypes
import MockServerNIO
import OpenMarketMock
import Synchronization
import Testing

@Suite("Server over sockets: requests", .timeLimit(.minutes(5)))
struct RequestTests {
  @Test("a connection serves several requests")
  func keepAlive() async throws {
    try await withServer { client, _ in
      for path in ["/a", "/b?c=d"] {
        await client.send("GET \(path) HTTP/1.1\nHost: x\n\n")
        let expected = MockResponse.wire("GET \(path) ")
        #expect(await client.receive(expected.utf8.count) == expected)
      }
    }
  }

  @Test("pipelined requests get a response in order, however slow the first")
  func pipelining() async throws {
    try await withServer { client, _ in
      await client.send(
        "GET /slow HTTP/1.1\nHost: x\n\nPOST /b HTTP/1.1\nHost: x\nContent-Length: 2\n\nhiGET /c HTTP/1.1\nHost: x\n\n"
      )
      let expected = ["GET /slow ", "POST /b hi", "GET /c "].map { MockResponse.wire($0) }.joined()
      #expect(await client.receive(expected.utf8.count) == expected)
    }
  }

  @Test("a chunked body is put together, wherever it is cut")
  func chunkedBody() async throws {
    try await withServer { client, _ in
      let request = "POST /c HTTP/1.1\nHost: x\nTransfer-Encoding: chunked\n\n3\n캠\n4\n핑!\n0\n\n"
      for byte in request.replacing("\n", with: "\r\n").utf8 { await client.send(Data([byte])) }
      let expected = MockResponse.wire("POST /c 캠핑!")
      #expect(await client.receive(expected.utf8.count) == expected)
    }
  }

  @Test("a client that expects 100 Continue gets it before it sends the body")
  func expectContinue() async throws {
    try await withServer { client, _ in
      await client.send("PUT /e HTTP/1.1\nHost: x\nExpect: 100-continue\nContent-Length: 2\n\n")
      #expect(await client.receive(through: "\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n")
      await client.send("hi")
      let expected = MockResponse.wire("PUT /e hi")
      #expect(await client.receive(expected.utf8.count) == expected)
    }
  }

  @Test("a body announced too long is refused at once, without 100 Continue, and the connection closes")
  func announcedTooLong() async throws {
    try await withServer(configuration(\.maxBodyBytes, 3)) { client, _ in
      await client.send("PUT /e HTTP/1.1\nHost: x\nExpect: 100-continue\nContent-Length: 4\n\n")
      let expected = MockResponse.wire(
        "PUT /e ", status: "413 Content Too Large", extra: "Connection: close\r\n")
      #expect(await client.receive(expected.utf8.count) == expected)
      client.finishSending()
      #expect(await client.receiveToEnd() == ("", .closed))
    }
  }

  @Test("a chunked body that grows too long is cut off at the limit")
  func chunkedTooLong() async throws {
    try await withServer(configuration(\.maxBodyBytes, 3)) { client, _ in
      await client.send("PUT /e HTTP/1.1\nHost: x\nTransfer-Encoding: chunked\n\n2\nab\n2\ncd\n")
      let expected = MockResponse.wire(
        "PUT /e abc", status: "413 Content Too Large", extra: "Connection: close\r\n")
      #expect(await client.receive(expected.utf8.count) == expected)
    }
  }

  @Test("a client that sends on after a refusal still reads the response, not a reset")
  func refusedWhileSending() async throws {
    try await withServer { client, _ in
      let body = Data(count: 20 << 20)
      await client.send("PUT /big HTTP/1.1\nHost: x\nContent-Length: \(body.count)\n\n")
      #expect(await client.send(body) == body.count)
      client.finishSending()
      let (text, ending) = await client.receiveToEnd()
      #expect(text.hasPrefix("HTTP/1.1 413 "))
      #expect(ending == .closed)
    }
  }

  @Test("a sink takes a body of any length and nothing is collected")
  func sink() async throws {
    let poured = Atomic(0)
    let sink: @Sendable (Data) -> Void = { poured.add($0.count, ordering: .relaxed) }
    try await withServer(configuration(\.bodySink, sink)) { client, _ in
      let body = Data(count: 10 << 20)
      await client.send("PUT /sink HTTP/1.1\nHost: x\nContent-Length: \(body.count)\n\n")
      await client.send(body)
      let expected = MockResponse.wire("PUT /sink ")
      #expect(await client.receive(expected.utf8.count) == expected)
    }
    #expect(poured.load(ordering: .relaxed) == 10 << 20)
  }

  @Test(
    "what is not well-formed HTTP is refused and the connection closes",
    arguments: [
      ("rubbish\n\n", 400),
      ("GET /\n\n", 505),
      ("GET / HTTP/1.1\n\n", 400),
      ("GET / HTTP/1.1\nHost x\n\n", 400),
      ("GET / HTTP/1.1\nHost: x\nHost: x\n\n", 400),
      ("GET / HTTP/1.1\nHost: x\nBad Name: 1\n\n", 400),
      ("GET / HTTP/1.1\nHost: x\nNul: \0\n\n", 400),
      ("POST / HTTP/1.1\nHost: x\nContent-Length: -1\n\n", 400),
      ("POST / HTTP/1.1\nHost: x\nContent-Length: 1, 2\n\n", 400),
      ("POST / HTTP/1.1\nHost: x\nContent-Length: 2\nTransfer-Encoding: chunked\n\n0\n\n", 400),
      ("POST / HTTP/1.1\nHost: x\nTransfer-Encoding: chunked\n\nzz\n", 400),
      ("GET / HTTP/3.0\nHost: x\n\n", 505),
      ("GET / HTTP/1.1\nHost: x\nLong: \(String(repeating: "a", count: 70_000))\n\n", 431),
      ("GET / HTTP/1.1\nHost: x\n\(String(repeating: "a: b\n", count: 20_000))\n", 431),
    ])
  func malformed(request: String, status: Int) async throws {
    try await withServer { client, _ in
      await client.send(request)
      client.finishSending()
      let (text, ending) = await client.receiveToEnd()
      #expect(text.hasPrefix("HTTP/1.1 \(status) "))
      #expect(text.contains("Connection: close\r\n"))
      #expect(text.hasSuffix("}") && text.contains(#"{"code":\#(status),"message":"#))
      #expect(ending == .closed)
    }
  }

  @Test("rubbish after a good request is refused in its turn")
  func rubbishLater() async throws {
    try await withServer { client, _ in
      await client.send("GET /slow HTTP/1.1\nHost: x\n\nrubbish\n\n")
      let text = await client.receive(through: "}")
      #expect(text.hasPrefix(MockResponse.wire("GET /slow ") + "HTTP/1.1 400 Bad Request\r\n"))
    }
  }

  @Test("an absolute target is split; Host becomes the authority; other fields stay as they came")
  func fields() async throws {
    try await withServer { request in
      let fields = request.head.headerFields.map { "\($0.name.rawName)=\($0.value)" }
      return MockResponse(
        text: "\(request.head.authority ?? "") \(request.head.path ?? "") \(fields) \(request.isLoopback)")
    } body: { client, _ in
      await client.send("GET http://y:1/p?q HTTP/1.1\nhost: x\nB: 1\na: 2\nb: 3\n\n")
      let expected = MockResponse.wire(#"y:1 /p?q ["B=1", "a=2", "b=3"] true"#)
      #expect(await client.receive(expected.utf8.count) == expected)
    }
  }

  @Test(
    "the connection is kept or closed as the request says",
    arguments: [
      ("GET / HTTP/1.1\nHost: x\nConnection: close\n\n", "Connection: close\r\n"),
      ("GET / HTTP/1.0\n\n", "Connection: close\r\n"),
      ("GET / HTTP/1.0\nConnection: keep-alive\n\n", "Connection: keep-alive\r\n"),
      ("GET / HTTP/1.1\nHost: x\nConnection: Upgrade\nUpgrade: h2c\n\n", "Connection: close\r\n"),
      ("CONNECT x:1 HTTP/1.1\nHost: x\n\n", "Connection: close\r\n"),
    ])
  func connectionField(request: String, field: String) async throws {
    try await withServer { _ in
      MockResponse(text: "ok")
    } body: { client, _ in
      await client.send(request)
      let expected = MockResponse.wire("ok", extra: field)
      #expect(await client.receive(expected.utf8.count) == expected)
      if field.contains("close") {
        #expect(await client.receiveToEnd() == ("", .closed))
      } else {
        await client.send(request)
        #expect(await client.receive(expected.utf8.count) == expected)
      }
    }
  }

  @Test("a client that keeps the server waiting for a head is cut off, however steadily it drips")
  func slowHead() async throws {
    var configuration = configuration(\.idleTimeout, .milliseconds(50))
    // No other reason to be cut off.
    configuration.maxHeaderBytes = 1 << 40
    try await withServer(configuration) { client, _ in
      await client.send("GET / HTTP/1.1\nHost: x\nSlow: ")
      while await client.send("a") > 0 { try Task.checkCancellation() }
    }
  }

  @Test("a client that stops in the middle of a body is cut off")
  func stalledBody() async throws {
    try await withServer(configuration(\.idleTimeout, .milliseconds(50))) { client, _ in
      await client.send("POST / HTTP/1.1\nHost: x\nContent-Length: 2\n\na")
      // A reset when the server was too busy to read the "a" first.
      let (text, ending) = await client.receiveToEnd()
      #expect(text == "" && ending != .timedOut)
    }
  }

  @Test("a client that closes its half after the request still gets the response")
  func halfClosed() async throws {
    try await withServer { client, _ in
      await client.send("GET /slow HTTP/1.1\nHost: x\n\nGET /b HTTP/1.1\nHost: x\n\n")
      client.finishSending()
      let expected = MockResponse.wire("GET /slow ") + MockResponse.wire("GET /b ")
      #expect(await client.receiveToEnd() == (expected, .closed))
    }
  }

  @Test("a client that goes away cancels the handler")
  func disconnect() async throws {
    let (started, start) = AsyncStream.makeStream(of: Void.self)
    let (cancelled, cancel) = AsyncStream.makeStream(of: Bool.self)
    try await withServer { _ in
      start.finish()
      for await _ in AsyncStream.makeStream(of: Never.self).stream {}  // until it is cancelled
      cancel.yield(Task.isCancelled)
      return MockResponse(text: "")
    } body: { client, _ in
      await client.send("GET / HTTP/1.1\nHost: x\n\n")
      for await _ in started {}
      client.close()
      #expect(await cancelled.first { _ in true } == true)
    }
  }
}
