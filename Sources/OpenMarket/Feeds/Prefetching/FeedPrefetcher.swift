import Synchronization

/// Begins and ends what a ``PrefetchWindow`` says; all of it ends with the feed, which owns this.
final class FeedPrefetcher: Sendable {
  private struct State {
    var window: PrefetchWindow
    /// The work in progress, in order and no more than the window holds; releasing it ends it.
    var begun: [(id: Product.ID, work: any Sendable)] = []

    mutating func remove(_ id: Product.ID) -> (any Sendable)? {
      begun.firstIndex { $0.id == id }.map { begun.remove(at: $0).work }
    }
  }

  private let begin: @Sendable (Product) -> (any Sendable)?
  private let state: Mutex<State>

  init(_ begin: @escaping @Sendable (Product) -> (any Sendable)?, distance: Int) {
    self.begin = begin
    state = Mutex(State(window: PrefetchWindow(distance: distance)))
  }

  deinit {
    // The latest first: it still waits, and would begin if an earlier one made room.
    state.withLock { state in
      while state.begun.popLast() != nil {}
    }
  }

  func appeared(_ id: Product.ID, in items: [Product]) { perform { $0.appeared(id, in: items) } }

  func changed(_ items: [Product]) { perform { $0.changed(items) } }

  private func perform(_ event: (inout PrefetchWindow) -> PrefetchWindow.Change) {
    let (products, ended) = state.withLock { state in
      let change = event(&state.window)
      // Released outside the lock: ending something may take another one.
      return (change.begun, change.ended.compactMap { state.remove($0) })
    }
    _ = ended
    for product in products {
      guard let work = begin(product) else { continue }
      // It may have been passed already; then it ends at once.
      state.withLock { state in
        if state.window.isNear(product.id) { state.begun.append((product.id, work)) }
      }
    }
  }
}
