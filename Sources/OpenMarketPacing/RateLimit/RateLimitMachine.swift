/// The order of waiters for tokens: a bucket and one queue per lane.
struct RateLimitMachine<Waiter> {
  typealias Lane = RateLimiter.Lane

  /// How many tokens may pass a waiting lane by before its turn comes in any case.
  static var patience: Int { 8 }

  private struct Queue {
    var waiters = LinkedQueue<UInt64, Waiter>()
    /// Tokens given to other lanes while this one waited.
    var passedBy = 0
  }

  private var bucket: TokenBucket
  private var queues: [Queue]

  init(_ limit: RateLimit) {
    bucket = TokenBucket(limit)
    queues = Lane.allCases.map { _ in Queue() }
  }

  func count(in lane: Lane) -> Int { queues[lane.index].waiters.count }

  /// When to call ``next(at:)``; nil while nobody waits.
  var wake: Moment? {
    guard hasWaiters else { return nil }
    return bucket.readyAt ?? .zero
  }

  /// Takes a token past the queues, if there is one and nobody waits for it.
  mutating func take(at now: Moment) -> Bool {
    !hasWaiters && bucket.take(at: now)
  }

  mutating func enqueue(_ waiter: Waiter, id: UInt64, in lane: Lane) {
    queues[lane.index].waiters.append(waiter, id: id)
  }

  mutating func remove(_ id: UInt64, from lane: Lane) -> Waiter? {
    let waiter = queues[lane.index].waiters.remove(id)
    if queues[lane.index].waiters.isEmpty { queues[lane.index].passedBy = 0 }
    return waiter
  }

  /// The next waiter for whom there is a token.
  mutating func next(at now: Moment) -> Waiter? {
    guard let chosen = nextLane(), bucket.take(at: now) else { return nil }
    for lane in queues.indices where lane != chosen && !queues[lane].waiters.isEmpty {
      queues[lane].passedBy += 1
    }
    queues[chosen].passedBy = 0
    return queues[chosen].waiters.popFirst()
  }

  mutating func pause(until moment: Moment) { bucket.pause(until: moment) }

  private var hasWaiters: Bool { queues.contains { !$0.waiters.isEmpty } }

  /// The lane that ran out of patience first, or else the first lane with somebody in it.
  private func nextLane() -> Int? {
    var chosen: Int?
    for lane in queues.indices where !queues[lane].waiters.isEmpty {
      let passedBy = queues[lane].passedBy
      guard let best = chosen else {
        chosen = lane
        continue
      }
      if passedBy >= Self.patience, passedBy > queues[best].passedBy { chosen = lane }
    }
    return chosen
  }
}
