/// A clock whose concrete type is erased, so that types which only need durations can take any clock
/// without becoming generic: the continuous clock in production, a manual clock in tests.
///
/// Moments count from that at which the clock was wrapped. Reading it costs one call through a closure.
package struct AnyClock: Clock {
  private let readNow: @Sendable () -> Moment
  private let readResolution: @Sendable () -> Duration
  private let suspend: @Sendable (Moment, Duration?) async throws -> Void
  /// Sleeps on the same clock without one.
  private var timetable: Timetable?

  /// Wraps `base`; the returned clock's time starts at zero now.
  package init<C: Clock>(_ base: C) where C.Duration == Duration {
    let origin = base.now
    readNow = { Moment.zero.advanced(by: origin.duration(to: base.now)) }
    readResolution = { base.minimumResolution }
    suspend = {
      try await base.sleep(until: origin.advanced(by: Moment.zero.duration(to: $0)), tolerance: $1)
    }
    timetable = Timetable(self)
  }

  /// Erases `clock`: an erased one stays what it is, and the continuous clock is always ``continuous``, whose deadlines
  /// share one timer.
  package static func erasing(_ clock: some Clock<Duration>) -> AnyClock {
    (clock as? AnyClock) ?? (clock is ContinuousClock ? .continuous : AnyClock(clock))
  }

  /// The system's monotonic clock, which goes on while the machine sleeps.
  package static let continuous = AnyClock(ContinuousClock())

  package var now: Moment { readNow() }

  /// The smallest step between two moments.
  package var minimumResolution: Duration { readResolution() }

  /// Suspends until `deadline`.
  /// - Throws: `CancellationError` when the task is cancelled first.
  package func sleep(until deadline: Moment, tolerance: Duration?) async throws {
    try await suspend(deadline, tolerance)
  }

  /// Makes `call` at `moment`, from any thread; it must return soon.
  ///
  /// Far cheaper than a task that sleeps, because all calls of a clock and its copies share one.
  package func schedule(at moment: Moment, _ call: @escaping @Sendable () -> Void) -> ScheduledCall {
    ScheduledCall(timetable: timetable, id: timetable?.add(at: moment, call) ?? 0)
  }

  package var scheduledCallCount: Int { timetable?.count ?? 0 }
}
