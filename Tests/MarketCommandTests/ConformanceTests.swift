import Foundation
import HTTPTypes
import OpenMarketAPI
import OpenMarketHTTP
import OpenMarketMock
import OpenMarketTestSupport
import Synchronization
import Testing

@testable import market

/// A market that does one thing wrong.
struct BrokenMarket: MockHandler {
  let market: MarketplaceMock
  let breakage: Breakage

  func handle(_ request: MockRequest) async -> MockResponse {
    var changed = request
    breakage.request(&changed)
    var response = await market.handle(changed)
    breakage.response(request, &response)
    return response
  }
}

/// A market that stops the run once it has listed a product, before it responds.
private final class StoppingMarket: MockHandler {
  let market: MarketplaceMock
  let run = Mutex<Task<[ConformanceRun.Result], any Error>?>(nil)

  init(market: MarketplaceMock) { self.market = market }

  func handle(_ request: MockRequest) async -> MockResponse {
    let response = await market.handle(request)
    guard request.head.method == .post else { return response }
    while run.withLock({ $0 == nil }), !Task.isCancelled { await giveWay() }
    run.withLock { $0?.cancel() }
    return response
  }
}

/// A market that cannot be reached any more after some requests.
final class VanishingMarket: MockHandler {
  let market: MarketplaceMock
  private let left: Mutex<Int>

  init(market: MarketplaceMock, after count: Int) {
    self.market = market
    left = Mutex(count)
  }

  func handle(_ request: MockRequest) async -> MockResponse {
    let isGone = left.withLock { left in
      left -= 1
      return left < 0
    }
    if isGone { market.addFault(Fault(.disconnect)) }
    return await market.handle(request)
  }
}

/// What a server does wrong, and the check that must find it.
struct Breakage: Sendable, CustomTestStringConvertible {
  let check: String
  var request: @Sendable (inout MockRequest) -> Void = { _ in }
  var response: @Sendable (MockRequest, inout MockResponse) -> Void = { _, _ in }

  var testDescription: String { check }

  /// Another text in the bodies of responses to such requests.
  static func text(
    _ check: String, _ method: HTTPRequest.Method = .get, at path: String = "", _ old: String, _ new: String
  ) -> Breakage {
    Breakage(
      check: check,
      response: { request, response in
        guard request.head.method == method, request.head.path?.hasPrefix(path) == true else { return }
        let body = String(decoding: response.body, as: UTF8.self)
        response.body = Data(body.replacing(old, with: new).utf8)
      })
  }

  /// Another status wherever one is given.
  static func status(
    _ check: String, _ old: Int, _ new: Int,
    where applies: @escaping @Sendable (MockRequest) -> Bool = { _ in true }
  ) -> Breakage {
    Breakage(
      check: check,
      response: { request, response in
        if response.head.status.code == old, applies(request) { response.head.status = .init(code: new) }
      })
  }

  /// A field that is missing in responses, or has another value.
  static func field(
    _ check: String, at path: String, _ name: HTTPField.Name, _ value: String? = nil
  ) -> Breakage {
    Breakage(
      check: check,
      response: { request, response in
        if request.head.path?.hasPrefix(path) == true { response.head.headerFields[name] = value }
      })
  }

  /// Another path and query.
  static func path(_ check: String, _ change: @escaping @Sendable (String) -> String) -> Breakage {
    Breakage(check: check, request: { $0.head.path = $0.head.path.map(change) })
  }

