import Foundation
import HTTPTypes
import MockServerNIO
import OpenMarketMock
import Testing

@testable import OpenMarketHTTP

@Suite("Responses come back as they are", .overEachTransport, .namingTransport, .timeLimit(.minutes(5)))
struct TransportResponseTests {
  private func exchange(
    to method: HTTPRequest.Method = .get, _ response: MockResponse
  ) async throws -> TransportResponse {
    try await withServer { _ in
      response
    } _: { server in
      try await makeTransport().send(TransportRequest(method, server.url))
    }
  }

  private func exchange(_ bytes: String) async throws -> TransportResponse {
    try await withWire(bytes) { try await makeTransport().send(TransportRequest(.get, $0.url)) }
  }

  @Test("Any status is a response", arguments: [200, 201, 202, 299, 400, 403, 404, 413, 429, 500, 503, 599])
  func status(code: Int) async throws {
    let response = try await exchange(MockResponse(.init(code: code), text: "text"))
    #expect(response.head.status.code == code)
    #expect(try await response.body.text() == "text")
  }

  @Test("A 204 and a 304 have no body", arguments: [204, 304])
  func noBody(code: Int) async throws {
    let response = try await exchange(MockResponse(.init(code: code), [.eTag: "\"1\""]))
    #expect(response.head.status.code == code)
    #expect(try await response.body.bytes().isEmpty)
  }

  @Test("A redirect is not followed", arguments: [301, 302, 303, 307, 308], [HTTPRequest.Method.get, .post])
  func redirect(code: Int, method: HTTPRequest.Method) async throws {
    let response = try await exchange(
      to: method, MockResponse(.init(code: code), [.location: "/x"], text: "there"))
    #expect(response.head.status.code == code)
    #expect(response.head.headerFields[.location] == "/x")
    #expect(try await response.body.text() == "there")
  }

  @Test(
    "A redirect to nowhere is a response", arguments: ["", "Location: http://[\r\n", "Location: a b\r\n"])
  func redirectToNowhere(field: String) async throws {
    let response = try await exchange("HTTP/1.1 301 Moved\r\n\(field)Content-Length: 3\r\n\r\nabc")
    #expect(response.head.status.code == 301)
  }

  @Test(
    "A 401 is a response, whatever it asks for",
    arguments: [
      nil, "Basic", "Basic realm=\"market\"", "basic realm=x, Bearer", "Digest realm=\"x\", nonce=\"y\"",
      "Bearer",
      "Bearer, Basic realm=\"a\"", "Negotiate", ",,=\"",
    ])
  func unauthorized(challenge: String?) async throws {
    let fields: HTTPFields = challenge.map { [.wwwAuthenticate: $0] } ?? [:]
    let response = try await exchange(MockResponse(.unauthorized, fields, text: "sign in"))
    #expect(response.head.status == .unauthorized)
    #expect(response.head.headerFields[.wwwAuthenticate] == challenge)
    #expect(try await response.body.text() == "sign in")
  }

  @Test("Fields are found in any case, and repeated ones are joined")
  func fields() async throws {
    let response = try await exchange(
      "HTTP/1.1 200 OK\r\netag: \"1\"\r\nX-A: 1\r\nX-A: 2\r\nContent-length: 0\r\n\r\n")
    #expect(response.head.headerFields[.eTag] == "\"1\"")
    #expect(response.head.headerFields[try #require(HTTPField.Name("x-a"))] == "1, 2")
  }

  @Test(
    "A gzip body is decoded, and its length not taken for that of the text", arguments: ["gzip", "X-GZip"])
  func gzip(name: String) async throws {
    // printf '%s' "$(yes 의자 | head -n 200 | tr -d '\n')" | gzip -9n | base64
    let gzip = try #require(Data(base64Encoded: Self.gzip))
    let response = try await exchange(MockResponse(.ok, [.contentEncoding: name], body: gzip))
    #expect(try await response.body.text() == String(repeating: "의자", count: 200))
  }

  @Test("A body may be said not to be encoded", arguments: ["identity", "none"])
  func notEncoded(name: String) async throws {
    let response = try await exchange(MockResponse(.ok, [.contentEncoding: name], text: "text"))
    #expect(try await response.body.text() == "text")
  }

  @Test("An empty body may be said to be encoded, whatever the status", arguments: [200, 401, 503])
  func encodedNothing(code: Int) async throws {
    let response = try await exchange(
      "HTTP/1.1 \(code) -\r\nContent-Encoding: gzip\r\nContent-Length: 0\r\n\r\n")
    #expect(response.head.status.code == code)
    #expect(try await response.body.bytes().isEmpty)
  }

  @Test("The response to HEAD announces a length, however long, and has no body")
  func head() async throws {
    try await withWire("HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\n") { server in
      let response = try await makeTransport().send(TransportRequest(.head, server.url))
      #expect(response.head.headerFields[.contentLength] == "1000000000")
      #expect(try await response.body.bytes().isEmpty)
    }
  }

  @Test(
    "Interim responses are passed over", arguments: ["100 Continue\r\n", "103 Early Hints\r\nLink: </a>\r\n"])
  func interim(interim: String) async throws {
    let response = try await exchange(
      "HTTP/1.1 \(interim)\r\nHTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc")
    #expect(response.head.status == .ok)
    #expect(try await response.body.text() == "abc")
  }

  @Test("A body without a length ends with the connection", arguments: ["1.0", "1.1"])
  func untilClose(version: String) async throws {
    #expect(try await exchange("HTTP/\(version) 200 OK\r\n\r\nabc").body.text() == "abc")
  }

  @Test("A connection is used again")
  func keepAlive() async throws {
    let response = "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc"
    try await withWire(response, then: .keepOpen) { server in
      let transport = makeTransport()
      for _ in 0..<10 { _ = try await transport.send(TransportRequest(.get, server.url)) }
      #expect(server.connectionCount == 1)
    }
  }

  @Test("Progress of a download grows to the whole, once per chunk")
  func progress() async throws {
    let reports = Recorder<TransferProgress>()
    try await withServer { _ in
      MockResponse(body: Data(count: 500_000))
    } _: { server in
      var request = TransportRequest(.get, server.url)
      request.onProgress = { reports.record($0) }
      _ = try await makeTransport().send(request)
    }
    let all = reports.all
    #expect(all.last == TransferProgress(direction: .download, completed: 500_000, total: 500_000))
    #expect(all.map(\.completed) == Set(all.map(\.completed)).sorted())
  }

  private static let gzip = "H4sIAAAAAAACA3szd8abeRPejJKj5Cg5Sg56EgB0iOiFsAQAAA=="
}
