import OpenMarketHTTP
import OpenMarketStore

extension EventRecord {
  /// Notes where a read's value is from, such as `stale cache, refreshing`, or why there is none.
  mutating func note(_ result: Result<Stamped<some Sendable>, any Error>, _ duration: Duration) {
    self.duration = duration
    switch result {
    case .success(let value):
      let isRefreshing = if case .refreshing = value.details.network { true } else { false }
      outcome =
        value.source == .network
        ? "network" : (value.isStale ? "stale" : "fresh") + (isRefreshing ? ", refreshing" : "")
    case .failure(let error): failure = EventRecord.code(of: error)
    }
  }
}

extension ReadKey {
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
