import Foundation
import HTTPTypes
import OpenMarketHTTP
import OpenMarketPacing

// The machines of the library without clocks, tasks and network.

/// Triggers that share runs; a run ends as soon as it has begun.
struct Merger {
  private var machine: MergeMachine

  init(window: Duration) { machine = MergeMachine(window: Interval(window), mode: .latest) }

  /// Fires a trigger, `time` after the beginning; returns the run that begins now, if any.
  mutating func fire(_ trigger: String, at time: Duration) -> TriggerRun? {
    let now = Moment(time)
    // What is due has run before.
    if machine.ring(at: now) != nil { _ = machine.runEnded(at: now) }
    let step = machine.submit(TriggerEvent(trigger), at: now)
    if step.run != nil { _ = machine.runEnded(at: now) }
    return step.run
  }

  /// When the window ends at which something waits; `nil` for nothing.
  var wake: Duration? { machine.hasPending ? machine.wake?.duration : nil }

  /// The run that is due, if any.
  mutating func ring(at time: Duration) -> TriggerRun? {
    let now = Moment(time)
    let run = machine.ring(at: now)
    if run != nil { _ = machine.runEnded(at: now) }
    return run
  }
}

/// A debouncer of numbered events, which runs the last one of a burst.
struct Debounce {
  private var machine: DebounceMachine<Int>

  init(_ interval: Duration) { machine = DebounceMachine(interval, leading: false, maxWait: nil) }

  /// Takes an event, `time` after the beginning; returns the earlier event that ran before, and when.
  mutating func submit(_ event: Int, at time: Duration) -> (event: Int, at: Duration)? {
    let now = Moment(time)
    let run = ring(before: now)
    _ = machine.submit(event, at: now)
    return run
  }

  /// The last event, and when it runs.
  mutating func finish() -> (event: Int, at: Duration)? { ring(before: nil) }

  private mutating func ring(before now: Moment?) -> (event: Int, at: Duration)? {
    guard let wake = machine.wake, now.map({ wake <= $0 }) ?? true else { return nil }
    return machine.ring(at: wake).map { ($0, wake.duration) }
  }
}

/// The order of those who wait for a rate limiter, which begins with a full bucket.
struct Limiter {
  private var machine: RateLimitMachine<Int>
  private var lastID: UInt64 = 0

  init(_ limit: RateLimit) { machine = RateLimitMachine(limit) }

  /// Lets `waiter` pass now, or has it wait; returns whether it may pass.
  mutating func pass(_ waiter: Int, _ priority: RequestPriority, at time: Duration) -> Bool {
    if machine.take(at: Moment(time), priority) { return true }
    lastID += 1
    machine.enqueue(waiter, id: lastID, at: priority)
    return false
  }

  /// Gives no token for a time.
  mutating func pause(until time: Duration) { machine.pause(until: Moment(time)) }

  /// The next waiter that may pass.
  mutating func next(at time: Duration) -> Int? { machine.next(at: Moment(time)) }

  /// When the next one may pass; `nil` while no request waits.
  var wake: Duration? { machine.wake?.duration }
}

extension Moment {
  fileprivate init(_ time: Duration) { self.init(nanoseconds: Interval(time).nanoseconds) }

  fileprivate var duration: Duration { .nanoseconds(nanoseconds) }
}

private let request = HTTPRequest(method: .get, scheme: "https", authority: "market", path: "/")

/// The retries of a GET under the default policy.
struct Retries {
  private var machine = RetryMachine(RetryPolicy(), for: request)

  /// Takes the end of an attempt: a status, or with `nil` a refused connection.
  /// - Returns: The delay before the next attempt; `nil` to give up.
  mutating func delay(
    afterStatus status: Int?, retryAfter: Duration?, isDated: Bool, remaining: Duration?, fraction: Double
  ) -> Duration? {
    let outcome = status.map { RetryMachine.Outcome.status($0, retryAfter: retryAfter) }
    let action = machine.next(
      after: outcome ?? .fault(.cannotConnect), isDated: isDated, remaining: remaining, fraction: fraction)
    switch action {
    case .finish: return nil
    case .retry(let delay): return delay
    }
  }
}

/// The rules by which a client with the default settings confirms a stored response.
struct Revalidation {
  private let rules = RevalidationRules(credentialHeaders: [.authorization])
  private let date = Date(timeIntervalSince1970: 0)

  /// The tag that a read sends when the response stored for its address has the tag `stored`.
  func condition(on stored: String) -> String? {
    let response = StoredResponse(head: head(stored), body: Data(), date: date)
    guard rules.matches(response, request) else { return nil }
    return rules.conditional(request, on: response).headerFields[.ifNoneMatch]
  }

  /// Whether a response with this tag is stored.
  func isStored(_ tag: String) -> Bool {
    rules.entry(for: TransportResponse(head: head(tag), body: .data(Data())), to: request, at: date) != nil
  }

  private func head(_ tag: String) -> HTTPResponse { HTTPResponse(status: .ok, headerFields: [.eTag: tag]) }
}
