/// Which events of a window are run.
///
/// A window begins with each run and lasts one interval; an event outside any window runs at once.
public enum ThrottleMode: Hashable, Sendable, CaseIterable {
  /// The newest event of a window runs at its end.
  case latest
  /// The first event of a window runs at its end.
  case earliest
  /// No event of a window runs: a guard against double taps.
  case leadingOnly
}
