/// The priority of a request: where a rate or a number is limited, higher priorities go first.
public enum RequestPriority: CaseIterable, Comparable, Sendable {
  /// Work that may be needed soon; if it never ran, the user would not notice.
  case prefetch
  /// Delivery of the user's earlier writes.
  case outbox
  /// Work for something on the screen, such as an image.
  case visible
  /// Work that the user waits for.
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
