/// A clock whose concrete type is erased, so that types which only need durations can take any clock
/// without becoming generic: the continuous clock in production, a manual clock in tests.
///
/// Instants count from the moment the clock was wrapped. Reading it costs one call through a closure.
public struct AnyClock: Clock {
  /// A moment on an ``AnyClock``, as the time passed since that clock was wrapped.
  public struct Instant: InstantProtocol {
    /// Time since the clock was wrapped.
    public var offset: Duration

    /// Makes the instant that lies `offset` after the moment the clock was wrapped.
    public init(offset: Duration) { self.offset = offset }

    /// The instant `duration` later.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

    /// The time from this instant to `other`; negative when `other` lies before.
    public func duration(to other: Instant) -> Duration { other.offset - offset }

    /// Whether `lhs` lies before `rhs`.
    public static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.offset < rhs.offset }
  }

  private let readNow: @Sendable () -> Instant
  private let readResolution: @Sendable () -> Duration
  private let suspend: @Sendable (Instant, Duration?) async throws -> Void

  /// Wraps `base`; the returned clock's time starts at zero now.
  public init<C: Clock>(_ base: C) where C.Duration == Duration {
    let origin = base.now
    readNow = { Instant(offset: origin.duration(to: base.now)) }
    readResolution = { base.minimumResolution }
    suspend = { try await base.sleep(until: origin.advanced(by: $0.offset), tolerance: $1) }
  }

  /// The system's monotonic clock, which goes on while the machine sleeps.
  public static var continuous: AnyClock { AnyClock(ContinuousClock()) }

  /// The present moment.
  public var now: Instant { readNow() }

  /// The smallest step between two instants.
  public var minimumResolution: Duration { readResolution() }

  /// Suspends until `deadline`.
  /// - Throws: `CancellationError` when the task is cancelled first.
  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try await suspend(deadline, tolerance)
  }
}
