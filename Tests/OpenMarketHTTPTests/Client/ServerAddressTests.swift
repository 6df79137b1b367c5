import Foundation
import HTTPTypes
import OpenMarketTestSupport
import Testing

@testable import OpenMarketHTTP

@Suite struct ServerAddressTests {
  @Test(
    "A server's address becomes scheme, authority and path prefix",
    arguments: [
      ("http://market.test", "http", "market.test", ""),
      ("HTTPS://Market.Test/", "https", "market.test", ""),
      ("https://market.test:443", "https", "market.test", ""),
      ("http://market.test:443", "http", "market.test:443", ""),
      ("http://127.0.0.1:8080/a/b//", "http", "127.0.0.1:8080", "/a/b"),
      ("http://[::1]:8080/api/", "http", "[::1]:8080", "/api"),
      ("http://한국.kr/가", "http", "xn--3e0b707e.kr", "/%EA%B0%80"),
    ])
  func accepted(url: String, scheme: String, authority: String, prefix: String) throws {
    let address = try ServerAddress(#require(URL(string: url)))
    #expect(address.scheme == scheme)
    #expect(address.authority == authority)
    #expect(address.pathPrefix == prefix)
  }

  @Test(
    "An address that cannot be used is refused with what to do about it",
    arguments: [
      ("ftp://market.test", "http://"), ("market.test", "http://"), ("http:///x", "host"),
      ("http://me:pw@market.test", "password"), ("http://me@market.test", "user name"),
      ("http://market.test/#top", "fragment"), ("http://market.test/?a=1", "query"),
      ("http://market.test:0", "port"), ("http://market.test:70000", "port"),
    ])
  func refused(url: String, hint: String) async throws {
    let error = try await httpError { _ = try plainClient(ScriptedTransport([]), server: url) }
    #expect(error.code == .invalidInput)
    #expect(error.message.contains(hint))
    #expect(!error.message.contains("pw"))
  }

  @Test("Every request goes below the server's path prefix")
  func prefix() async throws {
    try await ScriptedTransport.play([.get("/shop/numbers", .json("[]"))]) { transport in
      _ = try await plainClient(transport, server: "http://[::1]:8080/shop/").send(.numbers)
      #expect(transport.requests.first?.head.authority == "[::1]:8080")
    }
  }
}
