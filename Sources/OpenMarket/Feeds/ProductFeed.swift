import Foundation

#if Images
  public import OpenMarketImages
#endif

/// An infinite list that never repeats a product and never skips one that stays in the list, however the list
/// moves on the server, and that continues offline with stored products.
///
/// ```swift
/// let feed = market.feed(matching: "의자")
/// for await state in feed.states { show(state.items, state.phase) }
/// // … and as the reader scrolls:
/// feed.itemAppeared(product.id)
/// ```
///
/// The feed reads its top when a listener begins or a method is called, and one page at a time from then on. It
/// costs one request a page on a quiet list, and on one that moves a few percent more, by the overlapping windows
/// described in <doc:InfiniteLists>. All methods can be called from any thread and return at once unless they
/// are `async`.
public final class ProductFeed: Sendable {
  /// The settings of a feed.
  public struct Configuration: Sendable, Hashable {
    /// The number of products that the feed loads at a time, clamped to 1...100.
    ///
    /// Some pages bring a few more or less. Default: 20.
    public var pageSize = 20
    /// The distance from the end, in products, at which the feed loads the next page; 0 for never.
    ///
    /// Default: 5.
    public var prefetchDistance = 5
    #if Images
      /// Prefetching of the thumbnails of products that come next, within ``prefetchDistance`` after those that
      /// have appeared (``ProductFeed/itemAppeared(_:)``).
      ///
      /// For feeds of a ``Marketplace``; one with a list of your own loads none. Default: nothing.
      public var thumbnails: ThumbnailPrefetch?
    #endif

    package init() {}
  }

  private let hold: FeedHold
  private var driver: FeedDriver { hold.driver }

  /// Makes a feed; nothing is read yet.
  /// - Parameters:
  ///   - configure: Changes the default settings.
  ///   - window: Reads one page of the list, given its number from 1 and its size of 1 to 1000, as one state of the list.
  ///     The feed asks for pages of several sizes.
  public convenience init(
    configure: (inout Configuration) -> Void = { _ in },
    window: @escaping @Sendable (_ page: Int, _ size: Int) async throws -> ProductPage
  ) {
    var configuration = Configuration()
    configure(&configuration)
    self.init(source: FeedSource(window: window), configuration: configuration)
  }

  /// Makes a feed; nothing is read yet. The calendar's `date` becomes ``FeedState/refreshedAt``.
  init(
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
    hold = FeedHold(FeedDriver(source, settings, date: date))
  }

  /// The present state of the feed.
  public var state: FeedState { driver.state }

  /// The states of the feed, the present one first.
  ///
  /// Any number of consumers may listen. A busy one gets only the newest state; no consumer gets the same state
  /// twice in a row. Listening makes the feed read its top, and keeps it alive. Ends when the market is closed.
  public var states: some AsyncSequence<FeedState, Never> & Sendable { FeedStates(hold: hold) }

  /// Loads the products after the last displayed one; after a failure, repeats the failed request.
  ///
  /// Does nothing while something is being read, and at the end of the list.
  public func loadNext() { driver.send { $0.loadNext() } }

  /// Loads the next page when `id` is among the last displayed products; call it as rows appear on the screen.
  ///
  /// Does nothing at the end of the stored products and after a failure, so that scrolling does not hammer a server
  /// that is down: ``loadNext()`` does.
  public func itemAppeared(_ id: Product.ID) { driver.itemAppeared(id) }

  /// Reloads the list from the top.
  ///
  /// The displayed items stay until the new top is loaded, and for good if it cannot be. Stops loading further pages.
  public func refresh() { driver.refresh() }

  /// Repeats the failed request, also the one since which the list is ``FeedState/offline``; does nothing when none failed.
  public func retry() { driver.send { $0.retry() } }

  /// The state of the feed as soon as no awaited read is under way, such as the one that ``refresh()`` or
  /// ``loadNext()`` began; when the task is cancelled, the present state.
  public var settledState: FeedState {
    get async {
      for await state in states where !state.phase.isLoading { return state }
      return state
    }
  }
}

/// The states of a feed as they change; see ``ProductFeed/states``.
package struct FeedStates: AsyncSequence, Sendable {
  package typealias Element = FeedState
  /// Feeds tell failures in their states.
  package typealias Failure = Never

  let hold: FeedHold

  /// Begins with the present state.
  package func makeAsyncIterator() -> Iterator { Iterator(hold: hold) }

  package struct Iterator: AsyncIteratorProtocol {
    private let hold: FeedHold
    private let displayed: Displayed?
    private var version: UInt64 = 0
    private var latest: FeedState?

    fileprivate init(hold: FeedHold) {
      self.hold = hold
      displayed = hold.driver.display()
    }

    /// The next state that differs from the one before; `nil` when the market is closed, or the task is cancelled.
    package mutating func next() async -> FeedState? {
      hold.driver.send { $0.start() }
      while let (state, version) = await hold.driver.next(after: version) {
        self.version = version
        guard state != latest else { continue }
        latest = state
        return state
      }
      return nil
    }
  }
}

#if Images
  /// Prefetching of the thumbnails of products that come next in a feed.
  ///
  /// They are loaded two at a time, when no other load waits, and only while the feed exists.
  public enum ThumbnailPrefetch: Sendable, Hashable {
    /// Loads the files into the disk cache.
    case disk
    /// Loads the pixels into memory. Show them at the same size, so that they are found.
    case memory(ImageTarget)
  }
#endif
