import Synchronization

/// Begins and ends what a ``PrefetchWindow`` says; all of it ends with the feed, which owns this.
final class FeedPrefetcher: Sendable {
  private struct State {
    var window: PrefetchWindow
    /// The work in progress, in order and no more than the window holds; releasing it ends it.
    var begun: [(id: Product.ID, work: any Sendable)] = []

    mutating func remove(_ ids: Set<Product.ID>) -> [any Sendable] {
      let work = begun.filter { ids.contains($0.id) }.map(\.work)
      begun.removeAll { ids.contains($0.id) }
      return work
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
    var ended: [any Sendable] = []
    let products = state.withLock { state in
      let change = event(&state.window)
      ended = state.remove(change.ended)
      return change.begun
    }
    // Outside the lock: ending something may take another one. From the last on, so that none that is about to end begins.
    while ended.popLast() != nil {}
    for product in products {
      guard let work = begin(product) else { continue }
      // It may have been passed already; then it ends at once.
      state.withLock { state in
        if state.window.isNear(product.id) { state.begun.append((product.id, work)) }
      }
    }
  }
}
