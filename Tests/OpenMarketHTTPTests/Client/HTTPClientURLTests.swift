import Foundation
import HTTPTypes
import OpenMarketTestSupport
import Testing

@testable import OpenMarketHTTP

@Suite struct HTTPClientURLTests {
  @Test(
    "An address is fetched as it stands, or relative to the server's",
    arguments: [
      ("http://images.test/a.jpg?v=1#x", "images.test", "/a.jpg?v=1"),
      ("HTTP://Images.test:80", "images.test", "/"),
      ("/a.jpg", "market.test:81", "/a.jpg"),
      ("img/의자.jpg", "market.test:81", "/shop/img/%EC%9D%98%EC%9E%90.jpg"),
      ("a%2Fb?q=%2B", "market.test:81", "/shop/a%2Fb?q=%2B"),
    ])
  func addresses(url: String, authority: String, path: String) async throws {
    try await ScriptedTransport.play([.get(path, .response(200, body: "jpeg"))]) { transport in
      let client = try plainClient(transport, server: "http://market.test:81/shop")
      let data = try await client.data(from: #require(URL(string: url)))
      #expect(data == Data("jpeg".utf8))
      #expect(transport.requests.first?.head.authority == authority)
    }
  }

  @Test(
    "Addresses that cannot be fetched are refused",
    arguments: [
      "ftp://h/x", "http://a:b@h/", "data:,x", "file:///etc/passwd", "http://h:99999/", "http://h:0/",
    ])
  func refused(url: String) async throws {
    let client = try plainClient(ScriptedTransport([]))
    let error = try await httpError { _ = try await client.data(from: #require(URL(string: url))) }
    #expect(error.code == .invalidInput)
  }

  @Test("Fields that identify go to the server's origin only")
  func identity() async throws {
    try await ScriptedTransport.play([
      .get("/a", .response(200)), .get("/a", .response(200)), .get("/a", .response(200)),
    ]) { transport in
      let client = try plainClient(transport) {
        $0.headers = [.identifier: "me", .authorization: "Bearer x", .userAgent: "shop"]
      }
      for url in ["/a", "http://other.test/a", "https://market.test/a"] {
        _ = try await client.data(from: #require(URL(string: url)))
      }
      let fields = transport.requests.map(\.head.headerFields)
      #expect(fields.map { $0[.identifier] } == ["me", nil, nil])
      #expect(fields.map { $0[.authorization] } == ["Bearer x", nil, nil])
      #expect(fields.allSatisfy { $0[.userAgent] == "shop" })
    }
  }

  @Test("A 304 is a response to who asked with a condition")
  func conditions() async throws {
    try await ScriptedTransport.play([.get("/a", .response(304))]) { transport in
      let client = try plainClient(transport)
      let response = try await client.fetch(#require(URL(string: "/a")), headers: [.ifNoneMatch: "\"1\""])
      #expect(response.head.status == .notModified)
    }
  }

  @Test("A body that comes as a stream is collected, up to the limit and with the client's own errors")
  func collected() async throws {
    let chunks = ScriptedTransport.Reply.perform { _ in
      let (stream, source) = AsyncThrowingStream<Data, any Error>.makeStream()
      for _ in 0..<3 { source.yield(Data("ab".utf8)) }
      source.finish()
      return TransportResponse(head: HTTPResponse(status: .ok), body: .stream(stream))
    }
    try await ScriptedTransport.play([.get("/a", chunks), .get("/a", chunks)]) { transport in
      let client = try plainClient(transport)
      let url = try #require(URL(string: "/a"))
      #expect(try await client.data(from: url) == Data("ababab".utf8))
      let error = try await httpError {
        _ = try await client.data(from: url, options: RequestOptions { $0.responseLimit = 5 })
      }
      #expect(error.code == .invalidResponse)
      #expect(error.status == .ok)
    }
  }

  @Test("Downloads to a file or a stream have no time limit unless one is asked for")
  func limits() async throws {
    try await ScriptedTransport.play([
      .get("/a", .response(200)), .get("/a", .response(200)), .get("/a", .response(200)),
    ]) { transport in
      let client = try plainClient(transport) {
        $0.attemptTimeout = .seconds(1)
        $0.totalTimeout = .seconds(1)
      }
      let url = try #require(URL(string: "/a"))
      _ = try await client.fetch(url, to: .stream)
      _ = try await client.fetch(url, to: .file(URL(fileURLWithPath: "/nowhere")))
      _ = try await client.fetch(
        url, to: .stream, options: RequestOptions { $0.totalTimeout = .seconds(9) })
      #expect(transport.requests.map { $0.deadline != nil } == [false, false, true])
      #expect(transport.requests.allSatisfy { $0.responseLimit == .max })
    }
  }
}
