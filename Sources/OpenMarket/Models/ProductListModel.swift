public import Observation

/// A ``ProductFeed`` for a screen, as a list or a grid: its state as observable properties on the main actor.
///
/// ```swift
/// @State private var list: ProductListModel
/// init(_ market: Marketplace) { _list = State(initialValue: ProductListModel(market.feed())) }
///
/// List(list.items) { product in
///   Row(product).onAppear { list.itemAppeared(product.id) }
/// }
/// .refreshable { await list.refresh() }
/// ```
///
/// Each property changes only when its value does, so a view is drawn again only for what it shows.
@MainActor @Observable
public final class ProductListModel {
  /// The products, in the order of the list, none twice.
  public private(set) var items: [Product] = []
  /// New listings of this device, to be displayed above ``items``; see ``FeedState/pending``.
  public private(set) var pending: [Product] = []
  /// The number of new products at the top that are not displayed; ``refresh()`` shows them.
  public private(set) var newCount = 0
  /// The present activity of the list, or the reason why there is none.
  public private(set) var phase = FeedPhase.idle
  /// The failure for which the store serves the list; `nil` while the server does.
  public private(set) var offline: LoadFailure?
  /// Whether nothing is missing between the products displayed; see ``FeedState/isContiguous``.
  public private(set) var isContiguous = true
  /// The underlying feed, for calls that the model does not offer itself.
  @ObservationIgnored public let feed: ProductFeed
  @ObservationIgnored private let tasks = ModelTasks()

  /// Makes a model of a feed, which begins to load.
  public init(_ feed: ProductFeed) {
    self.feed = feed
    // From the first frame on: what there is, and that a list without anything is about to be loaded, not empty.
    show(feed.state)
    if items.isEmpty, phase == .idle { phase = .loadingFirst }
    tasks.follow(feed.states, for: self) { $0.show($1) }
  }

  /// Loads the next page when `id` is among the last displayed products; call it as rows appear.
  public func itemAppeared(_ id: Product.ID) { feed.itemAppeared(id) }

  /// Reloads the list from the top, and returns when that is displayed or has failed.
  ///
  /// Shows what is new, too.
  public func refresh() async {
    feed.refresh()
    show(await feed.settledState)
  }

  /// Repeats the failed request, also the one since which the list is ``offline``; does nothing when none failed.
  public func retry() { feed.retry() }

  private func show(_ state: FeedState) {
    if items != state.items { items = state.items }
    if pending != state.pending { pending = state.pending }
    if newCount != state.newCount { newCount = state.newCount }
    if phase != state.phase { phase = state.phase }
    if offline != state.offline { offline = state.offline }
    if isContiguous != state.isContiguous { isContiguous = state.isContiguous }
  }
}
