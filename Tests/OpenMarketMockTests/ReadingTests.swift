import Foundation
import HTTPTypes
import OpenMarketMock
import Testing

@Suite("Mock market: reading")
struct ReadingTests {
  let mock = MarketplaceMock { $0.productCount = 45 }

  @Test("The health check is a JSON string, with quotes")
  func health() async {
    let response = await mock.send(.get, "/healthChecker")
    #expect(response.status == 200)
    #expect(response.text == "\"OK\"")
    #expect(response[.contentType] == "application/json")
  }

  @Test("The list envelope has the contract's keys in its order, and the newest product first")
  func envelope() async throws {
    let response = await mock.send(.get, "/api/products?page_no=2&items_per_page=20")
    #expect(
      response.text.hasPrefix(
        #"{"pageNo":2,"itemsPerPage":20,"totalCount":45,"offset":20,"limit":20,"lastPage":3,"#
          + #""hasNext":true,"hasPrev":true,"pages":[{"id":"#))
    let ids = try #require(response.json["pages"] as? [[String: Any]]).compactMap { $0["id"] as? Int }
    #expect(ids == Array((6...25).reversed()))
  }

  @Test(
    "Pages: defaults, the last, past the end, and nothing found",
    arguments: [
      ("", 1, 20, 3, true, 20), ("?page_no=3", 3, 20, 3, false, 5), ("?page_no=4", 4, 20, 3, false, 0),
      ("?page_no=2147483647&items_per_page=1000", 2_147_483_647, 1000, 1, false, 0),
      ("?search_value=no%20such%20thing", 1, 20, 0, false, 0), ("?search_value", 1, 20, 3, true, 20),
      ("?search_value=&page_no=1", 1, 20, 3, true, 20),
    ])
  func pages(query: String, number: Int, size: Int, last: Int, hasNext: Bool, count: Int) async {
    let json = await mock.send(.get, "/api/products" + query).json
    #expect(json["pageNo"] as? Int == number)
    #expect(json["itemsPerPage"] as? Int == size)
    #expect(json["lastPage"] as? Int == last)
    #expect(json["hasNext"] as? Bool == hasNext)
    #expect(json["hasPrev"] as? Bool == (number > 1))
    #expect(json["offset"] as? Int == (number - 1) * size)
    #expect((json["pages"] as? [Any])?.count == count)
  }

  @Test(
    "Malformed or outlying parameters are 400 with the error body",
    arguments: [
      "page_no=0", "page_no=-1", "page_no=2147483648", "page_no=x", "page_no=", "page_no=1.0",
      "page_no=99999999999999999999", "page_no=+1", "items_per_page=0", "items_per_page=1001",
      "search_value=%FF", "search_value=%zz",
    ])
  func parameters(query: String) async {
    let response = await mock.send(.get, "/api/products?" + query)
    #expect(response.status == 400)
    #expect(response.json["code"] as? Int == 400)
    #expect((response.json["message"] as? String)?.isEmpty == false)
    #expect(response[.contentType] == "application/json")
  }

  @Test("Of repeated keys the first counts, unknown ones are ignored, names may be encoded")
  func queryKeys() async {
    let json = await mock.send(.get, "/api/products?x=%FF&items_per_page=3&page%5Fno=2&page_no=7&&=").json
    #expect(json["pageNo"] as? Int == 2)
    #expect(json["itemsPerPage"] as? Int == 3)
  }

  @Test("A product has the detail's keys in the contract's order")
  func detail() async throws {
    let response = await mock.send(.get, "/api/products/1")
    #expect(response.status == 200)
    let keys = [
      "id", "vendor_id", "name", "description", "thumbnail", "currency", "price", "bargain_price",
      "discounted_price", "stock", "created_at", "issued_at", "images", "vendors",
    ]
    let positions = try keys.map { try #require(response.text.firstRange(of: "\"\($0)\":")?.lowerBound) }
    #expect(positions == positions.sorted())
    #expect(response.json.count == keys.count)
    let image = try #require((response.json["images"] as? [[String: Any]])?.first)
    #expect(image.keys.sorted() == ["id", "issued_at", "thumbnail_url", "url"])
    #expect((response.json["vendors"] as? [String: Any])?.keys.sorted() == ["id", "name"])
  }

  @Test(
    "Paths that lead nowhere are 404",
    arguments: [
      "/", "/api", "/api/products/46", "/api/products/0", "/api/products/abc", "/api/products/%FF",
      "/api/products/99999999999999999999", "/api/products/1/x", "/images/7/20240101/x.jpg", "/images", "//",
      "/__mock", "/__mock/unknown", "/api/products/-1", "/api/products/+1",
    ])
  func nowhere(path: String) async {
    let response = await mock.send(.get, path)
    #expect(response.status == 404)
    #expect(response.json["code"] as? Int == 404)
  }

  @Test(
    "One trailing slash and an empty query change nothing",
    arguments: [
      "/healthChecker", "/api/products", "/api/products/7", "/api/suggestions",
    ])
  func trailing(path: String) async {
    let plain = await mock.send(.get, path)
    #expect(plain.status == 200)
    for variant in [path + "/", path + "?", path + "/?"] {
      #expect(await mock.send(.get, variant).body == plain.body)
    }
  }

  @Test(
    "HEAD responses as GET does, with the same fields",
    arguments: [
      "/healthChecker", "/api/products", "/api/products/3", "/api/suggestions?query=a", "/api/products/999",
    ])
  func head(path: String) async {
    let get = await mock.send(.get, path)
    let head = await mock.send(.head, path)
    #expect(head.head == get.head)
    #expect(head.body.count == get.body.count, "the adapter announces this length")
  }

  @Test(
    "A wrong method on a known path is 405 with Allow",
    arguments: [
      ("/healthChecker", "POST", "GET, HEAD"), ("/api/products", "DELETE", "GET, HEAD, POST"),
      ("/api/products/1", "PUT", "GET, HEAD, PATCH, DELETE"), ("/api/products/1/archived", "GET", "POST"),
      ("/api/suggestions", "PATCH", "GET, HEAD"), ("/images/1/20240101/a", "POST", "GET, HEAD"),
      ("/__mock/reset", "GET", "POST"), ("/api/products", "OPTIONS", "GET, HEAD, POST"),
    ])
  func methods(path: String, method: String, allowed: String) async throws {
    let response = await mock.send(try #require(HTTPRequest.Method(rawValue: method)), path)
    #expect(response.status == 405)
    #expect(response[.allow] == allowed)
  }

  @Test("A GET may declare a content type it does not need")
  func getWithContentType() async {
    let response = await mock.send(.get, "/api/products/1", [.contentType: "multipart/form-data; boundary=x"])
    #expect(response.status == 200)
  }

  @Test("Links lead to the configured address, or else to where the request was sent")
  func links() async throws {
    #expect(await mock.send(.get, "/api/products/1").text.contains("\"http://market.test/images/"))
    let url = URL(string: "https://img.example/base/")
    let other = MarketplaceMock {
      $0.productCount = 1
      $0.baseURL = url
    }
    #expect(await other.send(.get, "/api/products/1").text.contains("\"https://img.example/base/images/"))
  }

  @Test(
    "Behind a proxy links lead to where the client has sent its request",
    arguments: [
      ("X-Forwarded-Proto", "https", "https://market.test"),
      ("X-Forwarded-Proto", "HTTPS, http", "https://market.test"),
      ("X-Forwarded-Proto", "gopher", "http://market.test"), ("X-Forwarded-Proto", "", "http://market.test"),
      ("X-Forwarded-Host", "shop.test:8443", "http://shop.test:8443"),
      ("X-Forwarded-Host", "a\"b", "http://localhost"),
      ("Forwarded", "for=10.0.0.1;proto=https", "https://market.test"),
      ("Forwarded", "Proto=https;Host=\"shop.test:8443\", for=10.0.0.2;proto=http", "https://shop.test:8443"),
      ("Forwarded", "for=\"unclosed", "http://market.test"), ("Forwarded", "", "http://market.test"),
    ])
  func forwarded(field: String, value: String, origin: String) async throws {
    let fields: HTTPFields = [try #require(HTTPField.Name(field)): value]
    #expect(await mock.send(.get, "/api/products/1", fields).text.contains("\"\(origin)/images/"))
  }

  @Test("Forwarded wins over the fields that it took the place of, and a configured address over both")
  func forwardedPrecedence() async throws {
    var fields: HTTPFields = [try #require(HTTPField.Name("Forwarded")): "proto=http"]
    fields[try #require(HTTPField.Name("X-Forwarded-Proto"))] = "https"
    #expect(await mock.send(.get, "/api/products/1", fields).text.contains("\"http://market.test/images/"))
    let url = URL(string: "http://img.example")
    let other = MarketplaceMock {
      $0.productCount = 1
      $0.baseURL = url
    }
    #expect(await other.send(.get, "/api/products/1", fields).text.contains("\"http://img.example/images/"))
  }

  private static func down(_ first: Int, _ last: Int) -> [Int] { (last...first).reversed() }

  @Test(
    "The original's pages have n times as many products, and past the end there is nothing at all",
    arguments: [
      (1, 10, 200, down(45, 36), 10, true), (2, 10, 200, down(35, 16), 20, true),
      (3, 10, 200, down(25, 1), 30, true),
      (5, 10, 200, down(5, 1), 50, false), (6, 10, 204, [], 0, false), (1, 100, 200, down(45, 1), 100, false),
      (2_147_483_647, 1000, 204, [], 0, false),
    ] as [(Int, Int, Int, [Int], Int, Bool)])
  func originalPaging(
    page: Int, size: Int, status: Int, ids: [Int], limit: Int, hasNext: Bool
  ) async {
    let original = MarketplaceMock {
      $0.productCount = 45
      $0.usesOriginalPaging = true
    }
    let response = await original.send(.get, "/api/products?page_no=\(page)&items_per_page=\(size)")
    #expect(response.status == status)
    guard status == 200 else {
      #expect(response.body.isEmpty && response[.contentType] == nil)
      return
    }
    #expect((response.json["pages"] as? [[String: Any]])?.compactMap { $0["id"] as? Int } == ids)
    #expect(response.json["offset"] as? Int == (page - 1) * size && response.json["limit"] as? Int == limit)
    #expect(response.json["hasNext"] as? Bool == hasNext)
  }

  @Test("The original's first page of nothing is a page")
  func originalEmptyPage() async {
    let original = MarketplaceMock { $0.usesOriginalPaging = true }
    let response = await original.send(.get, "/api/products?search_value=no%20such%20thing")
    #expect(response.status == 200 && response.json["hasNext"] as? Bool == false)
  }

  @Test("An authority that cannot stand in a link does not get into the JSON")
  func hostileAuthority() async {
    let head = HTTPRequest(
      method: .get, scheme: "http", authority: "a\"b", path: "/api/products/1", headerFields: [:])
    let response = await mock.handle(MockRequest(head: head))
    #expect(response.json["thumbnail"] is String)
  }

  @Test(
    "Suggestions are a JSON array of texts; an empty query gives none",
    arguments: [
      ("", 200), ("?query=", 200), ("?query=zzzzzz", 200), ("?query=a&limit=50", 200),
      ("?query=a&limit=0", 400),
      ("?query=a&limit=51", 400), ("?query=a&limit=x", 400),
    ])
  func suggestions(query: String, status: Int) async {
    let response = await mock.send(.get, "/api/suggestions" + query)
    #expect(response.status == status)
    guard status == 200 else { return }
    #expect((try? JSONSerialization.jsonObject(with: response.body)) is [String])
    if query.isEmpty || query == "?query=" { #expect(response.text == "[]") }
  }

  @Test("A search matches vendor names, takes + as a space and %2B as a plus")
  func search() async throws {
    let form = ProductForm().with("name", "\"Lamp C+ x\"")
    let id = try await mock.createProduct(form)
    for query in ["lamp+C%2B+X", "%20c%2b%20", MarketplaceMock.Vendor.sample.name] {
      let escaped =
        query.contains("%") ? query : query.addingPercentEncoding(withAllowedCharacters: .alphanumerics)
      let json = await mock.send(.get, "/api/products?search_value=\(escaped ?? "")").json
      let ids = (json["pages"] as? [[String: Any]] ?? []).compactMap { $0["id"] as? Int }
      #expect(ids.first == id, "\(query)")
    }
    #expect(await mock.send(.get, "/api/products?search_value=lamp+C+++X").json["totalCount"] as? Int == 0)
  }
}
