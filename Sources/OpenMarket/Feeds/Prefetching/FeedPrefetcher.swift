import Synchronization

/// Begins and ends what a ``PrefetchWindow`` says; all of it ends with the feed, which owns this.
final class FeedPrefetcher: Sendable {
  private struct State {
    var window: PrefetchWindow
    /// What was begun; letting go of it ends it.
    var begun: [Product.ID: any Sendable] = [:]
  }

  private let begin: @Sendable (Product) -> (any Sendable)?
  private let state: Mutex<State>

  init(_ begin: @escaping @Sendable (Product) -> (any Sendable)?, distance: Int) {
    self.begin = begin
    state = Mutex(State(window: PrefetchWindow(distance: distance)))
  }

  func appeared(_ id: Product.ID, in items: [Product]) { perform { $0.appeared(id, in: items) } }

  func changed(_ items: [Product]) { perform { $0.changed(items) } }

  private func perform(_ event: (inout PrefetchWindow) -> PrefetchWindow.Change) {
    let (products, ended) = state.withLock { state in
      let change = event(&state.window)
      // Let go of outside the lock: ending something may take another one.
      return (change.begun, change.ended.compactMap { state.begun.removeValue(forKey: $0) })
    }
    _ = ended
    for product in products {
      guard let work = begin(product) else { continue }
      // It may have been passed already; then it ends at once.
      state.withLock { state in
        if state.window.isNear(product.id) { state.begun[product.id] = work }
      }
    }
  }
}
