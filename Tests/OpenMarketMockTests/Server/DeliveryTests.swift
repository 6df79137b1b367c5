import Foundation
import HTTPTypes
import MockServerNIO
import OpenMarketMock
import Testing

@Suite("Server over sockets: responses and faults", .timeLimit(.minutes(5)))
struct DeliveryTests {
  private static let close = "Connection: close\r\n"

  @Test(
    "every delivery sends exactly its bytes and ends as it says",
    arguments: [
      (MockResponse.Delivery.reset, "", RawClient.Ending.reset),
      (.close, "", .closed),
      (.garbage, "\u{1}\u{2}\u{3} this is not HTTP \u{4}\r\n\r\n", .closed),
      (.truncate(afterBytes: 4), String(MockResponse.wire("0123456789", extra: close).dropLast(6)), .closed),
      (.truncate(afterBytes: 0), String(MockResponse.wire("0123456789", extra: close).dropLast(10)), .closed),
      (.truncate(afterBytes: 99), MockResponse.wire("0123456789", extra: close), .closed),
      (.resetMidBody(afterBytes: 4), String(MockResponse.wire("0123456789").dropLast(6)), .reset),
    ])
  func fault(delivery: MockResponse.Delivery, bytes: String, ending: RawClient.Ending) async throws {
    try await withServer { _ in
      MockResponse(text: "0123456789", delivery: delivery)
    } body: { client, _ in
      await client.send("GET / HTTP/1.1\nHost: x\n\n")
      #expect(await client.receiveToEnd() == (bytes, ending))
    }
  }

  @Test("dripping sends the whole body, a piece at a time, and keeps the connection")
  func drip() async throws {
    try await withServer { _ in
      MockResponse(text: "0123456789", delivery: .drip(chunk: 3, every: .milliseconds(1)))
    } body: { client, _ in
      for _ in 0..<2 {
        await client.send("GET / HTTP/1.1\nHost: x\n\n")
        let expected = MockResponse.wire("0123456789")
        #expect(await client.receive(expected.utf8.count) == expected)
      }
    }
  }

  @Test("a pause lies between the pieces of a drip")
  func dripDelays() async throws {
    try await withServer { _ in
      MockResponse(text: "0123456789", delivery: .drip(chunk: 3, every: .seconds(3_600)))
    } body: { client, server in
      await client.send("GET / HTTP/1.1\nHost: x\n\n")
      let expected = String(MockResponse.wire("0123456789").dropLast(7))
      #expect(await client.receive(expected.utf8.count) == expected)
      try await server.stop()
      #expect(await client.receiveToEnd().text == "")
    }
  }

  @Test("a hanging response sends nothing until the client gives up, which frees the connection")
  func hang() async throws {
    try await withServer { _ in
      MockResponse(text: "never", delivery: .hang)
    } body: { client, _ in
      await client.send("GET / HTTP/1.1\nHost: x\n\n")
      client.finishSending()
      #expect(await client.receiveToEnd() == ("", .closed))
    }
  }

  @Test("a delay is waited before the response, and does not hold up a stop")
  func delay() async throws {
    try await withServer { request in
      var response = MockResponse(text: "late")
      response.delay = request.head.path == "/short" ? .milliseconds(1) : .seconds(3_600)
      return response
    } body: { client, server in
      await client.send("GET /short HTTP/1.1\nHost: x\n\n")
      let expected = MockResponse.wire("late")
      #expect(await client.receive(expected.utf8.count) == expected)
      await client.send("GET /long HTTP/1.1\nHost: x\n\n")
      try await server.stop()
      #expect(await client.receiveToEnd().text == "")
    }
  }

  @Test(
    "responses without a body carry a length only where there is one to tell",
    arguments: [
      ("HEAD", 200, "0123", "Content-Length: 4\r\n"),
      ("HEAD", 200, "", ""),
      ("HEAD", 404, "0123", "Content-Length: 4\r\n"),
      ("GET", 304, "", ""),
      ("GET", 304, "0123", "Content-Length: 4\r\n"),
      ("GET", 204, "", ""),
      ("GET", 204, "0123", ""),
      ("DELETE", 200, "", "Content-Length: 0\r\n"),
    ])
  func withoutBody(method: String, status: Int, body: String, field: String) async throws {
    try await withServer { _ in
      MockResponse(text: body, status: .init(code: status, reasonPhrase: "So"))
    } body: { client, _ in
      await client.send("\(method) / HTTP/1.1\nHost: x\n\nGET /next HTTP/1.0\n\n")
      let text = await client.receiveToEnd().text
      #expect(text.hasPrefix("HTTP/1.1 \(status) So\r\nContent-Type: text/plain\r\n\(field)\r\nHTTP/1.1 "))
    }
  }

