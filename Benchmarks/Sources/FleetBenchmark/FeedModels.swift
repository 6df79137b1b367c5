import Foundation
import OpenMarket
import OpenMarketAPI
import OpenMarketHTTP

/// The settings of a market that sets nothing.
private let defaults = Marketplace.Configuration()

/// A feed without a driver: events in, actions out.
struct BenchmarkFeed: Sendable {
  /// An instruction.
  enum Action: Sendable {
    /// Read a window of the server's list.
    case fetch(UInt64, page: Int, size: Int)
    /// Read what is stored.
    case readStored(UInt64, after: Product?, limit: Int)
  }

  private var machine = FeedMachine()

  /// Makes a feed with the default settings.
  init() {}

  /// The products displayed.
  var items: [Product] { machine.state.items }
  /// Whether a page is being loaded.
  var isLoading: Bool { machine.state.phase.isLoading }
  /// Whether the end of the list is reached.
  var isAtEnd: Bool { machine.state.phase == .endReached }

  /// Reads the top for the first time.
  mutating func start() -> [Action] { actions(machine.start()) }

  /// Reads the top again, as the reader wants it.
  mutating func refresh() -> [Action] { actions(machine.refresh()) }

  /// Repeats what failed.
  mutating func retry() -> [Action] { actions(machine.retry()) }

  /// Reads on when the product is one of the last.
  mutating func itemAppeared(_ id: Product.ID) -> [Action] { actions(machine.itemAppeared(id)) }

  /// Reads the top again when it is stale for a run that began at `date`.
  mutating func refresh(inRunOf date: Date) -> [Action] {
    let run = RefreshRun(date: date)
    return actions(machine.revalidate { run.isDue($0, staleTime: defaults.listStaleTime) })
  }

  /// Takes a window.
  mutating func received(
    _ products: [Product], page: Int, size: Int, of total: Int, for token: UInt64, at date: Date
  ) -> [Action] {
    let page = ProductPage(
      page: page, itemsPerPage: size, totalCount: total, offset: (page - 1) * size, limit: page * size,
      lastPage: (total + size - 1) / size, hasNext: page * size < total, hasPrevious: page > 1,
      products: products)
    return actions(machine.received(.success(page), for: token, at: date))
  }

  /// Takes a failure.
  mutating func failed(_ error: HTTPError, for token: UInt64, at date: Date) -> [Action] {
    actions(machine.received(.failure(error), for: token, at: date))
  }

  /// Takes rows of the store.
  mutating func read(_ products: [Product], for token: UInt64) -> [Action] {
    actions(machine.read(.success(products), for: token))
  }

  private func actions(_ actions: [FeedMachine.Action]) -> [Action] {
    actions.compactMap { action in
      switch action {
      case .fetch(let token, let window): .fetch(token, page: window.page, size: window.size)
      case .readStored(let token, let last, let limit): .readStored(token, after: last, limit: limit)
      case .cancel, .reread: nil
      }
    }
  }
}

/// A search by relevance in windows, without server.
struct BenchmarkSearchFeed: Sendable {
  private var hits = SearchFeedHits(
    pageSize: ProductFeed.Configuration().pageSize, isServersOrder: true)

  /// Makes a search with the default settings.
  init() {}

  /// How many matches the server is asked for to fill a window; `nil` for none.
  mutating func limit(page: Int, size: Int) -> Int? {
    let window = ListWindow(page: page, size: size)
    hits = hits.begin(with: window)
    return hits.limit(for: window)
  }

  /// Takes the first matches.
  mutating func received(_ products: [Product], of limit: Int) { hits.append(products, of: limit) }

  /// The part of the known matches that a window shows, and how many of all there are as far as is known.
  func page(_ page: Int, size: Int) -> (products: [Product], total: Int) {
    let part = hits.page(ListWindow(page: page, size: size))
    return (part.products, part.hasNext ? max(part.totalCount, page * size + 1) : part.totalCount)
  }
}

/// One read of a product by the default policy, without store and network.
struct BenchmarkRead: Sendable {
  /// Whether the server is asked for a product of which a copy of this age is stored; `nil` for none.
  func asksServer(storedAge: Duration?) -> Bool {
    var read = ReadExplanation(policy: .cacheFirst, staleTime: defaults.detailStaleTime)
    if let storedAge { read.cache = .found(age: storedAge) }
    return read.isStale
  }
}
