import OpenMarketPacing

/// The requests of a market's reads that are in flight, which identical reads join for three seconds.
struct ReadFlights: Sendable {
  typealias Shared<Value: Sendable> = SharedTask<ReadKey, ReadRequest<Value>.Fetched>

  let pages: Shared<ProductPage>
  let products: Shared<Product>
  let searches: Shared<SearchResults>
  let suggestions: Shared<[SearchSuggestion]>

  init(clock: AnyClock) {
    pages = SharedTask(joinLimit: .joinLimit, clock: clock)
    products = SharedTask(joinLimit: .joinLimit, clock: clock)
    searches = SharedTask(joinLimit: .joinLimit, clock: clock)
    suggestions = SharedTask(joinLimit: .joinLimit, clock: clock)
  }
}
