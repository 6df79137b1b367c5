import Foundation
import OpenMarketAPI
import OpenMarketHTTP
import OpenMarketMock
import OpenMarketTestSupport
import Testing

@Suite("Reading")
struct ReadingTests {
  @Test("health is read with quotes or without", arguments: ["\"OK\"", "OK"])
  func health(body: String) async throws {
    try await ScriptedTransport.play([.get("/healthChecker", .json(body))]) {
      let health = try await testClient($0).health()
      #expect(health == .ok)
    }
  }

  @Test("another state of health is kept; a page that is no JSON is an error")
  func strangeHealth() async throws {
    let script: [ScriptedTransport.Stub] = [
      .get("/healthChecker", .json("\"DEGRADED\"")),
      .get("/healthChecker", .response(200, body: "<html>OK</html>")),
    ]
    try await ScriptedTransport.play(script) { transport in
      let client = try testClient(transport)
      #expect(try await client.health().rawValue == "DEGRADED")
      let error = await #expect(throws: HTTPError.self) { try await client.health() }
      #expect(error?.code == .invalidResponse)
    }
  }

  @Test("a search is sent composed and percent-encoded, a plus as %2B")
  func search() async throws {
    let path = "/api/products?page_no=2&items_per_page=50&search_value=%20a%2Bb%26%EA%B0%80"
    try await ScriptedTransport.play([.get(path, .response(204))]) { transport in
      let text = " a+b&가".decomposedStringWithCanonicalMapping
      let page = try await testClient(transport).products(page: 2, size: 50, matching: text)
      #expect(page == .pastTheEnd(page: 2, itemsPerPage: 50))
      #expect(!page.hasNext && page.hasPrevious && page.products.isEmpty)
    }
  }

  @Test(
    "a 200 without a body is an empty page with a warning, and proves nothing", arguments: ["", " \r\n\t"])
  func noBody(body: String) async throws {
    let path = "/api/products?page_no=2&items_per_page=50"
    try await ScriptedTransport.play([.get(path, .response(200, body: body))]) { transport in
      let page = try await testClient(transport).products(page: 2, size: 50)
      #expect(page.products.isEmpty && !page.hasNext && page.page == 2 && page.itemsPerPage == 50)
      #expect(page.issues == ["pages: the response has no body, and is taken for an empty page"])
      #expect(!page.hasBody && !page.statesCounts)
    }
  }

  @Test("an envelope that says nothing but its list is a page with warnings")
  func bareEnvelope() async throws {
    let path = "/api/products?page_no=2&items_per_page=50"
    try await ScriptedTransport.play([.get(path, .json(#"{"pages":[]}"#))]) { transport in
      let page = try await testClient(transport).products(page: 2, size: 50)
      #expect(page.page == 2 && page.offset == 50 && !page.hasNext && page.issues.count == 8)
    }
  }

  @Test(
    "the original's market is read page by page, and walked through in few requests", arguments: [1, 57, 60])
  func originalPaging(count: Int) async throws {
    let mock = MarketplaceMock {
      $0.productCount = count
      $0.usesOriginalPaging = true
    }
    let client = try testClient(MockTransport(mock))
    var ids: [Int64] = []
    for page in 1...4 { ids += try await client.products(page: page, size: 20).products.map(\.id.rawValue) }
    #expect(ids == (1...Int64(count)).reversed())
    for size in [1, 3, 20, 100] {
      let before = mock.requestLog.count
      ids = []
      for try await page in client.pages(size: size) { ids += page.products.map(\.id.rawValue) }
      #expect(ids == (1...Int64(count)).reversed(), "size \(size)")
      #expect(mock.requestLog.count - before <= 8, "size \(size)")
    }
  }

  @Test("an empty search is no search")
  func emptySearch() async throws {
    try await ScriptedTransport.play([.get("/api/products?page_no=1&items_per_page=20", .response(204))]) {
      _ = try await testClient($0).send(Endpoints.ListProducts(matching: ""))
    }
  }

  @Test("suggestions are sent composed")
  func suggestions() async throws {
    let stub = ScriptedTransport.Stub.get(
      "/api/suggestions?query=%EC%BA%A0&limit=3", .json(#"["캠핑 의자","캠핑 랜턴"]"#))
    try await ScriptedTransport.play([stub]) {
      let found = try await testClient($0).suggestions(
        for: "캠".decomposedStringWithCanonicalMapping, limit: 3)
      #expect(found == ["캠핑 의자", "캠핑 랜턴"])
    }
  }

  @Test("a number out of range is refused, and nothing is sent")
  func ranges() async throws {
    let client = try testClient(ScriptedTransport([]))
    func code(_ call: () async throws -> some Any) async -> HTTPError.Code? {
      do { _ = try await call() } catch { return (error as? HTTPError)?.code }
      return nil
    }
    #expect(await code { try await client.products(page: 0) } == .invalidInput)
    #expect(await code { try await client.products(page: 2_147_483_648) } == .invalidInput)
    #expect(await code { try await client.products(size: 0) } == .invalidInput)
    #expect(await code { try await client.products(size: 1_001) } == .invalidInput)
    #expect(await code { try await client.suggestions(for: "a", limit: 0) } == .invalidInput)
    #expect(await code { try await client.suggestions(for: "a", limit: 51) } == .invalidInput)
    #expect(
      await code {
        var pages = client.pages(size: 0).makeAsyncIterator()
        return try await pages.next()
      } == .invalidInput)
  }

  @Test("the mock market's pages and details agree, and a walk finds each product once")
  func mock() async throws {
    let client = try testClient(MockTransport(MarketplaceMock { $0.productCount = 57 }))
    var ids: [Product.ID] = []
    for try await page in client.pages(size: 20) {
      #expect(page.totalCount == 57 && page.issues.isEmpty)
      ids += page.products.map(\.id)
    }
    #expect(ids.count == 57 && ids == Set(ids).sorted(by: >))

    let page = try await client.send(Endpoints.ListProducts(page: 3, size: 20))
    let listed = try #require(page.products.last)
    let displayed = try await client.http.send(Endpoints.ProductDetail(listed.id))
    #expect(
      displayed.name == listed.name && displayed.price == listed.price
        && displayed.createdAt == listed.createdAt)
    #expect(
      displayed.vendor?.name == listed.vendorName && displayed.images?.first?.thumbnailURL == listed.thumbnail
    )
    #expect(try await client.products(page: 4, size: 20).products.isEmpty)
  }

  @Test("what the server says about a refusal is in the error")
  func refusal() async throws {
    let client = try testClient(MockTransport(MarketplaceMock()))
    let error = await #expect(throws: HTTPError.self) { try await client.product(999_999) }
    #expect(error?.code == .notFound && error?.context?.template == "/api/products/{id}")
    #expect(error?.serverMessage?.isEmpty == false)
  }
}
