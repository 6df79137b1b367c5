import OpenMarketAPI
import OpenMarketHTTP
import OpenMarketPacing
import Synchronization

/// The server's suggestions, cached for a minute, because deleting a letter repeats a request.
///
/// The original market has no suggestions: a server that responds with 404 is not asked again.
final class ServerSuggestions: Sendable {
  private let client: MarketClient
  private let responses: QueryCache<ReadKey, [String]>
  private let isOffered = Atomic<Bool>(true)

  init(_ client: MarketClient) {
    self.client = client
    responses = QueryCache(capacity: 200, maxAge: .seconds(60), clock: client.http.clock)
  }

  func suggestions(for text: String, limit: Int, _ options: RequestOptions) async throws -> [String] {
    guard isOffered.load(ordering: .relaxed) else { return [] }
    do {
      return try await responses.value(for: .suggestions(text, limit: limit)) { [client] in
        try await client.suggestions(for: text, limit: limit, options: options)
      }
    } catch let error as HTTPError where error.code == .notFound {
      isOffered.store(false, ordering: .relaxed)
      return []
    }
  }
}
