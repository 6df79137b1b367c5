import OpenMarketHTTP

/// Which window a synchronization reads next, and what each one means for the store.
///
/// Reads from the top of the list until it meets a span that an earlier run has read, leaps to the end of that
/// span, and goes on; see ``WindowPlanner`` for how windows overlap.
struct SyncMachine: Sendable {
  /// The consequences of the response to one window.
  struct Step: Sendable {
    /// Ids of which the response shows all products there are.
    var span: ClosedRange<Product.ID>?
    /// The checkpoint to save together with the products.
    var checkpoint: SyncCheckpoint
  }

  private(set) var checkpoint: SyncCheckpoint
  private(set) var isFinished = false
  /// How many places from the top of the list are done.
  var doneCount: Int { planner.place + 1 }

  private let windowSize: Int
  private var planner = WindowPlanner()
  /// Whether the first span of the checkpoint is the one being read.
  private var hasBegun = false

  /// Begins at the top, after earlier runs; a window shall bring `windowSize` new products, 100 to 1000.
  init(after checkpoint: SyncCheckpoint, windowSize: Int) {
    self.checkpoint = checkpoint
    self.windowSize = min(max(100, windowSize), PageLengths.limit)
  }

  /// The window to read next.
  /// - Throws: ``HTTPError`` when the server's pages are too short to follow.
  func window() throws(HTTPError) -> ListWindow {
    // Mostly little is new at the top.
    let count = hasBegun ? windowSize : 100
    guard let window = planner.choose(bringing: count) else { throw HTTPError(.pagesTooShort) }
    return window
  }

  /// Makes windows smaller, because the server refuses `window`.
  /// - Returns: Whether that is worth trying.
  mutating func shrink(after window: ListWindow) -> Bool { planner.shrink(after: window) }

  /// Takes the response to `window`, before which the store held no product newer than `newestStored`.
  /// - Returns: What is to be saved.
  /// - Throws: ``HTTPError`` when the list cannot be followed; what was read before stays valid.
  mutating func accept(
    _ page: ProductPage, to window: ListWindow, newestStored: Product.ID? = nil
  ) throws(HTTPError) -> Step {
    switch planner.accept(WindowResponse(page), to: window) {
    case .page(let continuation):
      cover(page.products[continuation.fresh], isEnd: continuation.isEnd)
    case .elsewhere: break
    case .stuck(let obstacle): throw HTTPError(obstacle)
    case .unordered, .lost:
      throw HTTPError(
        .invalidResponse, "The server does not list products by descending id, so that none can be missed.")
    }
    return Step(span: page.completeSpan(newestStored: newestStored), checkpoint: checkpoint)
  }

  private mutating func cover(_ fresh: ArraySlice<Product>, isEnd: Bool) {
    if let first = fresh.first, let last = fresh.last {
      if hasBegun {
        checkpoint.spans[0].oldest = last.id.rawValue
        checkpoint.spans[0].count += fresh.count
      } else {
        if checkpoint.spans.isEmpty { checkpoint.reachesEnd = false }
        checkpoint.spans.insert(
          .init(newest: first.id.rawValue, oldest: last.id.rawValue, count: fresh.count), at: 0)
        hasBegun = true
      }
    }
    if isEnd {
      checkpoint.spans = hasBegun ? Array(checkpoint.spans.prefix(1)) : []
      checkpoint.reachesEnd = true
      isFinished = true
      return
    }
    leap(over: fresh)
  }

  /// Joins the span being read with those it has met, and goes on below them.
  private mutating func leap(over fresh: ArraySlice<Product>) {
    var place = planner.place
    var hasMet = false
    while checkpoint.spans.count > 1, checkpoint.spans[0].oldest <= checkpoint.spans[1].newest {
      let met = checkpoint.spans.remove(at: 1)
      hasMet = true
      guard met.oldest < checkpoint.spans[0].oldest else { continue }
      let known = fresh.count { $0.id.rawValue <= met.newest }
      place += max(0, met.count - known)
      checkpoint.spans[0].oldest = met.oldest
      checkpoint.spans[0].count += max(0, met.count - known)
    }
    guard hasMet else { return }
    if checkpoint.spans.count == 1, checkpoint.reachesEnd {
      isFinished = true
    } else {
      planner = WindowPlanner(below: Product.ID(rawValue: checkpoint.spans[0].oldest), near: place)
    }
  }
}
