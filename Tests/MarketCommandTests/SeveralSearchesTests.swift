import Foundation
import HTTPTypes
import MockServerNIO
import OpenMarketMock
import OpenMarketTestSupport
import Testing

/// `market search` with several texts, against the real socket server.
@Suite(.timeLimit(.minutes(5)))
struct SeveralSearchesTests {
  /// The second search fails, and the first gets a response after the others.
  private let mock = MarketplaceMock { $0.productCount = 400 }
  private let market: BuiltProgram

  init() throws {
    market = try BuiltProgram("market")
    mock.addFault(Fault(.unauthorizedBasic, on: .init(.get, query: ["search_value": "책상"])))
    mock.addFault(Fault(.delay(.milliseconds(300)), on: .init(.get, query: ["search_value": "의자"])))
  }

  private func withServer<T>(_ body: ([String: String]) async throws -> T) async throws -> T {
    let server = try await MockServer.start(handler: mock)
    let value = try await body(["OPENMARKET_SERVER": server.url.absoluteString])
    try await server.stop()
    return value
  }

  @Test("results stand in the order of the texts; one that fails is reported beside the others")
  func table() async throws {
    let outcome = try await withServer { environment in
      try await market.run(["search", "의자", "책상", "없는것", "의자", "--size", "2"], environment: environment)
    }
    let titles = outcome.output.split(separator: "\n").filter { $0.contains("products") }
    #expect(titles.map { $0.prefix { $0 != ":" } } == ["의자", "없는것", "의자"])
    #expect(outcome.output.contains("\n\n없는것: 0 of 0 products\n\n의자: 2 of "), "\(outcome.output)")
    #expect(outcome.status == 77)
    #expect(outcome.errors.hasPrefix("market: '책상': "))
    #expect(outcome.errors.split(separator: "\n").count == 1, "\(outcome.errors)")
  }

  @Test("--json prints one document of the documented form for each text")
  func json() async throws {
    let outcome = try await withServer { environment in
      try await market.run(["search", "의자", "책상", "맥북", "--json"], environment: environment)
    }
    let results = try outcome.output.split(separator: "\n").map { try JSONValue(json: Data($0.utf8)) }
    #expect(results.map { $0["query"]?.string } == ["의자", "책상", "맥북"])
    #expect(results.map { $0["error"]?["code"]?.string } == [nil, "unauthorized", nil])
    #expect(results.map { $0["page"] == nil } == [false, true, false])
    let document = try OpenAPIDocument.ofRepository()
    for result in results {
      #expect(try document.violations(of: result, againstFile: "json/cli-search.schema.json") == [])
    }
    #expect(outcome.status == 77)
  }

  @Test("a person sees how many searches have ended, and nothing of it afterwards")
  func progress() async throws {
    try await withServer { environment in
      let program = try ProgramAtTerminal(
        market, ["search", "의자", "책상", "맥북", "--json"], environment: environment)
      try await program.drawn("searches ························ 0/3")
      try await program.drawn("\r\u{1B}[Ksearches ████████████████········ 2/3")
      try await program.drawn("3/3\r\u{1B}[K")
      #expect(try await program.status() == 77)
      #expect(try program.output.split(separator: "\n").count == 3)
    }
  }
}
