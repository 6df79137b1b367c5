import Foundation
import HTTPTypes
import MockServerNIO
import OpenMarketMock
import Testing

@testable import OpenMarketHTTP

@Suite(
  "Faults of the wire arrive as the same transport errors everywhere", .overEachTransport, .namingTransport,
  .timeLimit(.minutes(5)))
struct TransportFaultTests {
  struct Fault: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var delivery: MockResponse.Delivery
    var code: TransportFault
    var fields: HTTPFields = [:]

    init(
      _ name: String, _ delivery: MockResponse.Delivery, _ code: TransportFault, fields: HTTPFields = [:]
    ) {
      (testDescription, self.delivery, self.code, self.fields) = (name, delivery, code, fields)
    }
  }

  static let faults = [
    Fault("reset before the head", .reset, .connectionLost),
    Fault("reset in the body", .resetMidBody(afterBytes: 10), .connectionLost),
    Fault("closed without a response", .close, .connectionLost),
    Fault("closed in the body", .truncate(afterBytes: 10), .truncatedBody),
    Fault(
      "closed in a chunked body", .truncate(afterBytes: 10), .truncatedBody,
      fields: [.transferEncoding: "chunked"]),
    Fault("not HTTP", .garbage, .invalidResponse),
    Fault("silence", .hang, .idleTimeout),
    Fault("silence in the body", .drip(chunk: 50_000, every: .seconds(3_600)), .idleTimeout),
    Fault("unknown content encoding", .normal, .invalidResponse, fields: [.contentEncoding: "x-rot13"]),
    Fault("broken gzip", .normal, .invalidResponse, fields: [.contentEncoding: "gzip"]),
  ]

  @Test("A fault of the mock has its code", arguments: faults, [HTTPRequest.Method.get, .post])
  func faultOfTheMock(fault: Fault, method: HTTPRequest.Method) async throws {
    var configuration = TransportSettings()
    // Short only where silence is the fault: a busy machine must not turn another fault into it.
    if fault.code == .idleTimeout { configuration.idleTimeout = .milliseconds(600) }
    let transport = makeTransport(configuration)
    try await withServer { _ in
      MockResponse(.ok, fault.fields, body: Data(count: 100_000), delivery: fault.delivery)
    } _: { server in
      let error = try await transportError {
        _ = try await transport.send(
          TransportRequest(method, server.url, body: method == .get ? .none : .data(Data("{}".utf8))))
      }
      #expect(error.fault == fault.code, "\(error)")
    }
  }

  static let malformed: [(String, TransportFault)] = [
    ("200 OK\r\nContent-Length: -5\r\n\r\nabcde", .invalidResponse),
    ("200 OK\r\nContent-Length: five\r\n\r\nabcde", .invalidResponse),
    ("200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n", .invalidResponse),
    ("200 OK\r\nTransfer-Encoding: chunked\r\n\r\nfffffffffffffffffffff\r\n", .invalidResponse),
    ("20 OK\r\nContent-Length: 0\r\n\r\n", .invalidResponse),
    ("099 OK\r\nContent-Length: 0\r\n\r\n", .invalidResponse),
    ("9999 OK\r\nContent-Length: 0\r\n\r\n", .invalidResponse),
    ("200 OK\r\nno colon\r\nContent-Length: 0\r\n\r\n", .invalidResponse),
    ("200 OK\r\nA: b\0c\r\nContent-Length: 0\r\n\r\n", .invalidResponse),
    ("200 OK\r\nContent-Length: 1000000000\r\n\r\n", .responseTooLarge),
  ]

  @Test("A malformed response has its code", arguments: malformed)
  func malformedResponse(response: String, code: TransportFault) async throws {
    let transport = makeTransport()
    try await withWire("HTTP/1.1 \(response)") { server in
      let error = try await transportError {
        _ = try await transport.send(TransportRequest(.get, server.url))
      }
      #expect(error.fault == code, "\(error)")
    }
  }

  @Test("A response with two lengths is none")
  func twoLengths() async throws {
    let transport = makeTransport()
    try await withWire("HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nabcde") { server in
      let error = try await transportError {
        _ = try await transport.send(TransportRequest(.get, server.url))
      }
      // URLSession believes the second.
      #expect(error.fault == .invalidResponse || error.fault == .truncatedBody, "\(error)")
    }
  }

  @Test("Nobody at the address: cannotConnect")
  func refused() async throws {
    let server = try await WireServer.start(responding: "")
    try await server.stop()
    let error = try await transportError {
      _ = try await makeTransport().send(TransportRequest(.get, server.url))
    }
    #expect(error.fault == .cannotConnect, "\(error)")
  }

  @Test("An unknown name: cannotResolve, whatever words the name contains")
  func unresolvable() async throws {
    let url = try #require(URL(string: "http://ssl-header.invalid"))
    let error = try await transportError {
      _ = try await makeTransport().send(TransportRequest(.get, url))
    }
    #expect(error.fault == .cannotResolve, "\(error)")
  }

  @Test("A server that speaks no TLS: insecure")
  func noTLS() async throws {
    try await withServer { _ in
      MockResponse()
    } _: { server in
      var request = TransportRequest(.get, server.url)
      request.head.scheme = "https"
      let error = try await transportError { _ = try await makeTransport().send(request) }
      #expect(error.fault == .insecure, "\(error)")
    }
  }

  @Test("A handshake of TLS that the other end cuts off is no fault of a certificate: nothing was sent")
  func cutHandshake() async throws {
    try await withWire("") { server in
      var request = TransportRequest(.delete, server.url)
      request.head.scheme = "https"
      let error = try await transportError { _ = try await makeTransport().send(request) }
      #expect(error.fault == .cannotConnect, "\(error)")
    }
  }

  @Test("A connection lost after another address of the name refused is not called refused")
  func lostAfterRefusal() async throws {
    // Where ::1 comes first for localhost, it refuses; the server listens on 127.0.0.1 only.
    try await withServer { _ in
      MockResponse(delivery: .close)
    } _: { server in
      let url = try #require(URL(string: "http://localhost:\(server.url.port ?? 0)"))
      let error = try await transportError {
        _ = try await makeTransport().send(TransportRequest(.post, url, body: .data(Data("{}".utf8))))
      }
      #expect(error.fault == .connectionLost, "\(error)")
    }
  }
}
