extension RateLimiter {
  /// The purpose of a request; those of an earlier lane go before those of a later one.
  public enum Lane: CaseIterable, Comparable, Sendable {
    /// The user waits for it.
    case user
    /// It fills something that is on the screen, such as an image.
    case visible
    /// It delivers what the user did earlier.
    case outbox
    /// Nobody would notice if it never came.
    case prefetch

    /// Its place in ``allCases``.
    var index: Int {
      switch self {
      case .user: 0
      case .visible: 1
      case .outbox: 2
      case .prefetch: 3
      }
    }
  }
}
