/// The order of waiters for tokens: a bucket and one queue per priority.
struct RateLimitMachine<Waiter> {
  /// How many tokens may pass a waiting queue by before its turn comes in any case.
  static var patience: Int { 8 }

  private struct Queue {
    var waiters = LinkedQueue<UInt64, Waiter>()
    /// Tokens given to other queues while this one waited.
    var passedBy = 0
  }

  private var bucket: TokenBucket
  /// In the order of ``RequestPriority/allCases``.
  private var queues: [Queue]

  init(_ limit: RateLimit) {
    bucket = TokenBucket(limit)
    queues = RequestPriority.allCases.map { _ in Queue() }
  }

  func count(of priority: RequestPriority) -> Int { queues[priority.index].waiters.count }

  /// When to call ``next(at:)``; nil while nobody waits.
  var wake: Moment? {
    guard hasWaiters else { return nil }
    return bucket.readyAt ?? .zero
  }

  /// Takes a token past the queues, if there is one and nobody waits for it.
  mutating func take(at now: Moment) -> Bool {
    !hasWaiters && bucket.take(at: now)
  }

  mutating func enqueue(_ waiter: Waiter, id: UInt64, at priority: RequestPriority) {
    queues[priority.index].waiters.append(waiter, id: id)
  }

  mutating func remove(_ id: UInt64, at priority: RequestPriority) -> Waiter? {
    let waiter = queues[priority.index].waiters.remove(id)
    if queues[priority.index].waiters.isEmpty { queues[priority.index].passedBy = 0 }
    return waiter
  }

  /// The next waiter for whom there is a token.
  mutating func next(at now: Moment) -> Waiter? {
    guard let chosen = nextQueue(), bucket.take(at: now) else { return nil }
    for queue in queues.indices where queue != chosen && !queues[queue].waiters.isEmpty {
      queues[queue].passedBy += 1
    }
    queues[chosen].passedBy = 0
    return queues[chosen].waiters.popFirst()
  }

  mutating func pause(until moment: Moment) { bucket.pause(until: moment) }

  private var hasWaiters: Bool { queues.contains { !$0.waiters.isEmpty } }

  /// The queue that ran out of patience first, or else the one of the highest priority that has a waiter.
  private func nextQueue() -> Int? {
    var chosen: Int?
    for queue in queues.indices.reversed() where !queues[queue].waiters.isEmpty {
      let passedBy = queues[queue].passedBy
      guard let best = chosen else {
        chosen = queue
        continue
      }
      if passedBy >= Self.patience, passedBy > queues[best].passedBy { chosen = queue }
    }
    return chosen
  }
}
