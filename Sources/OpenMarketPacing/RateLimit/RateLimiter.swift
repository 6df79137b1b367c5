import Synchronization

/// A limiter that holds a whole client to one rate, the highest priority first.
///
/// ```swift
/// let limiter = RateLimiter(.perSecond(50))
/// try await limiter.acquire(.user)
/// let page = try await fetch(request)
/// ```
///
/// A token bucket with a queue for each ``RequestPriority``. Within a queue tokens are given in the order of asking.
/// The highest priority goes first, but no queue starves: while a queue has a waiter, at most ten tokens in a row go to
/// others (a queue passed by eight times is served next, after at most two others in the same state).
///
/// Asking, being served and leaving take constant time however many wait; there is one timer.
public final class RateLimiter: Sendable {
  private typealias Waiter = CheckedContinuation<Void, any Error>

  private struct State {
    var machine: RateLimitMachine<Waiter>
    var alarmedFor: Moment?
    var lastID: UInt64 = 0
  }

  package let limit: RateLimit

  private let alarm: ClockAlarm
  private let state: Mutex<State>

  /// Makes a limiter with a full bucket.
  ///
  /// - Parameters:
  ///   - limit: The rate limit.
  ///   - clock: The clock that fills the bucket.
  public init(_ limit: RateLimit, clock: some Clock<Duration> = ContinuousClock()) {
    self.limit = limit
    alarm = ClockAlarm(clock)
    state = Mutex(State(machine: RateLimitMachine(limit)))
    alarm.start { [weak self] in self?.serve(ringing: true) }
  }

  deinit { alarm.stop() }

  /// Waits for a token.
  ///
  /// - Parameter priority: The priority of the work.
  /// - Throws: `CancellationError` when the task is cancelled; its place is then free and no token is lost.
  public func acquire(_ priority: RequestPriority = .user) async throws {
    try Task.checkCancellation()
    let ticket: UInt64? = state.withLock { state in
      if state.machine.take(at: alarm.now(), priority) { return nil }
      state.lastID += 1
      return state.lastID
    }
    guard let ticket else { return }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        state.withLock { $0.machine.enqueue(continuation, id: ticket, at: priority) }
        // The handler below finds no waiter to remove when it runs before this; the flag is set by then.
        if Task.isCancelled { leave(ticket, priority) }
        serve()
      }
    } onCancel: {
      leave(ticket, priority)
    }
  }

  /// Stops giving tokens for `duration`, for example after a server's `Retry-After`.
  ///
  /// Afterwards the bucket starts with one token, not with a burst. A shorter pause than the one in force
  /// changes nothing; zero and negative ones neither.
  ///
  /// - Parameter duration: The time from now.
  public func pause(for duration: Duration) {
    guard duration > .zero else { return }
    state.withLock { state in
      state.machine.pause(until: alarm.now().advanced(by: Interval(duration)))
    }
  }

  /// Takes what the server has said for as much as may pass until it counts anew, which is `duration` from now, unless
  /// that is zero or negative; each priority leaves a part of it to those above.
  ///
  /// The size, how much there was in all, is `nil` when the server does not say.
  package func learn(remaining: Int, of size: Int?, for duration: Duration) {
    guard duration > .zero else { return }
    state.withLock { state in
      let now = alarm.now()
      state.machine.learn(
        remaining: remaining, of: size, until: now.advanced(by: Interval(duration)), at: now)
    }
    serve()
  }

  /// How many callers of `priority` wait.
  package func waiterCount(of priority: RequestPriority) -> Int {
    state.withLock { $0.machine.count(of: priority) }
  }

  private func leave(_ ticket: UInt64, _ priority: RequestPriority) {
    let waiter = state.withLock { $0.machine.remove(ticket, at: priority) }
    waiter?.resume(throwing: CancellationError())
  }

  /// Lets through whoever's turn it is and sets the alarm for the one after.
  private func serve(ringing: Bool = false) {
    let served = state.withLock { state in
      if ringing { state.alarmedFor = nil }
      let now = alarm.now()
      var served: [Waiter] = []
      while let waiter = state.machine.next(at: now) { served.append(waiter) }
      // An alarm that rings too early is harmless, and after a pause or a cancellation it does.
      if let wake = state.machine.wake, state.alarmedFor.map({ wake < $0 }) ?? true {
        state.alarmedFor = wake
        alarm.set(for: wake)
      }
      return served
    }
    for waiter in served { waiter.resume() }
  }
}
