import Foundation
import OpenMarketTestSupport
import Testing

@testable import OpenMarketHTTP

@Suite struct PathTemplateTests {
  @Test(
    "A path parameter stays within its segment whatever it holds",
    arguments: [
      ("42", "/p/42/x"), ("a/b", "/p/a%2Fb/x"), ("../admin", "/p/..%2Fadmin/x"),
      ("a?b=c#d", "/p/a%3Fb%3Dc%23d/x"),
      ("%2F", "/p/%252F/x"), ("의자", "/p/%EC%9D%98%EC%9E%90/x"), ("🪑", "/p/%F0%9F%AA%91/x"),
      ("\0\r\n", "/p/%00%0D%0A/x"), ("-._~", "/p/-._~/x"), ("{id}", "/p/%7Bid%7D/x"),
    ])
  func parameter(value: String, expected: String) throws {
    let target = try PathTemplate.fill(
      prefix: "", template: "/p/{id}/x", parameters: ["id": value], query: [])
    #expect(target == expected)
  }

  @Test("A parameter that would change the path's shape is refused", arguments: ["", ".", ".."])
  func dotSegments(value: String) throws {
    #expect(throws: HTTPError.self) {
      try PathTemplate.fill(prefix: "", template: "/p/{id}", parameters: ["id": value], query: [])
    }
  }

  @Test("A template's parameter without a value is refused")
  func missing() throws {
    #expect(throws: HTTPError.self) {
      try PathTemplate.fill(prefix: "", template: "/p/{id}", parameters: [:], query: [])
    }
  }

  @Test("Query items keep their order and encode everything that could be mistaken")
  func query() throws {
    let target = try PathTemplate.fill(
      prefix: "/v", template: "/s", parameters: [:],
      query: [QueryItem("q", "a+b c&d=e"), QueryItem("가", "맥ㅂ😀"), QueryItem("empty", "")])
    #expect(
      target == "/v/s?q=a%2Bb%20c%26d%3De&%EA%B0%80=%EB%A7%A5%E3%85%82%F0%9F%98%80&empty=")
  }

  @Test("Whatever text goes in, a URL parser gives it back unchanged")
  func roundTrip() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      let scalars = (0..<Int.random(in: 1...12, using: &random)).compactMap { _ in
        Unicode.Scalar(UInt32.random(in: 0...0x1FFFF, using: &random))
      }
      // Not at the beginning: Foundation's parser takes U+FEFF there for a byte order mark.
      let text = "x" + String(String.UnicodeScalarView(scalars)) + "x"
      let target = try PathTemplate.fill(
        prefix: "", template: "/{p}", parameters: ["p": text], query: [QueryItem("q", text)])
      let parts = try #require(URLComponents(string: "http://h" + target))
      #expect(parts.path == "/" + text, "seed \(seed)")
      #expect(parts.queryItems?.first?.value == text, "seed \(seed)")
    }
  }
}
