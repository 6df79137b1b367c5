import Foundation
import HTTPTypes
import OpenMarketHTTP
import OpenMarketTestSupport

/// What a proxy, gateway or firewall says in the market's place: any status, and never the market's own JSON.
struct MiddleResponse: CustomStringConvertible {
  private static let statuses = [
    200, 400, 401, 403, 404, 407, 408, 409, 410, 413, 418, 421, 422, 429, 451, 500, 501, 502, 503, 504, 511,
  ]
  private static let bodies: [(name: String, type: String, text: String)] = [
    ("HTML", "text/html", "<!DOCTYPE html><html><body><h1>Sign in</h1></body></html>"),
    ("nothing", "text/plain", ""),
    ("JSON", "application/json", #"{"error":{"reason":"denied by policy"},"request_id":"7f3a"}"#),
    ("a list", "application/json", "[]"),
  ]

  private let status: Int
  private let body: Int

  init(using random: inout SeededGenerator) {
    status = Self.statuses.randomElement(using: &random) ?? 403
    body = Int.random(in: Self.bodies.indices, using: &random)
  }

  /// A page of that status.
  init(_ status: Int) { (self.status, body) = (status, 0) }

  var response: TransportResponse {
    let body = Self.bodies[body]
    return TransportResponse(
      head: HTTPResponse(status: .init(code: status), headerFields: [.contentType: body.type]),
      body: .data(Data(body.text.utf8)))
  }

  var description: String { "\(status) with \(Self.bodies[body].name)" }
}
