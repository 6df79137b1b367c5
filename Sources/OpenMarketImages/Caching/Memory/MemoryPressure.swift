/// How short the system is of memory.
public enum MemoryPressure: Int, Sendable, Hashable, Comparable, CaseIterable {
  /// There is enough.
  case normal
  /// Give back what is easily made again: a cache keeps half of its limit.
  case warning
  /// Give back everything that is not on the screen, or the process may be ended.
  case critical

  /// Whether `one` is less pressing than `other`.
  public static func < (one: MemoryPressure, other: MemoryPressure) -> Bool { one.rawValue < other.rawValue }

  /// The share of its limit that a cache may keep.
  var keptShare: Double {
    switch self {
    case .normal: 1
    case .warning: 0.5
    case .critical: 0
    }
  }
}
