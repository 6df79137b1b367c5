import Synchronization

/// Counts from any thread.
public final class Counter: Sendable {
  private let value = Atomic(0)

  /// Begins at 0.
  public init() {}

  /// How often it was incremented.
  public var count: Int { value.load(ordering: .acquiring) }

  /// Counts one more; returns the new number.
  @discardableResult public func increment() -> Int {
    value.add(1, ordering: .acquiringAndReleasing).newValue
  }
}
