import Foundation
import HTTPTypes
import MockConsole
import MockServerNIO
import OpenMarketMock
import Testing

@Suite("Console: who may use it", .timeLimit(.minutes(5)))
struct ConsoleAccessTests {
  @Test("The page loads its own scripts only, cannot be embedded, and is not stored anywhere")
  func page() async throws {
    try await withConsole { console in
      let page = try await console.send("GET", MockConsole.path)
      #expect(page.status == 200)
      let policy = try #require(page["Content-Security-Policy"])
      let nonce = try #require(policy.firstMatch(of: /script-src 'nonce-([0-9a-f]{32})';/)?.output.1)
      for part in [
        "default-src 'none'", "connect-src 'self'", "frame-ancestors 'none'", "base-uri 'none'",
        "form-action 'none'", "require-trusted-types-for 'script'", "trusted-types 'none'",
      ] {
        #expect(policy.contains(part))
      }
      #expect(!policy.contains("unsafe"))
      let marked = page.body.components(separatedBy: "nonce=\"\(nonce)\"").count
      #expect(marked == page.body.matches(of: #/<script|<style/#).count + 1)
      #expect(page.body.contains("content=\"\(console.recorder.token)\"") && !page.body.contains("{{"))
      #expect(page["X-Frame-Options"] == "DENY" && page["Cache-Control"] == "no-store")
      #expect(page["Cross-Origin-Resource-Policy"] == "same-origin")
      let again = try await console.send("GET", MockConsole.path)
      #expect(again["Content-Security-Policy"] != policy)
    }
  }

  @Test("Every file that the page names is there, and none of a name that is made up")
  func files() async throws {
    try await withConsole { console in
      let page = try await console.send("GET", MockConsole.path).body
      let script = try await console.send("GET", MockConsole.path + "/console.js").body
      let named =
        page.matches(of: /(?:href|src)="([^"#]+)"/).map { String($0.output.1) }
        + script.matches(of: /from "\.\/([a-z]+\.js)"/).map { "\(MockConsole.path)/\($0.output.1)" }
      #expect(named.count > 8)
      for path in named {
        let file = try await console.send("GET", path)
        #expect(file.status == 200 && file["X-Content-Type-Options"] == "nosniff", "\(path)")
      }
      for path in ["/console.swift", "/../console.js", "/%2e%2e/health", "/", "/images/", "/images/../api"] {
        #expect(
          try await console.send("GET", MockConsole.path + path).status == (path == "/" ? 200 : 404),
          "\(path)")
      }
    }
  }

  @Test("The control plane is for programs of this machine, and for a page of its own origin with the token")
  func controlPlane() async throws {
    try await withConsole { console in
      let own = "Origin: http://\(console.authority)"
      let token = "Authorization: Bearer \(console.recorder.token)"
      let cases: [(fields: [String], permitted: Bool)] = [
        ([], true), ([own, token], true), ([own, token, "Sec-Fetch-Site: same-origin"], true),
        (["Sec-Fetch-Site: same-origin", token], true), (["Sec-Fetch-Site: none"], true),
        ([own], false), ([own, "Authorization: Bearer 0"], false), (["Sec-Fetch-Site: same-origin"], false),
        (["Origin: http://evil.test", token], false), (["Origin: null", token], false),
        (["Origin: https://\(console.authority)", token], false), ([own, own, token], false),
        (["Origin: http://127.0.0.1:1", token], false), ([own, token, "Sec-Fetch-Site: cross-site"], false),
        ([token, "Sec-Fetch-Site: same-site"], false), (["Sec-Fetch-Site: cross-site"], false),
        ([own, token, "Sec-Fetch-Site: none"], false),
      ]
      for (fields, permitted) in cases {
        for path in ["ledger", "clock", "console/record", "console/market", "console/swift-test"] {
          let response = try await console.send("GET", "/__mock/\(path)", fields)
          #expect(response.status == (permitted ? 200 : 404), "\(path) \(fields)")
          #expect(response["Access-Control-Allow-Origin"] == nil)
        }
        let fault = #"{"action":"hang","match":{"path":"/nowhere"}}"#
        let response = try await console.send("POST", "/__mock/faults", fields, body: fault)
        #expect(response.status == (permitted ? 201 : 404), "\(fields)")
      }
      #expect(console.market.faults.count == cases.count { $0.permitted })
    }
  }

  @Test("A name that has been made to resolve to this machine reaches nothing, not even with the token")
  func rebinding() async throws {
    try await withConsole { console in
      for path in ["", "/console.js", "/market", "/record"] {
        let fields = ["Authorization: Bearer \(console.recorder.token)"]
        let host = "evil.test:\(console.server.url.port ?? 0)"
        let response = try await console.send("GET", MockConsole.path + path, fields, host: host)
        #expect(response.status == 404)
        #expect(!response.body.contains(console.recorder.token))
      }
    }
  }

  @Test("Another machine reaches nothing")
  func otherMachine() async throws {
    try await withConsole { console in
      let handler = MockConsole(console.recorder, of: console.market, before: console.market)
      for path in ["", "/console.js", "/market", "/images/7/1/x"] {
        let head = HTTPRequest(
          method: .get, scheme: "http", authority: "localhost", path: MockConsole.path + path)
        var request = MockRequest(head: head)
        request.isLoopback = false
        #expect(await handler.handle(request).head.status == .notFound)
      }
    }
  }

  @Test("Another site may lead to the page with a link, and neither embed nor load anything of it")
  func otherSite() async throws {
    try await withConsole { console in
      let uses = [("document", 200), ("iframe", 404), ("script", 404), ("image", 404), ("empty", 404)]
      for (use, status) in uses {
        let fields = ["Sec-Fetch-Site: cross-site", "Sec-Fetch-Dest: \(use)"]
        let page = try await console.send("GET", MockConsole.path, fields)
        #expect(page.status == status, "\(use)")
        let file = try await console.send("GET", MockConsole.path + "/console.js", fields)
        #expect(file.status == 404)
      }
      let preflight = try await console.send("OPTIONS", MockConsole.path + "/record")
      #expect(preflight.status == 405)
    }
  }

  @Test("What the market serves is no page of the console's origin: a browser is told to run nothing of it")
  func sandbox() async throws {
    try await withConsole { console in
      console.market.addFault(
        Fault(
          .replaceBody("<script>parent.fetch('/__mock/console')</script>", contentType: "text/html"), times: 3
        ))
      for use in ["document", "iframe", "object"] {
        let response = try await console.send("GET", "/api/products", ["Sec-Fetch-Dest: \(use)"])
        #expect(
          response["Content-Security-Policy"] == "sandbox" && response["X-Content-Type-Options"] == "nosniff")
      }
      #expect(try await console.send("GET", "/api/products")["Content-Security-Policy"] == nil)
    }
  }

  @Test("Without a console no page may use the control plane, whatever it sends")
  func noConsole() async {
    let mock = MarketplaceMock { $0.productCount = 0 }
    let fields: HTTPFields = [.origin: "http://localhost", .authorization: "Bearer "]
    #expect(await mock.send(.get, "/__mock/health", fields).status == 404)
    #expect(await mock.send(.get, MockConsole.path).status == 404)
  }
}
