import Foundation
import HTTPTypes
import MockServerNIO
import OpenMarketMock
import Testing

@testable import OpenMarketHTTP

@Suite("Requests reach the server as they are", .overEachTransport, .namingTransport, .timeLimit(.minutes(5)))
struct TransportRequestTests {
  /// What the server gets when `request` is sent to it.
  private func received(
    _ method: HTTPRequest.Method = .get, _ path: String = "/", body: RequestBody = .none,
    _ change: (inout TransportRequest) -> Void = { _ in }
  ) async throws -> MockRequest {
    let requests = Recorder<MockRequest>()
    try await withServer { request in
      requests.record(request)
      return MockResponse()
    } _: { server in
      var request = TransportRequest(method, server.url, path, body: body)
      change(&request)
      _ = try await makeTransport().send(request)
    }
    return try #require(requests.all.first)
  }

  @Test(
    "A path arrives exactly as it is encoded",
    arguments: [
      "/", "/api/products?page_no=1&search_value=%EC%9D%98%EC%9E%90%2B1", "/a%2Fb", "/1207?", "/a//b",
      "/%7e~",
      "/a;b=c,d:e@f!$&'()*+",
    ])
  func path(path: String) async throws {
    #expect(try await received(.get, path).head.path == path)
  }

  @Test(
    "A method arrives as it is, without a body",
    arguments: [HTTPRequest.Method.get, .head, .delete, .options, .post, .patch, .put])
  func method(method: HTTPRequest.Method) async throws {
    let request = try await received(method)
    #expect(request.head.method == method)
    #expect(request.body.isEmpty)
    #expect(request.head.headerFields[.contentType] == nil)
  }

  @Test("Fields arrive; repeated ones joined, in order")
  func fields() async throws {
    let name = try #require(HTTPField.Name("X-Repeated"))
    let request = try await received { request in
      request.head.headerFields[.accept] = "application/json"
      request.head.headerFields.append(HTTPField(name: name, value: "1"))
      request.head.headerFields.append(HTTPField(name: name, value: "2"))
    }
    #expect(request.head.headerFields[.accept] == "application/json")
    #expect(request.head.headerFields[name] == "1, 2")
  }

  @Test("The length is what is sent, whatever the fields say", arguments: ["", "{}"])
  func ownFraming(body: String) async throws {
    let request = try await received(.post, body: .data(Data(body.utf8))) {
      $0.head.headerFields[.contentLength] = "7"
      $0.head.headerFields[.transferEncoding] = "chunked"
    }
    #expect(request.head.headerFields[.contentLength] == String(body.utf8.count))
    #expect(request.head.headerFields[.transferEncoding] == nil)
    #expect(request.body == Data(body.utf8))
  }

  @Test("A body without a type is not called a form")
  func defaultType() async throws {
    let request = try await received(.post, body: .data(Data("x".utf8)))
    #expect(request.head.headerFields[.contentType] == "application/octet-stream")
  }

  @Test("The type of a body is kept, and nothing is expected before it is sent")
  func givenType() async throws {
    let request = try await received(.patch, body: .data(Data("{}".utf8))) {
      $0.head.headerFields[.contentType] = "application/json"
    }
    #expect(request.head.headerFields[.contentType] == "application/json")
    #expect(request.head.headerFields[.expect] == nil)
  }

  @Test("Cookies are neither kept nor sent")
  func noCookies() async throws {
    let cookies = Recorder<String?>()
    try await withServer { request in
      cookies.record(request.head.headerFields[.cookie])
      return MockResponse(.ok, [.setCookie: "a=b; Path=/"])
    } _: { server in
      let transport = makeTransport()
      for _ in 0..<2 { _ = try await transport.send(TransportRequest(.get, server.url)) }
    }
    #expect(cookies.all == [nil, nil])
  }

  @Test("Nothing is served from a cache, nor made conditional")
  func noCache() async throws {
    let conditions = Recorder<String?>()
    try await withServer { request in
      conditions.record(request.head.headerFields[.ifNoneMatch])
      return MockResponse(.ok, [.cacheControl: "max-age=3600", .eTag: "\"1\""], text: "fresh")
    } _: { server in
      let transport = makeTransport()
      for _ in 0..<2 { _ = try await transport.send(TransportRequest(.get, server.url)) }
    }
    #expect(conditions.all == [nil, nil])
  }

  @Test("A GET or HEAD with a body is refused", arguments: [HTTPRequest.Method.get, .head])
  func noBodyOnGet(method: HTTPRequest.Method) async throws {
    let url = try #require(URL(string: "http://127.0.0.1:1"))
    let error = try await transportError {
      _ = try await makeTransport().send(TransportRequest(method, url, body: .data(Data("x".utf8))))
    }
    #expect(error.fault == .invalidRequest)
  }

  @Test(
    "What is no HTTP address is refused before anything is sent",
    arguments: [
      ("ftp", "h", "/"), (nil, "h", "/"), ("http", nil, "/"), ("http", "", "/"), ("http", "user:pw@h", "/"),
      ("http", "h", nil), ("http", "h", ""), ("http", "h", "a"), ("http", "h", "/a b"), ("http", "h", "/의자"),
      ("http", "h", "/%zz"), ("http", "h", "/a\u{0}b"), ("http", "h", "/a#b"), ("http", "의자.kr", "/"),
      ("http", "h:x", "/"), ("http", "h/x", "/"), ("http", ":80", "/"), ("http", "[::1", "/"),
      ("http", "h:99999", "/"),
    ] as [(String?, String?, String?)])
  func invalidAddress(scheme: String?, authority: String?, path: String?) async throws {
    let request = TransportRequest(
      head: HTTPRequest(method: .get, scheme: scheme, authority: authority, path: path))
    let error = try await transportError { _ = try await makeTransport().send(request) }
    #expect(error.fault == .invalidRequest, "\(error)")
  }

  @Test("A configuration that cannot be kept to shows with the first request")
  func invalidConfiguration() async throws {
    let url = try #require(URL(string: "http://127.0.0.1:1"))
    var noTime = TransportSettings()
    noTime.idleTimeout = .zero
    var noConnections = TransportSettings()
    noConnections.connectionsPerHost = 0
    for configuration in [noTime, noConnections] {
      let error = try await transportError {
        _ = try await makeTransport(configuration).send(TransportRequest(.get, url))
      }
      #expect(error.fault == .invalidRequest)
    }
  }
}