  static let all: [Breakage] = [
    .text("health", at: "/healthChecker", "\"", ""),
    .field("json type", at: "/api/products?", .contentType, "text/html"),
    .text("list item", at: "/api/products?", "\"thumbnail\"", "\"thumb\""),
    .text("detail", at: "/api/products/", "\"vendors\"", "\"seller\""),
    .text("prices", at: "/api/products?", "\"bargain_price\":", "\"bargain_price\":1"),
    .text("stock", at: "/api/products?", "\"stock\":", "\"stock\":-1"),
    .text("dates", at: "/api/products?", "T00:00:00", "T99:00:00"),
    .text("envelope", at: "/api/products?", "\"hasPrev\"", "\"has\""),
    .text("arithmetic", at: "/api/products?", "\"lastPage\":", "\"lastPage\":1"),
    .text("arithmetic", at: "/api/products?page_no=3", "\"limit\":20", "\"limit\":40"),
    Breakage(
      check: "arithmetic",
      response: { request, response in
        guard request.head.path?.contains("page_no=2&") == true else { return }
        response = MockResponse(head: HTTPResponse(status: .noContent))
      }),
    .text("order", at: "/api/products?", "\"id\":130,", "\"id\":1,"),
    .status("page size 100", 200, 400) { $0.head.path?.contains(/items_per_page=\d{3}/) == true },
    .status("defaults", 200, 400) { $0.head.path == "/api/products" },
    .text("past the end", at: "/api", "\"pages\":[]", "\"pages\":[{}]"),
    .status("page bounds", 400, 200),
    .path("search") { $0.replacing("search_value=%", with: "search_value=x%") },
    .path("search filters") { $0.replacing(/&search_value=.+/, with: "") },
    .path("search plus") { $0.replacing(/\?search_value=%2B.+/, with: "") },
    .path("empty search") { $0.hasSuffix("search_value=") ? $0 + "nothing" : $0 },
    .status("unknown parameters", 200, 400) { $0.head.path?.contains("unknown") == true },
    .status("trailing slash", 200, 404) { $0.head.path?.hasPrefix("/api/products/?") == true },
    .status("unknown product", 404, 400),
    .text("error body", at: "/api/products/9", "message", "text"),
    .status("wrong method", 405, 200),
    .field("list ETag", at: "/api/products?", .eTag), .field("detail ETag", at: "/api/products/", .eTag),
    .field("image", at: "/images/", .contentType, "text/html"), .field("image ETag", at: "/images/", .eTag),
    Breakage(check: "image ranges", request: { $0.head.headerFields[.range] = nil }),
    .status("HEAD", 200, 405) { $0.head.method == .head },
    .status("suggestions", 200, 404) { $0.head.path?.hasPrefix("/api/suggestions") == true },

    .text("create", .post, at: "/api/products", "45000.0", "45001.0"),
    Breakage(
      check: "photos",
      response: { request, response in
        guard request.head.method == .post,
          var product = try? JSONSerialization.jsonObject(with: response.body) as? [String: Any],
          let images = product["images"] as? [Any]
        else { return }
        product["images"] = Array(images.suffix(1))
        response.body = (try? JSONSerialization.data(withJSONObject: product)) ?? response.body
      }),
    Breakage(
      check: "edit",
      request: { request in
        guard request.head.method == .patch else { return }
        let body = String(decoding: request.body, as: UTF8.self)
        request.body = Data(body.replacing("\"stock\":0", with: "\"stock\":0,\"discounted_price\":0").utf8)
      }),
    .text("large price", at: "/api/products/", "6.15E7", "6.1E7"),
    .text("texts", at: "/api/products/", "\\t", " "),
    .status("unknown vendor", 401, 400), .status("wrong secret", 403, 400),
    .status("validation", 400, 202) { $0.head.method == .patch },
    Breakage(check: "idempotency keys", request: { $0.head.headerFields[.idempotencyKey] = nil }),
    .status("key reused", 422, 409),
    .status("deletion", 404, 410),
    .status("deletion by number", 404, 200) { $0.head.method == .delete },
    .status("clean up", 200, 500) { $0.head.path?.hasSuffix("/archived") == true },
  ]
}

@Suite("market conformance", .timeLimit(.minutes(5)))
struct ConformanceTests {
  let mock = MarketplaceMock { $0.productCount = 130 }

  private func run(
    _ handler: some MockHandler, writes: Bool = true, only names: Set<String>? = nil
  ) throws -> ConformanceRun {
    let vendor = MarketplaceMock.Vendor.sample
    let probe = ConformanceProbe(
      server: try #require(URL(string: "http://market.test")), transport: MockTransport(handler),
      timeout: .seconds(60),
      credentials: try VendorCredentials(identifier: vendor.identifier, secret: vendor.secret))
    return ConformanceRun(probe: probe, writes: writes, only: names)
  }

  private func results(
    _ handler: some MockHandler, writes: Bool = true, only names: Set<String>? = nil
  ) async throws -> [ConformanceRun.Result] {
    try await run(handler, writes: writes, only: names).run { _ in }
  }

