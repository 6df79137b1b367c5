import Foundation
import MockServerNIO
import OpenMarketMock
import OpenMarketTestSupport
import Testing

@testable import market

/// The command, over sockets.
@Suite("market conformance as a command", .timeLimit(.minutes(5)))
struct ConformanceCommandTests {
  let market: BuiltProgram
  let home: TemporaryFolder

  init() throws {
    market = try BuiltProgram("market")
    home = try TemporaryFolder()
  }

  private func run(
    _ arguments: [String], against handler: some MockHandler, signedIn: Bool = false
  ) async throws -> BuiltProgram.Outcome {
    let server = try await MockServer.start(handler: handler)
    let environment = ["HOME": home.url.path, "OPENMARKET_SERVER": server.url.absoluteString]
    if signedIn {
      let vendor = MarketplaceMock.Vendor.sample
      let login = try await market.run(
        ["login", "--identifier", vendor.identifier], environment: environment, input: vendor.secret)
      #expect(login.status == 0, "\(login.errors)")
    }
    let outcome = try await market.run(["conformance"] + arguments, environment: environment)
    try await server.stop()
    return outcome
  }

  @Test("a server that conforms gives exit code 0 and JSON of the documented form")
  func conforms() async throws {
    let outcome = try await run(["--write", "--json"], against: MarketplaceMock(), signedIn: true)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let report = try JSONValue(json: Data(outcome.output.utf8))
    let document = try OpenAPIDocument.ofRepository()
    #expect(try document.violations(of: report, againstFile: "json/cli-conformance.schema.json") == [])
    #expect(report["broken"]?.number == 0 && report["untested"]?.number == 0, "\(outcome.output)")
  }

  @Test("a server without idempotency keys conforms, and the table says what that means")
  func keyless() async throws {
    let mock = MarketplaceMock { $0.honoursIdempotencyKeys = false }
    let outcome = try await run(["--write"], against: mock, signedIn: true)
    #expect(outcome.status == 0, "\(outcome.output)")
    #expect(outcome.output.contains("– idempotency keys"))
    #expect(outcome.errors.contains(" kept, 0 broken, 1 optional and missing, "), "\(outcome.errors)")
    #expect(outcome.output.contains("why: without them a client whose response was lost must look"))
    #expect(
      mock.ledger.filter { $0.kind == .created }.count == mock.ledger.filter { $0.kind == .deleted }.count)
  }

  @Test("a server that breaks something required gives exit code 1, with why and how to fix it")
  func broken() async throws {
    let breakage = try #require(Breakage.all.first { $0.check == "order" })
    let market = MarketplaceMock { $0.productCount = 130 }
    let outcome = try await run([], against: BrokenMarket(market: market, breakage: breakage))
    #expect(outcome.status == 1)
    #expect(outcome.output.contains("✗ order") && outcome.output.contains("fix: list products by id"))
  }

  @Test("a server whose list cannot be read gets a report, too")
  func unreadable() async throws {
    let breakage = Breakage(
      check: "envelope",
      response: { request, response in
        if request.head.path?.hasPrefix("/api/products?") == true { response.body = Data("[]".utf8) }
      })
    let outcome = try await run([], against: BrokenMarket(market: MarketplaceMock(), breakage: breakage))
    #expect(outcome.status == 1 && outcome.output.contains("✗ envelope"), "\(outcome)")
  }

  @Test("a server that goes away is said to be that, and has its exit code")
  func vanishes() async throws {
    let outcome = try await run([], against: VanishingMarket(market: MarketplaceMock(), after: 12))
    #expect(outcome.status == 69 && !outcome.output.contains("✗"), "\(outcome)")
    #expect(outcome.output.contains("✓ health"), "\(outcome)")
    #expect(outcome.errors.contains("cannot be reached any more"), "\(outcome)")
  }

  @Test("without a sign-in --write is refused, and a server that cannot be reached is no broken one")
  func refused() async throws {
    let refusal = try await run(["--write"], against: MarketplaceMock())
    #expect(refusal.status == 77, "\(refusal)")
    let environment = ["HOME": home.url.path, "OPENMARKET_SERVER": "http://127.0.0.1:9"]
    #expect(try await market.run(["conformance"], environment: environment).status == 69)
  }
}