  @Test("a handler that asks for chunks gets them, cut where the delivery says")
  func chunks() async throws {
    try await withServer { request in
      var response = MockResponse(text: "0123456789")
      response.head.headerFields[.transferEncoding] = "chunked"
      response.delivery =
        request.head.path == "/cut" ? .truncate(afterBytes: 4) : .drip(chunk: 6, every: .milliseconds(1))
      return response
    } body: { client, _ in
      let head = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\n"
      await client.send("GET / HTTP/1.1\nHost: x\n\n")
      #expect(
        await client.receive(through: "0\r\n\r\n")
          == head + "\r\n6\r\n012345\r\n4\r\n6789\r\n0\r\n\r\n")
      await client.send("GET /cut HTTP/1.1\nHost: x\n\n")
      #expect(await client.receiveToEnd() == (head + Self.close + "\r\n4\r\n0123\r\n", .closed))
    }
  }

  @Test("chunks are not sent to HTTP/1.0; the end of the connection is the end of the body")
  func noChunksForHTTP10() async throws {
    try await withServer { _ in
      var response = MockResponse(text: "0123456789")
      response.head.headerFields[.transferEncoding] = "chunked"
      return response
    } body: { client, _ in
      await client.send("GET / HTTP/1.0\n\n")
      #expect(
        await client.receiveToEnd()
          == (MockResponse.wire("0123456789", extra: Self.close), .closed))
    }
  }

  @Test("a handler's fields go out as they are: repeated, in order, in their spelling")
  func repeatedFields() async throws {
    try await withServer { _ in
      var response = MockResponse(text: "")
      for (name, value) in [("eTAG", "1"), ("x", "2"), ("Etag", "3")] {
        guard let name = HTTPField.Name(name) else { continue }
        response.head.headerFields.append(HTTPField(name: name, value: value))
      }
      return response
    } body: { client, _ in
      await client.send("GET / HTTP/1.1\nHost: x\n\n")
      #expect(
        await client.receive(through: "\r\n\r\n")
          == "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\neTAG: 1\r\nx: 2\r\nEtag: 3\r\nContent-Length: 0\r\n\r\n"
      )
    }
  }

  @Test("a handler's own length is announced, and one that lies ends the connection")
  func announcedLength() async throws {
    try await withServer { _ in
      var response = MockResponse(text: "0123")
      response.head.headerFields[.contentLength] = "1073741824"
      return response
    } body: { client, _ in
      await client.send("GET / HTTP/1.1\nHost: x\n\n")
      let expected =
        "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 1073741824\r\n\(Self.close)\r\n0123"
      #expect(await client.receiveToEnd() == (expected, .closed))
    }
  }

  @Test("a body larger than every buffer arrives whole, also when the client reads late")
  func largeBody() async throws {
    // Blocks that differ, so that pieces in a wrong order are seen.
    let body = (0..<5_120).reduce(into: Data()) { $0.append(Data(repeating: UInt8($1 % 251), count: 4_096)) }
    try await withServer { _ in
      MockResponse(head: HTTPResponse(status: .ok), body: body)
    } body: { client, _ in
      await client.send("GET / HTTP/1.1\nHost: x\n\nGET / HTTP/1.0\n\n")
      #expect(await client.receive(through: "\r\n\r\n").hasSuffix("Content-Length: \(body.count)\r\n\r\n"))
      #expect(await client.receiveBytes(body.count) == body)
      _ = await client.receive(through: "\r\n\r\n")
      #expect(await client.receiveBytes(body.count) == body)
      #expect(await client.receiveToEnd() == ("", .closed))
    }
  }

  @Test("a client that does not read is cut off")
  func stalledReader() async throws {
    let body = Data(count: 20 << 20)
    try await withServer(configuration(\.idleTimeout, .milliseconds(50))) { _ in
      MockResponse(head: HTTPResponse(status: .ok), body: body)
    } body: { client, server in
      await client.send("GET / HTTP/1.1\nHost: x\n\n")
      #expect(await client.isHungUp())
    }
  }
}
