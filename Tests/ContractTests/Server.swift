import Foundation
import HTTPTypes
import OpenMarketMock
import OpenMarketTestSupport
import Synchronization
import Testing

/// A request with a body.
struct Write {
  var method: HTTPRequest.Method
  var path: String
  var type: String?
  var body = Data()

  init(_ method: HTTPRequest.Method, _ path: String, json: String? = nil) {
    self.method = method
    self.path = path
    if let json { (type, body) = ("application/json", Data(json.utf8)) }
  }

  /// The same with something else in place.
  func with(path: String? = nil, type: String? = nil, body: Data? = nil) -> Write {
    var copy = self
    if let path { copy.path = path }
    if let type { copy.type = type }
    if let body { copy.body = body }
    return copy
  }
}

/// A mock market whose every response is held against the document, and remembered.
final class Server: Sendable {
  private let mock: MarketplaceMock
  private let document: OpenAPIDocument
  private let exchanges = Mutex<Set<String>>([])

  init(mock: MarketplaceMock, document: OpenAPIDocument) {
    self.mock = mock
    self.document = document
  }

  /// What got a response so far, as `operationId → status`.
  var seen: Set<String> { exchanges.withLock { $0 } }

  /// Sends a request, expects its status, and that the response keeps to the document.
  @discardableResult
  func ask(
    _ method: HTTPRequest.Method, _ path: String, _ fields: HTTPFields = [:], body: Data = Data(),
    expecting status: Int
  ) async throws -> MockResponse {
    let host = path.hasPrefix("/__mock/") ? "localhost" : "market.test"
    let head = HTTPRequest(method: method, scheme: "http", authority: host, path: path, headerFields: fields)
    var response = await mock.handle(MockRequest(head: head, body: body))
    if method == .head { response.body = Data() }  // as every adapter does
    #expect(response.head.status.code == status, "\(method.rawValue) \(path)")
    // 405 is what the document promises with a path's own methods for any other.
    let methods = status == 405 ? [.get, .post, .patch, .delete] : [method]
    for method in methods {
      let target = String(path.prefix { $0 != "?" })
      guard let (operation, _) = document.operation(method: method.rawValue, path: target) else { continue }
      var asked = head
      asked.method = method
      let found = try document.violations(ofResponse: response.head, body: response.body, to: asked)
      #expect(found == [], "\(method.rawValue) \(path)")
      exchanges.withLock { _ = $0.insert("\(operation.id) → \(response.head.status.code)") }
    }
    return response
  }

  /// Sends a write as the vendor `identifier`.
  @discardableResult
  func ask(_ call: Write, as identifier: String?, key: String? = nil, expecting status: Int) async throws
    -> MockResponse
  {
    var fields: HTTPFields = [:]
    fields[.contentType] = call.type
    if let name = HTTPField.Name("identifier") { fields[name] = identifier }
    if let name = HTTPField.Name("Idempotency-Key") { fields[name] = key }
    return try await ask(call.method, call.path, fields, body: call.body, expecting: status)
  }

  /// Shows what an idempotency key does: 409 while the first request runs, then a replay, and 422 for `other`.
  func askTwice(_ call: Write, other: Write, as identifier: String) async throws {
    let (busy, key) = (UUID().uuidString, UUID().uuidString)
    mock.addFault(Fault(.delay(.seconds(3600)), phase: .after))
    let first = try await ask(
      call, as: identifier, key: call.method == .delete ? key : busy, expecting: ok(call))
    if call.method == .delete {
      try await ask(call, as: identifier, key: key, expecting: 409)
      return try await ask(other, as: identifier, key: key, expecting: 422).ignored
    }
    try await ask(call, as: identifier, key: busy, expecting: 409)
    try await ask(call, as: identifier, key: key, expecting: ok(call))
    let replayed = try await ask(call, as: identifier, key: key, expecting: first.head.status.code)
    #expect(replayed.head.headerFields.contains { $0.name.canonicalName == "idempotent-replayed" })
    try await ask(other, as: identifier, key: key, expecting: 422)
  }

  /// The path of the first photo of a product.
  func image(of id: Int) async throws -> String? {
    let response = try await ask(.get, "/api/products/\(id)", expecting: 200)
    let url = try JSONValue(json: response.body)["images"]?.elements.first?["url"]?.string
    return url.flatMap { URL(string: $0)?.path }
  }

  private func ok(_ call: Write) -> Int {
    switch (call.method, call.path) {
    case (.post, "/api/products"): 201
    case (.patch, _): 202
    default: 200
    }
  }
}

extension MockResponse {
  /// Nothing: the response was checked on its way.
  fileprivate var ignored: Void { () }
}
