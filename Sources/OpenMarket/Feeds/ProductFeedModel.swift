public import Observation

/// A ``ProductFeed`` for a view: its state as observable properties on the main actor.
///
/// ```swift
/// @State private var model = ProductFeedModel(market.feed())
///
/// List(model.items) { product in
///   Row(product).onAppear { model.itemAppeared(product.id) }
/// }
/// .refreshable { await model.refresh() }
/// ```
///
/// Each property changes only when its value does, so a view is drawn again only for what it shows.
@MainActor @Observable
public final class ProductFeedModel {
  /// The products, in the order of the list, none twice.
  public private(set) var items: [Product] = []
  /// The present activity of the feed, or the reason why there is none.
  public private(set) var phase = FeedPhase.idle
  /// All that the feed tells, such as ``FeedState/pending`` and ``FeedState/newCount``; changes with every step.
  public private(set) var state = FeedState()
  /// The underlying feed, for calls that the model does not offer itself.
  @ObservationIgnored public let feed: ProductFeed
  @ObservationIgnored private let listening = CancelledAtEnd()

  /// Shows a feed, which begins to read.
  public init(_ feed: ProductFeed) {
    self.feed = feed
    let states = feed.states
    listening.task = Task { [weak self] in
      for await state in states {
        guard let self else { return }
        show(state)
      }
    }
  }

  /// Reads on when `id` is among the last products displayed; call it as rows appear.
  public func itemAppeared(_ id: Product.ID) { feed.itemAppeared(id) }

  /// Reads the top again, and returns when it is displayed or could not be read.
  public func refresh() async {
    feed.refresh()
    show(await feed.settledState)
  }

  private func show(_ state: FeedState) {
    if items != state.items { items = state.items }
    if phase != state.phase { phase = state.phase }
    if self.state != state { self.state = state }
  }
}

/// Ends a task together with its owner, on whatever thread that happens.
@MainActor
private final class CancelledAtEnd {
  var task: Task<Void, Never>?
  deinit { task?.cancel() }
}
