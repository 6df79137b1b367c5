package import OpenMarketHTTP

extension Endpoints {
  /// Reads product names and words that begin with a text: `GET /api/suggestions`.
  ///
  /// An extension of our server; others respond with 404.
  package struct Suggestions: GetRequest {
    /// The suggestions, most frequent first.
    package typealias Response = [String]

    package static let template = "/api/suggestions"

    /// The text that they begin with; an empty one has none.
    package let prefix: String
    /// How many are wanted at most, 1 to 50.
    package let limit: Int

    /// Makes the call.
    /// - Throws: `HTTPError` with `invalidInput` when `limit` is out of range.
    package init(for prefix: String, limit: Int = 10) throws(HTTPError) {
      try HTTPError.check(limit, in: 1...50, "limit")
      self.prefix = prefix
      self.limit = limit
    }

    /// `query` in composed form (NFC) and `limit`.
    package var queryItems: [QueryItem] {
      [QueryItem("query", prefix.streamSafe.composed), QueryItem("limit", String(limit))]
    }
  }
}
