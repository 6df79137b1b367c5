import Foundation
import HTTPTypes
import OpenMarketTestSupport
import Testing

@testable import OpenMarketHTTP

@Suite struct RedirectTests {
  private func hop(
    from start: String, to location: String?, status: Int = 302, method: HTTPRequest.Method = .get,
    fields: HTTPFields = [:]
  ) throws -> HTTPRequest? {
    let request = HTTPRequest(method: method, url: try #require(URL(string: start)), headerFields: fields)
    var chain = RedirectChain(from: request, limit: 5, credentialHeaders: [.authorization, .identifier])
    let response = HTTPResponse(
      status: .init(code: status), headerFields: location.map { [.location: $0] } ?? [:])
    return try chain.next(after: response, to: request)
  }

  @Test(
    "A location is resolved against the address that gave it",
    arguments: [
      ("http://a.test/x/y?q=1", "/z", "http://a.test/z"),
      ("http://a.test/x/y", "z?p=%2B", "http://a.test/x/z?p=%2B"),
      ("http://a.test/x", "https://a.test/x", "https://a.test/x"),
      ("https://a.test/x", "//b.test/y#part", "https://b.test/y"),
      ("http://a.test/x", "HTTP://B.test:80", "http://b.test/"),
      ("http://a.test/x", "/의자", "http://a.test/%EC%9D%98%EC%9E%90"),
    ])
  func resolves(start: String, location: String, target: String) throws {
    #expect(try hop(from: start, to: location)?.address == target)
  }

  @Test(
    "All five redirects are followed, by GET and HEAD alike", arguments: [301, 302, 303, 307, 308],
    [HTTPRequest.Method.get, .head])
  func methods(status: Int, method: HTTPRequest.Method) throws {
    let next = try hop(from: "http://a.test/x", to: "/y", status: status, method: method)
    #expect(next?.method == method)
    #expect(next?.path == "/y")
  }

  @Test("Other responses are no redirects", arguments: [200, 300, 304, 305, 404])
  func others(status: Int) throws {
    #expect(try hop(from: "http://a.test/x", to: "/y", status: status) == nil)
  }

  @Test(
    "A redirect that would do harm is refused",
    arguments: [
      ("https://a.test/x", "http://a.test/x"), ("http://a.test/x", "ftp://a.test/"),
      ("http://a.test/x", "http://me:pw@a.test/"), ("http://a.test/x", "http://a.test/x#again"),
      ("http://a.test/x", nil),
    ] as [(String, String?)])
  func refused(start: String, location: String?) {
    #expect(throws: HTTPError.self) { try hop(from: start, to: location) }
  }

  @Test(
    "Identifying fields stay with the origin",
    arguments: [
      ("http://a.test/y", true), ("http://a.test:80/y", true), ("http://b.test/y", false),
      ("http://a.test:81/y", false),
      ("https://a.test/y", false), ("http://a.test.evil.test/", false),
    ])
  func identity(location: String, keeps: Bool) throws {
    let fields: HTTPFields = [.authorization: "Bearer x", .identifier: "me", .accept: "image/*"]
    let next = try #require(try hop(from: "http://a.test/x", to: location, fields: fields))
    #expect(next.headerFields.contains(.authorization) == keeps)
    #expect(next.headerFields.contains(.identifier) == keeps)
    #expect(next.headerFields[.accept] == "image/*")
  }

  @Test("Five hops are followed, the sixth is an error")
  func limit() async throws {
    func script(_ hops: Int) -> [ScriptedTransport.Stub] {
      (0..<hops).map { number in
        .get(number == 0 ? "/numbers" : "/\(number)", .response(302, [.location: "/\(number + 1)"]))
      }
    }
    try await ScriptedTransport.play(script(5) + [.get("/5", .json("[5]"))]) { transport in
      let numbers = try await plainClient(transport).send(.numbers)
      #expect(numbers == [5])
    }
    try await ScriptedTransport.play(script(6)) { transport in
      let error = try await httpError { _ = try await plainClient(transport).send(.numbers) }
      #expect(error.code == .unexpectedStatus)
      #expect(error.status?.code == 302)
      #expect(error.attempts == 6)
    }
  }

  @Test("A circle ends at its first repetition")
  func circle() async throws {
    try await ScriptedTransport.play([
      .get("/numbers", .response(302, [.location: "/a"])),
      .get("/a", .response(302, [.location: "/numbers"])),
    ]) { transport in
      let error = try await httpError { _ = try await plainClient(transport).send(.numbers) }
      #expect(error.message.contains("circle"))
    }
  }

  @Test("A connection that is lost after a redirect has no status")
  func lostAfterwards() async throws {
    try await ScriptedTransport.play([
      .get("/numbers", .response(302, [.location: "/a"])), .get("/a", .fail(.connectionLost)),
    ]) { transport in
      let error = try await httpError { _ = try await plainClient(transport).send(.numbers) }
      #expect(error.code == .connectionLost && error.status == nil && error.attempts == 2)
    }
  }

  @Test("What was dropped at a foreign origin does not come back with the way back")
  func roundAbout() async throws {
    try await ScriptedTransport.play([
      .get("/numbers", .response(302, [.location: "http://other.test/a"])),
      .get("/a", .response(302, [.location: "http://market.test/b"])), .get("/b", .json("[]")),
    ]) { transport in
      _ = try await plainClient(transport).send(ListNumbers(headers: [.identifier: "me"]))
      #expect(transport.requests.map { $0.head.headerFields[.identifier] } == ["me", nil, nil])
    }
  }

  @Test("A redirected write is an error and never sent again", arguments: [301, 302, 303, 307, 308])
  func writes(status: Int) async throws {
    try await ScriptedTransport.play([.init(.post, "/things", .response(status, [.location: "/y"]))]) {
      transport in
      let error = try await httpError { try await plainClient(transport).send(AddThing()) }
      #expect(error.code == .unexpectedStatus)
      #expect(error.message.contains("POST"))
      #expect(error.status?.code == status)
    }
  }
}
