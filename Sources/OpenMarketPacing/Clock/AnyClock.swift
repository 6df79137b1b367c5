/// A clock whose concrete type is erased, so that types which only need durations can take any clock
/// without becoming generic: the continuous clock in production, a manual clock in tests.
///
/// Instants count from the moment the clock was wrapped. Reading it costs one call through a closure.
package struct AnyClock: Clock {
  /// A moment on an ``AnyClock``, as the time passed since that clock was wrapped.
  package struct Instant: InstantProtocol {
    /// Time since the clock was wrapped.
    package var offset: Duration

    /// Makes the instant that lies `offset` after the moment the clock was wrapped.
    package init(offset: Duration) { self.offset = offset }

    /// The instant `duration` later.
    package func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

    /// The time from this instant to `other`; negative when `other` lies before.
    package func duration(to other: Instant) -> Duration { other.offset - offset }

    /// Whether `lhs` lies before `rhs`.
    package static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.offset < rhs.offset }
  }

  private let readNow: @Sendable () -> Instant
  private let readResolution: @Sendable () -> Duration
  private let suspend: @Sendable (Instant, Duration?) async throws -> Void
  private let timetable: Timetable?

  /// Wraps `base`; the returned clock's time starts at zero now.
  package init<C: Clock>(_ base: C) where C.Duration == Duration {
    let origin = base.now
    readNow = { Instant(offset: origin.duration(to: base.now)) }
    readResolution = { base.minimumResolution }
    suspend = { try await base.sleep(until: origin.advanced(by: $0.offset), tolerance: $1) }
    timetable = Timetable(AnyClock(now: readNow, resolution: readResolution, suspend: suspend))
  }

  /// Erases `clock`: an erased one stays what it is, and the continuous clock is always ``continuous``, whose deadlines
  /// share one timer.
  package static func erasing(_ clock: some Clock<Duration>) -> AnyClock {
    (clock as? AnyClock) ?? (clock is ContinuousClock ? .continuous : AnyClock(clock))
  }

  /// The clock that a timetable sleeps on, itself without one.
  private init(
    now: @escaping @Sendable () -> Instant, resolution: @escaping @Sendable () -> Duration,
    suspend: @escaping @Sendable (Instant, Duration?) async throws -> Void
  ) {
    (readNow, readResolution, self.suspend, timetable) = (now, resolution, suspend, nil)
  }

  /// The system's monotonic clock, which goes on while the machine sleeps.
  package static let continuous = AnyClock(ContinuousClock())

  /// The present moment.
  package var now: Instant { readNow() }

  /// The smallest step between two instants.
  package var minimumResolution: Duration { readResolution() }

  /// Suspends until `deadline`.
  /// - Throws: `CancellationError` when the task is cancelled first.
  package func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try await suspend(deadline, tolerance)
  }

  /// Makes `call` at `moment`, from any thread; it must return soon.
  ///
  /// Far cheaper than a task that sleeps, because all calls of a clock and its copies share one.
  package func schedule(at moment: Instant, _ call: @escaping @Sendable () -> Void) -> ScheduledCall {
    ScheduledCall(timetable: timetable, id: timetable?.add(at: Moment(moment), call) ?? 0)
  }

  /// How many scheduled calls are still to be made.
  package var scheduledCallCount: Int { timetable?.count ?? 0 }
}
