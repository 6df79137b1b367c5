import Foundation
import MockConsole
import OpenMarketMock
import Testing

@Suite("Console: the copied Swift test", .timeLimit(.minutes(5)))
struct SwiftTestTests {
  private func text(_ console: ServedConsole) async throws -> String {
    try await console.sendAsPage("GET", MockConsole.path + "/swift-test").body
  }

  @Test("It is the file beside this one, which is compiled and run")
  func sample() async throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "ConsoleSample.swift")
    try await withConsole { console in
      let steps = [
        ("reset", #"{"seed":9,"productCount":500}"#), ("clock", #"{"freeze":true}"#),
        (
          "faults",
          #"{"match":{"method":"POST","path":"/api/products"},"phase":"after","action":"disconnect","times":1}"#
        ),
        (
          "faults",
          #"{"match":{"method":"PATCH"},"action":{"type":"status","status":429,"retryAfter":2},"times":3}"#
        ),
        ("faults", #"{"action":{"type":"delay","seconds":2}}"#),
        (
          "fault-plan",
          #"{"seed":7,"limit":20,"dropBefore":0.12,"dropAfter":0.12,"delay":0.06,"truncate":0.06,"garbage":0.04,"#
            + #""status":0.1}"#
        ),
        ("clock", #"{"advance":3600}"#),
      ]
      for (path, body) in steps {
        let response = try await console.sendAsPage("POST", "/__mock/\(path)", body: body)
        #expect(response.status < 300)
      }
      let written = try String(contentsOf: file, encoding: .utf8)
      let made = try await text(console).replacing(
        /timeIntervalSince1970: [0-9_]+/, with: "timeIntervalSince1970: 1_710_115_200")
      #expect(made == written)
    }
  }

  @Test("What the market has done is what the test expects")
  func effects() async throws {
    try await withConsole { console in
      let before = try await text(console)
      #expect(!before.contains("#expect"))
      let id = try await console.market.createProduct()
      let change = #"{"stock":0,"secret":"\#(MarketplaceMock.Vendor.sample.secret)"}"#
      _ = await console.market.send(.patch, "/api/products/\(id)", json: change)
      #expect(try await text(console).contains("  #expect(effects == [.created, .edited])\n"))
    }
  }

  @Test("Texts cannot leave their literal, and nothing in them is hidden")
  func literals() async throws {
    try await withConsole { console in
      let fault = #"{"match":{"path":"/a\"\\(b)\n\u202e/**","query":{"q\"":"\u0000"}},"action":"garbage"}"#
      let response = try await console.sendAsPage("POST", "/__mock/faults", body: fault)
      #expect(response.status == 201)
      let text = try await text(console)
      let call = ##"Fault(.garbage, on: nil, "/a\"\\(b)\n\u{202e}/**", query: ["q\"": "\u{0}"])"##
      #expect(text.contains("mock.addFault(\(call))"))
    }
  }

  @Test("What only the control plane can do is said to be left out")
  func leftOut() async throws {
    try await withConsole { console in
      for (path, body) in [
        ("fault-plan", #"{"seed":1,"hang":0.5,"statuses":[503]}"#), ("clock", #"{"advance":-60}"#),
        ("faults", #"{"match":{"method":"LOCK"},"action":"hang"}"#), ("reset", #"{"mode":"lenient"}"#),
      ].reversed() {
        let response = try await console.sendAsPage("POST", "/__mock/\(path)", body: body)
        #expect(response.status < 300)
      }
      let text = try await text(console)
      for note in [
        "was lenient", "LOCK is left out", "set back here", "statuses or Retry-After are left out",
      ] {
        #expect(text.contains(note), "\(note)")
      }
    }
  }
}
