import Foundation
import HTTPTypes
import OpenMarketHTTP
import OpenMarketMock
import Testing

/// Short ways to talk to a mock market in tests.
extension MarketplaceMock {
  /// Sends one request as a loopback peer, to the control plane by this machine's name.
  func send(
    _ method: HTTPRequest.Method = .get, _ path: String, _ fields: HTTPFields = [:], body: Data = Data()
  ) async -> MockResponse {
    let host = path.hasPrefix("/__mock/") ? "localhost" : "market.test"
    let head = HTTPRequest(method: method, scheme: "http", authority: host, path: path, headerFields: fields)
    return await handle(MockRequest(head: head, body: body))
  }

  /// Sends a JSON body as ``Vendor/sample``, or as whoever `fields` identifies.
  func send(
    _ method: HTTPRequest.Method, _ path: String, json: String, _ fields: HTTPFields = [:]
  ) async -> MockResponse {
    var all: HTTPFields = [.contentType: "application/json", .identifier: Vendor.sample.identifier]
    for field in fields { all[field.name] = field.value }
    return await send(method, path, all, body: Data(json.utf8))
  }

  /// Creates a product as ``Vendor/sample`` and returns its id.
  func createProduct(_ form: ProductForm = ProductForm()) async throws -> Int {
    let response = await send(.post, "/api/products", form.fields(), body: form.body)
    return try #require(response.json["id"] as? Int)
  }
}

extension MockResponse {
  /// The status code.
  var status: Int { head.status.code }
  /// The body as text.
  var text: String { String(decoding: body, as: UTF8.self) }
  /// The body as a JSON object; empty when it is none.
  var json: [String: Any] { (try? JSONSerialization.jsonObject(with: body)) as? [String: Any] ?? [:] }
  /// The body as a JSON array of objects; empty when it is none.
  var list: [[String: Any]] { (try? JSONSerialization.jsonObject(with: body)) as? [[String: Any]] ?? [] }
  /// The value of a field.
  subscript(_ name: HTTPField.Name) -> String? { head.headerFields[name] }
}