  @Test("the mock market keeps everything, and nothing of the test stays on it")
  func mockConforms() async throws {
    for result in try await results(mock) {
      guard case .kept = result.finding else {
        Issue.record("\(result.check.name): \(result.finding)")
        continue
      }
    }
    #expect(
      mock.ledger.filter { $0.kind == .created }.count == mock.ledger.filter { $0.kind == .deleted }.count)
    #expect(mock.ledger.count > 20)
  }

  @Test(
    "the original's paging is no violation, whatever the number of products", arguments: [0, 1, 8, 30, 130])
  func originalPaging(count: Int) async throws {
    let original = MarketplaceMock {
      $0.productCount = count
      $0.usesOriginalPaging = true
    }
    let results = try await results(original)
    #expect(results.filter { if case .broken = $0.finding { true } else { false } }.map(\.check.name) == [])
    let arithmetic = try #require(results.first { $0.check.name == "arithmetic" })
    let words = "five windows agree" + (count > 20 ? "; page n has n times as many, as the original's" : "")
    #expect(arithmetic.finding == .kept(words))
  }

  @Test("each check finds the mistake it is for", arguments: Breakage.all)
  func findsMistake(breakage: Breakage) async throws {
    // To clean up there must be something that was listed.
    let results = try await results(
      BrokenMarket(market: mock, breakage: breakage), only: [breakage.check, "create"])
    let result = try #require(results.first { $0.check.name == breakage.check })
    guard case .broken(let text) = result.finding else {
      Issue.record("\(breakage.check): \(result.finding)")
      return
    }
    #expect(!text.isEmpty)
    #expect(result.isFailure == (result.check.level == .required))
  }

  @Test("every check has been seen to fail, and says why and what to do")
  func complete() throws {
    let names = try run(mock).checks.map(\.name)
    #expect(Set(names).count == names.count)
    #expect(Set(names) == Set(Breakage.all.map(\.check)))
    for check in ConformanceCheck.reading + ConformanceCheck.selling {
      #expect(!check.reason.isEmpty && !check.remedy.isEmpty)
    }
  }

  @Test("without permission to write nothing is written, and only reading methods are sent")
  func readOnly() async throws {
    let results = try await results(mock, writes: false)
    #expect(!results.contains { $0.check.topic == .selling })
    #expect(mock.ledger.isEmpty)
    // PUT goes to the health checker, to see it refused.
    #expect(
      mock.requestLog.allSatisfy { [.get, .head].contains($0.method) || $0.target == "/healthChecker" })
  }

  @Test("a redirect is reported with its target")
  func redirect() async throws {
    let breakage = Breakage(
      check: "health",
      response: { _, response in
        response = MockResponse(
          head: HTTPResponse(status: .movedPermanently, headerFields: [.location: "/healthChecker/"]))
      })
    let broken = BrokenMarket(market: mock, breakage: breakage)
    let result = try await results(broken, writes: false, only: ["health"]).first
    #expect(result?.finding == .broken("status 301 instead of 200, to /healthChecker/"))
  }

  @Test("an empty market is not tested where there is nothing to look at, and nothing is broken")
  func empty() async throws {
    let results = try await results(MarketplaceMock { $0.productCount = 0 }, writes: false)
    #expect(results.filter { $0.isFailure }.map(\.check.name) == [])
    #expect(results.contains { $0.finding == .untested("there are no products") })
  }

  @Test("faults of the network break checks and end nothing, and what was listed is deleted")
  func faults() async throws {
    mock.setFaultPlan(
      FaultPlan(seed: 3) {
        $0.match = .init(.get)
        $0.truncate = 0.3
        $0.garbage = 0.2
      })
    let results = try await results(mock)
    #expect(results.contains { $0.isFailure } && results.last?.finding == .kept("all deleted"))
  }

  @Test("a server that goes away ends the run, and no check is broken by that", arguments: [0, 12, 60])
  func vanishes(count: Int) async throws {
    let run = try run(VanishingMarket(market: mock, after: count))
    let reported = Mutex<[ConformanceRun.Result]>([])
    let error = await #expect(throws: HTTPError.self) {
      try await run.run { result in reported.withLock { $0.append(result) } }
    }
    #expect(error?.code == .unreachable && error?.message.contains("cannot be reached any more") == true)
    let results = reported.withLock { $0 }
    #expect(results.isEmpty == (count == 0) && !results.contains { $0.isFailure })
  }

  @Test("a connection that is lost by chance breaks nothing, and one that is lost each time does")
  func lostConnection() async throws {
    mock.addFault(Fault(.disconnect))
    let once = try await results(mock, writes: false)
    #expect(once.filter { $0.isFailure }.map(\.check.name) == [])
    mock.addFault(Fault(.disconnect, on: .get, "/healthChecker", times: 2))
    let always = try await results(mock, writes: false)
    #expect(always.filter { $0.isFailure }.map(\.check.name) == ["health"] && always.count == once.count)
  }

  @Test("a run that is stopped while a listing is on its way waits for it, and cleans up")
  func stopped() async throws {
    let market = StoppingMarket(market: mock)
    let run = Task { try await results(market) }
    market.run.withLock { $0 = run }
    await #expect(throws: CancellationError.self) { try await run.value }
    let created = mock.ledger.filter { $0.kind == .created }
    #expect(!created.isEmpty && created.count == mock.ledger.filter { $0.kind == .deleted }.count)
  }
}
