import Foundation
import OpenMarket

/// The names that begin with a text, as the server completes it: `GET /api/suggestions?query=의&limit=3`.
struct Completions: GetRequest {
  typealias Response = [String]
  static let template = "/api/suggestions"
  var text: String
  var queryItems: [QueryItem] { [QueryItem("query", text), QueryItem("limit", "3")] }
}

extension Shop {
  /// The names that the server completes `text` to.
  func completions(of text: String) async throws -> [String] {
    try await market.client.send(Completions(text: text))
  }
}
