import Foundation
import OpenMarketAPI
import OpenMarketHTTP
import OpenMarketPacing
import OpenMarketStore

/// The identity of a read: equal for two reads that may share one request.
enum ReadKey: Sendable, Hashable {
  case page(number: Int, size: Int, matching: String?)
  case product(Product.ID)
  case search(SearchQuery)
  case suggestions(String, limit: Int)

  /// The kind of read, without its number or text.
  var causeName: String {
    switch self {
    case .page: "read page"
    case .product: "read product"
    case .search: "search"
    case .suggestions: "suggest"
    }
  }
}

/// One read: where its value is stored and how the server is asked for it.
struct ReadRequest<Value: Sendable>: Sendable {
  struct Dated: Sendable {
    var value: Value
    var fetchedAt: Date
    /// Whether it is all that was asked for: what is stored may be a part.
    var isComplete = true
    /// The last listing of this device when a page was asked for.
    var lastListing: Product.ID?
  }

  var key: ReadKey
  /// From which age on a stored value is stale.
  var staleTime: Duration
  /// The requests of this kind that are in flight, by key.
  var flights: SharedTask<ReadKey, Dated>
  /// Looks into the store, on the caller's actor.
  ///
  /// Closures without a capture list: one that has it runs on the global executor (Swift 6.3), and two changes of threads
  /// take as long as the lookup itself.
  var stored: @Sendable () async throws -> Dated?
  /// Asks the server and stores its response.
  var fetch: @Sendable (RequestOptions) async throws -> Dated
}
