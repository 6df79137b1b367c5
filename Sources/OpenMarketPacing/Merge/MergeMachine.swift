/// Merges triggers into throttled runs that do not overlap.
package struct MergeMachine: PacingMachine {
  let window: Interval
  let mode: ThrottleMode

  private var pending: TriggerRun?
  private var windowEnd: Moment?
  private var isRunning = false

  package init(window: Interval, mode: ThrottleMode) {
    self.window = window
    self.mode = mode
  }

  /// While a run is going on the end of the window does not matter: `runEnded(at:)` comes.
  package var wake: Moment? { isRunning ? nil : windowEnd }
  var isIdle: Bool { !isRunning && windowEnd == nil }
  package var hasPending: Bool { pending != nil }

  package mutating func submit(
    _ event: TriggerEvent, at now: Moment
  ) -> PacingStep<TriggerEvent, TriggerRun, TriggerOutcome> {
    if isIdle { return PacingStep(run: begin(TriggerRun(event), at: now), outcome: .ran) }
    let rest = windowEnd.map { max(.zero, now.duration(to: $0)) } ?? .zero
    if mode == .leadingOnly { return PacingStep(outcome: .tooSoon(retryAfter: rest)) }
    guard pending != nil else {
      pending = TriggerRun(event)
      return PacingStep(outcome: .scheduled(after: rest))
    }
    pending?.merge(event, counts: mode == .latest)
    return PacingStep(outcome: .merged)
  }

  /// Gives out the run that is due.
  package mutating func ring(at now: Moment) -> TriggerRun? {
    guard !isRunning, windowEnd.map({ $0 <= now }) ?? true else { return nil }
    windowEnd = nil
    return pending.take().map { begin($0, at: now) }
  }

  /// The last run has ended; gives out the one that waited for that.
  package mutating func runEnded(at now: Moment) -> TriggerRun? {
    isRunning = false
    return ring(at: now)
  }

  mutating func withdraw(where condition: (TriggerEvent) -> Bool) -> TriggerEvent? {
    guard let run = pending, condition(run.cause) else { return nil }
    pending = nil
    return run.cause
  }

  private mutating func begin(_ run: TriggerRun, at now: Moment) -> TriggerRun {
    isRunning = true
    windowEnd = window > .zero ? now.advanced(by: window) : nil
    return run
  }
}

extension TriggerRun {
  fileprivate mutating func merge(_ event: TriggerEvent, counts: Bool) {
    if !triggers.contains(event.trigger) { triggers.append(event.trigger) }
    if counts { cause = event }
    isByUser = isByUser || event.isByUser
  }
}
