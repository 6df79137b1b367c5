package import Foundation

/// A list to scroll through without end: it never repeats a product and never skips one that stays in the list,
/// however the list moves on the server, and it goes on offline with what is stored.
///
/// ```swift
/// let feed = market.feed(matching: "의자")
/// for await state in feed.states { show(state.items, state.phase) }
/// // … and as the reader scrolls:
/// feed.itemAppeared(product.id)
/// ```
///
/// The feed reads its top when somebody begins to listen or calls it, and one page at a time from then on. It
/// costs one request a page on a quiet list, and on one that moves a few percent more, by the overlapping windows
/// described in <doc:InfiniteLists>. All methods can be called from any thread and return at once unless they
/// are `async`.
public final class ProductFeed: Sendable {
  /// How a feed reads.
  public struct Configuration: Sendable, Hashable {
    /// How many products the feed loads at a time, 1 to 100; numbers beyond count as the nearest.
    ///
    /// Some pages bring a few more or less. Default: 20.
    public var pageSize = 20
    /// How many products before the end one that appears makes the feed read on; 0 for never.
    ///
    /// Default: 5.
    public var prefetchDistance = 5
    #if Images
      /// Prefetching of the thumbnails of products that come next, within ``prefetchDistance`` after those that
      /// have appeared (``ProductFeed/itemAppeared(_:)``).
      ///
      /// For feeds of a ``Marketplace``; one with a list of your own loads none. Default: nothing.
      public var thumbnails = ThumbnailPrefetch.off
    #endif

    package init() {}
  }

  private let driver: FeedDriver

  /// Makes a feed; nothing is read yet.
  /// - Parameters:
  ///   - configure: Changes how it reads.
  ///   - window: Reads one page of the list, by its number from 1 and its size of 1 to 1000, as one state of the list.
  ///     The feed asks for pages of several sizes.
  public convenience init(
    configure: (inout Configuration) -> Void = { _ in },
    window: @escaping @Sendable (_ page: Int, _ size: Int) async throws -> ProductPage
  ) {
    var configuration = Configuration()
    configure(&configuration)
    self.init(source: FeedSource(window: window), configuration: configuration)
  }

  /// Makes a feed; nothing is read yet.
  /// - Parameters:
  ///   - source: Where it reads from.
  ///   - configuration: How it reads.
  ///   - date: The calendar's date, which becomes ``FeedState/refreshedAt``.
  package init(
    source: FeedSource, configuration: Configuration = Configuration(),
    date: @escaping @Sendable () -> Date = { Date() }
  ) {
    var settings = FeedMachine.Settings()
    settings.pageSize = min(max(1, configuration.pageSize), 100)
    settings.prefetchDistance = max(0, configuration.prefetchDistance)
    settings.hasServer = source.window != nil
    settings.order = source.order
    settings.shows = source.shows
    settings.belongs = source.belongs
    driver = FeedDriver(source, settings, date: date)
  }

  /// The present state of the feed.
  public var state: FeedState { driver.state }

  /// The states of the feed, the present one first.
  ///
  /// Any number of consumers may listen. A busy one finds the newest state only; no one gets the same state
  /// twice in a row. Listening makes the feed read its top, and keeps it alive.
  public var states: some AsyncSequence<FeedState, Never> & Sendable { FeedStates(driver: driver) }

  /// Reads on after the last product displayed; after a failure, repeats what failed.
  ///
  /// Does nothing while something is being read, and at the end of the list.
  public func loadNext() { driver.send { $0.loadNext() } }

  /// Reads on when `id` is among the last products displayed; call it as rows appear on the screen.
  ///
  /// Does nothing at the end of what is stored and after a failure, so that scrolling does not hammer a server
  /// that is down: ``loadNext()`` does.
  public func itemAppeared(_ id: Product.ID) { driver.itemAppeared(id) }

  /// Reads the top again and begins the list anew when it is there.
  ///
  /// The displayed items stay until then, and stay for good when the server cannot be read. Stops reading on.
  public func refresh() { driver.refresh() }

  /// Repeats what failed; does nothing in any other phase.
  public func retry() { driver.send { $0.retry() } }

  /// The state of the feed as soon as nothing is being read that somebody waits for, such as what ``refresh()`` or
  /// ``loadNext()`` began; when the task is cancelled, the present state.
  public var settledState: FeedState {
    get async {
      for await state in states where !state.phase.isLoading { return state }
      return state
    }
  }
}
