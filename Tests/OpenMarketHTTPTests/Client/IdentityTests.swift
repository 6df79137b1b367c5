import Foundation
import HTTPTypes
import OpenMarketTestSupport
import Testing

@testable import OpenMarketHTTP

@Suite("Who asks, and in which languages") struct IdentityTests {
  @Test(
    "The user agent is a product and a comment in visible ASCII, whatever an app is called",
    arguments: [
      ("Hongdangmu", "2.3", "(Hongdangmu/2.3; iOS 18.1)"),
      ("My Shop", "1.0 (7)", "(My%20Shop/1.0%20%287%29; iOS 18.1)"),
      ("당근", nil, "(%EB%8B%B9%EA%B7%BC; iOS 18.1)"), (nil, nil, "(iOS 18.1)"), ("", "", "(iOS 18.1)"),
      ("a\r\nX-Evil: 1", "(;/)", "(a%0D%0AX-Evil%3A%201/%28%3B%2F%29; iOS 18.1)"),
    ] as [(String?, String?, String)])
  func userAgent(product: String?, version: String?, comment: String) {
    let agent = UserAgent(product: product, version: version, platform: "iOS 18.1")
    #expect(agent.text == "swift-openmarket/\(UserAgent.libraryVersion) \(comment)")
  }

  @Test(
    "Languages are wanted in their order, each less than the one before",
    arguments: [
      (["ko-KR", "en"], "ko-KR, en;q=0.9"), (["ko"], "ko"), ([], nil),
      (["ko", "ko", "", "x", "en US"], "ko"),
      (
        ["zh-Hans-CN", "ja", "de", "fr", "it", "es", "pt", "nl", "sv", "da"],
        "zh-Hans-CN, ja;q=0.9, de;q=0.8, fr;q=0.7, it;q=0.6, es;q=0.5, pt;q=0.4, nl;q=0.3, sv;q=0.2"
      ),
    ] as [([String], String?)])
  func languages(tags: [String], value: String?) {
    #expect(AcceptLanguage.text(of: tags) == value)
  }

  @Test(
    "An environment's languages are those that gettext would take",
    arguments: [
      ([:], []), (["LANG": "C.UTF-8"], []), (["LANG": "ko_KR.UTF-8"], ["ko-KR"]),
      (["LANG": "en_US", "LC_ALL": "ca_ES@valencia", "LC_MESSAGES": "de_DE"], ["ca-ES"]),
      (["LANG": "ko_KR.UTF-8", "LC_ALL": "", "LANGUAGE": "ko:en_GB:C"], ["ko", "en-GB", "ko-KR"]),
      (["LANG": "POSIX", "LANGUAGE": "ko"], []),
    ] as [([String: String], [String])])
  func environment(variables: [String: String], tags: [String]) {
    #expect(AcceptLanguage.languages(in: variables) == tags)
  }

  @Test("Every request says who asks, once, and an app or a call can say it otherwise")
  func sent() async throws {
    let stubs = (0..<3).map { _ in ScriptedTransport.Stub.get("/numbers", .json("[]")) }
    try await ScriptedTransport.play(stubs) { transport in
      _ = try await plainClient(transport).send(.numbers)
      let shop = try plainClient(transport) { $0.headers = [.userAgent: "shop", .acceptLanguage: "ja"] }
      _ = try await shop.send(.numbers)
      _ = try await shop.send(ListNumbers(headers: [.userAgent: "call"]))
      let sent = transport.requests.map(\.head.headerFields)
      #expect(sent.map { $0[values: .userAgent] } == [[UserAgent.current.text], ["shop"], ["call"]])
      #expect(sent.map { $0[.acceptLanguage] } == [AcceptLanguage.current, "ja", "ja"])
      #expect(sent[0][.userAgent]?.hasPrefix("swift-openmarket/") == true)
    }
  }
}
