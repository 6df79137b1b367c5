/// A clock together with one timer on it that can be set again and again.
///
/// It may ring early (then it is set again for the rest), never late by its own doing. That is what makes
/// pacing cheap: putting a deadline off costs nothing, because the timer stays as it is.
protocol Alarm: Sendable {
  /// Reads the clock.
  func now() -> Moment

  /// Says what to call when the alarm rings. Called once, before the first `set(for:)`.
  func start(_ ring: @escaping @Sendable () -> Void)

  /// Sets the alarm, instead of any earlier setting. Must not block nor ring before it returns.
  func set(for moment: Moment)

  /// Takes back the setting.
  func stop()
}
