/// The order of waiters for tokens: a bucket, what the server lets through, and one queue per priority.
package struct RateLimitMachine<Waiter> {
  /// How many tokens may pass a waiting queue by before its turn comes in any case.
  static var patience: Int { 8 }

  private struct Queue {
    var waiters = LinkedQueue<UInt64, Waiter>()
    /// Tokens given to other queues while this one waited.
    var passedBy = 0
  }

  private var bucket: TokenBucket
  /// `nil` while the server has said nothing that still holds.
  private var quota: ServerQuota?
  /// In the order of ``RequestPriority/allCases``.
  private var queues: [Queue]

  package init(_ limit: RateLimit) {
    bucket = TokenBucket(limit)
    queues = RequestPriority.allCases.map { _ in Queue() }
  }

  func count(of priority: RequestPriority) -> Int { queues[priority.index].waiters.count }

  /// When to call ``next(at:)``; nil while no task waits.
  package var wake: Moment? {
    guard hasWaiters else { return nil }
    let ready = bucket.readyAt ?? .zero
    guard let quota, nextQueue() == nil else { return ready }
    return max(ready, quota.end)
  }

  /// Takes a token past the queues, if there is one and no task waits for it.
  package mutating func take(at now: Moment, _ priority: RequestPriority = .user) -> Bool {
    endQuota(at: now)
    guard !hasWaiters, quota?.allows(priority.index) ?? true, bucket.take(at: now) else { return false }
    quota?.use()
    return true
  }

  /// Takes what the server says for as much as may pass until `end`.
  mutating func learn(remaining: Int, of size: Int?, until end: Moment, at now: Moment) {
    endQuota(at: now)
    quota = ServerQuota(remaining: remaining, of: size, until: end, after: quota)
  }

  /// Adds a waiter behind those of its priority.
  package mutating func enqueue(_ waiter: Waiter, id: UInt64, at priority: RequestPriority) {
    queues[priority.index].waiters.append(waiter, id: id)
  }

  mutating func remove(_ id: UInt64, at priority: RequestPriority) -> Waiter? {
    let waiter = queues[priority.index].waiters.remove(id)
    if queues[priority.index].waiters.isEmpty { queues[priority.index].passedBy = 0 }
    return waiter
  }

  /// The next waiter for whom there is a token.
  package mutating func next(at now: Moment) -> Waiter? {
    endQuota(at: now)
    guard let chosen = nextQueue(), bucket.take(at: now) else { return nil }
    quota?.use()
    for queue in queues.indices where !queues[queue].waiters.isEmpty {
      queues[queue].passedBy += 1
    }
    queues[chosen].passedBy = 0
    return queues[chosen].waiters.popFirst()
  }

  /// Gives no token before `moment`.
  package mutating func pause(until moment: Moment) { bucket.pause(until: moment) }

  private mutating func endQuota(at now: Moment) {
    if let quota, quota.end <= now { self.quota = nil }
  }

  private var hasWaiters: Bool { queues.contains { !$0.waiters.isEmpty } }

  /// The queue that ran out of patience first, or else the one of the highest priority that has a waiter; of those that
  /// the server lets through.
  private func nextQueue() -> Int? {
    var chosen: Int?
    for queue in queues.indices.reversed()
    where !queues[queue].waiters.isEmpty && quota?.allows(queue) ?? true {
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
