package enum MemoryPressure: Sendable, Hashable {
  /// Give back what is easily made again: a cache keeps half of its limit.
  case warning
  /// Give back everything that is not on the screen, or the process may be ended.
  case critical

  /// The share of its limit that a cache may keep.
  var keptShare: Double {
    switch self {
    case .warning: 0.5
    case .critical: 0
    }
  }
}
