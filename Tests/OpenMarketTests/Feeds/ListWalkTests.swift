import Foundation
import HTTPTypes
import OpenMarketHTTP
import OpenMarketMock
import OpenMarketTestSupport
import Testing

@testable import OpenMarket

@Suite("Reading a whole list", .timeLimit(.minutes(5))) struct ListWalkTests {
  private func walk(
    _ server: SizedServer, size: Int, matching text: String? = nil
  ) async throws -> (ids: [Int64], mayHaveGaps: Bool) {
    let client = try MarketClient(
      server: #require(URL(string: "http://market.test")), transport: server)
    var walk = ListWalk(client: client, size: size, matching: text)
    var ids: [Int64] = []
    while let page = try await walk.next() { ids += page.products.map(\.id.rawValue) }
    return (ids, walk.mayHaveGaps)
  }

  @Test(
    "every product comes once, newest first, whatever the size of pages",
    arguments: [1, 2, 7, 20, 100, 1_000])
  func quiet(size: Int) async throws {
    let result = try await walk(SizedServer(count: 45), size: size)
    #expect(result.ids == (1...45).reversed() && !result.mayHaveGaps)
  }

  @Test("an empty list has no products, and ends")
  func empty() async throws {
    let result = try await walk(SizedServer(count: 0), size: 20)
    #expect(result.ids.isEmpty && !result.mayHaveGaps)
  }

  @Test("a server that refuses long pages is asked for shorter ones")
  func refusedSize() async throws {
    let result = try await walk(SizedServer(count: 300, limit: 50, refuses: true), size: 200)
    #expect(result.ids == (1...300).reversed() && !result.mayHaveGaps)
  }

  @Test(
    "a server that hides entries after it has cut its pages is read to its end", arguments: [7, 10, 20, 100])
  func hidden(size: Int) async throws {
    let result = try await walk(SizedServer(count: 300, hides: 10), size: size)
    #expect(result.ids == (1...300).reversed().filter { $0 % 10 != 0 })
  }

  @Test(
    "a server with a size of its own is read page after page, and it is said that products may be missing")
  func fixedSize() async throws {
    let result = try await walk(SizedServer(count: 45, fixed: 10), size: 10)
    #expect(result.ids == (1...45).reversed() && result.mayHaveGaps)
  }

  @Test("a server whose pages have one product is read page after page, too")
  func singleProducts() async throws {
    let result = try await walk(SizedServer(count: 7, limit: 1), size: 10)
    #expect(result.ids == (1...7).reversed() && result.mayHaveGaps)
  }

  @Test("a server that sorts otherwise is followed in its own order, without gaps", arguments: [7, 20])
  func otherOrder(size: Int) async throws {
    let result = try await walk(SizedServer(count: 45, sortsUp: true), size: size)
    #expect(result.ids == Array(1...45) && !result.mayHaveGaps)
  }

  @Test("what is wrong with an entry, or with every page, is told once", arguments: [5, 7, 20])
  func issues(size: Int) async throws {
    let client = try MarketClient(
      server: #require(URL(string: "http://market.test")), transport: MockTransport(FaultyServer()))
    var walk = ListWalk(client: client, size: size, matching: nil)
    var issues: [String] = []
    while let page = try await walk.next() { issues += page.issues }
    let places = [5, 15, 25, 35].map { "pages[\($0)]: name is missing" }
    #expect(issues.filter { $0.hasPrefix("pages") } == places)
    let dates = [42, 35, 28, 21, 14, 7].map { "product \($0), created_at: “x” is not a date" }
    #expect(issues.filter { $0.hasPrefix("product") } == dates)
    #expect(issues.count { $0.hasPrefix("hasPrev: ") } == 1)
    #expect(issues.count == places.count + dates.count + 1)
  }
}

/// A market of 45 products, of which every tenth has no name and every seventh a date that is none.
private struct FaultyServer: MockHandler {
  private let market = MarketplaceMock { $0.productCount = 45 }

  func handle(_ request: MockRequest) async -> MockResponse {
    var response = await market.handle(request)
    guard var page = try? JSONSerialization.jsonObject(with: response.body) as? [String: Any],
      let products = page["pages"] as? [[String: Any]]
    else { return response }
    page["hasPrev"] = nil
    page["pages"] = products.map { product in
      var product = product
      let id = (product["id"] as? NSNumber)?.intValue ?? 0
      if id.isMultiple(of: 10) { product["name"] = nil }
      if id.isMultiple(of: 7) { product["created_at"] = "x" }
      return product
    }
    if let body = try? JSONSerialization.data(withJSONObject: page) { response.body = body }
    return response
  }
}

/// A market that has its own mind about the size of pages.
private struct SizedServer: HTTPTransport {
  private let market: MockTransport
  private let limit: Int
  private let refuses: Bool
  private let fixed: Int?
  private let hides: Int?
  private let turned: Int?

  // Each product whose number is a multiple of `hides` is left out of its page. The oldest come first where it `sortsUp`.
  init(
    count: Int, limit: Int = 1_000, refuses: Bool = false, fixed: Int? = nil, hides: Int? = nil,
    sortsUp: Bool = false
  ) {
    market = MockTransport(MarketplaceMock { $0.productCount = count })
    (self.limit, self.refuses, self.fixed, self.hides) = (limit, refuses, fixed, hides)
    turned = sortsUp ? count + 1 : nil
  }

  func send(_ request: TransportRequest) async throws -> TransportResponse {
    var request = request
    guard let path = request.head.path, let size = path.firstMatch(of: /items_per_page=(\d+)/),
      let count = Int(size.1)
    else { return try await market.send(request) }
    if refuses, count > limit {
      return TransportResponse(head: HTTPResponse(status: .badRequest), body: .data(Data()))
    }
    let wanted = fixed ?? min(count, limit)
    request.head.path = path.replacing(size.0, with: "items_per_page=\(wanted)")
    let response = try await market.send(request)
    guard hides != nil || turned != nil, case .data(let body) = response.body,
      var page = (try? JSONSerialization.jsonObject(with: body)) as? [String: Any]
    else { return response }
    let entries = page["pages"] as? [[String: Any]] ?? []
    page["pages"] = entries.compactMap { entry -> [String: Any]? in
      guard let id = entry["id"] as? Int else { return entry }
      if let hides, id.isMultiple(of: hides) { return nil }
      guard let turned else { return entry }
      return entry.merging(["id": turned - id]) { $1 }
    }
    let filtered = try JSONSerialization.data(withJSONObject: page)
    return TransportResponse(head: response.head, body: .data(filtered))
  }
}
