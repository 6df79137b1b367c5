import Foundation
import OpenMarket

/// Sends single requests to the server under test, as bytes, without anything that a client would mend.
struct ConformanceProbe: Sendable {
  typealias Finding = ConformanceCheck.Finding

  struct Response: Sendable {
    var status: Int
    var fields: HTTPFields
    var body: Data

    func json() throws -> JSONValue {
      do {
        return try JSONDecoder().decode(JSONValue.self, from: body)
      } catch {
        throw Finding.broken("the body is not JSON (\(type))")
      }
    }

    var type: String { fields[.contentType].map { "Content-Type \($0)" } ?? "no Content-Type" }
  }

  let server: URL
  let transport: any HTTPTransport
  let timeout: Duration
  /// The vendor's credentials; `nil` when nothing may be written.
  let credentials: VendorCredentials?
  /// The listings that the checks have made, to be deleted at the end.
  let workbench = Workbench()

  func get(_ path: String, _ fields: HTTPFields = [:]) async throws -> Response {
    try await send(.get, path, fields)
  }

  /// Sends a request for `path`, which is percent-encoded and has its query, or for a whole address.
  func send(
    _ method: HTTPRequest.Method, _ path: String, _ fields: HTTPFields = [:], body: RequestBody = .none
  ) async throws -> Response {
    guard let url = URL(string: path.hasPrefix("/") ? base + path : path), let host = url.host() else {
      throw Finding.broken("\(path.printable) is no address")
    }
    let target = url.path(percentEncoded: true) + (url.query(percentEncoded: true).map { "?\($0)" } ?? "")
    let authority = (host.contains(":") ? "[\(host)]" : host) + (url.port.map { ":\($0)" } ?? "")
    var fields = fields
    fields[.userAgent] = UserAgent.ofCommand
    let head = HTTPRequest(
      method: method, scheme: url.scheme, authority: authority, path: target.isEmpty ? "/" : target,
      headerFields: fields)
    var request = TransportRequest(head: head, body: body)
    request.deadline = request.clock.now.advanced(by: timeout)
    request.isRepeatable = false
    let response = try await transport.send(request)
    return Response(
      status: response.head.status.code, fields: response.head.headerFields,
      body: try await response.body.collected(upTo: 16 << 20))
  }

  /// Whether anything responds, right or wrong.
  func isReachable() async throws -> Bool {
    for path in ["/api/products?page_no=1&items_per_page=1", "/healthChecker"] {
      do {
        _ = try await get(path)
        return true
      } catch let error as HTTPError {
        if !error.hasNoResponse { return true }
      }
    }
    return false
  }

  private var base: String {
    let text = server.absoluteString
    return text.hasSuffix("/") ? String(text.dropLast()) : text
  }

  /// The meaning of a 204: no products, and none after.
  static let pastTheEnd = JSONValue.object([
    "totalCount": .decimal(0), "hasNext": .bool(false), "pages": .array([]),
  ])

  /// One page of products, which must be one.
  func page(_ number: Int = 1, size: Int = 20, query: String = "") async throws -> JSONValue {
    let response = try await get("/api/products?page_no=\(number)&items_per_page=\(size)\(query)")
    if response.status == 204, response.body.isEmpty { return Self.pastTheEnd }
    try response.expect(200)
    return try response.json()
  }

  /// The newest product; throws when there is none.
  func newest() async throws -> JSONValue { try await items(1)[0] }
}

extension HTTPError {
  /// Whether nothing has come from the server.
  var hasNoResponse: Bool {
    [.unreachable, .connectionLost, .timedOut].contains(code) && status == nil && fault != .truncatedBody
  }
}

extension ConformanceProbe.Response {
  /// The response itself; throws unless the status is one of `wanted`.
  @discardableResult func expect(_ wanted: Int..., what: String = "") throws -> Self {
    let list = wanted.map(String.init).joined(separator: " or ")
    // Writes do not follow it.
    let target = (300..<400).contains(status) ? fields[.location].map { ", to \($0.printable)" } ?? "" : ""
    try ConformanceCheck.expect(
      wanted.contains(status),
      else: "\(what.isEmpty ? "" : what + ": ")status \(status) instead of \(list)\(target)")
    return self
  }
}
