/// How much a request matters: where a rate or a number is limited, what matters more goes first.
public enum RequestPriority: CaseIterable, Comparable, Sendable {
  /// It may be wanted soon; nobody would notice if it never came.
  case prefetch
  /// It delivers what the user did earlier.
  case outbox
  /// It fills something that is on the screen, such as an image.
  case visible
  /// The user waits for it.
  case user

  /// Its place in ``allCases``.
  package var index: Int {
    switch self {
    case .prefetch: 0
    case .outbox: 1
    case .visible: 2
    case .user: 3
    }
  }
}
