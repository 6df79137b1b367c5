import Synchronization

extension MarketEvent {
  /// The reason for a chain of events: the read of a screen, a trigger, a push.
  ///
  /// Travels with the task, so it reaches what child tasks and tasks begun within do, too.
  package struct Cause: Sendable, Hashable, Codable {
    /// Its number: no two of a process have the same.
    package let id: UInt64
    /// Its name, after that of the cause that led to it, such as `push › read product`.
    package let name: String
    /// The number of the cause that led to it; `nil` for the first.
    package let parentID: UInt64?

    private enum CodingKeys: String, CodingKey {
      case id, name
      case parentID = "parent"
    }

    /// The cause of what the current task does.
    @TaskLocal package static var current: Cause?

    private static let lastID = Atomic<UInt64>(0)

    /// Makes a cause that follows from `parent`.
    package init(_ name: String, after parent: Cause? = Cause.current) {
      self.init(
        id: Self.lastID.add(1, ordering: .relaxed).newValue,
        name: parent.map { "\($0.name) › \(name)" } ?? name, parentID: parent?.id)
    }

    init(id: UInt64, name: String, parentID: UInt64?) {
      (self.id, self.name, self.parentID) = (id, name, parentID)
    }
  }

  /// Runs `operation`; the events that follow from it have `name` as their cause.
  ///
  /// ```swift
  /// try await MarketEvent.withCause("push") { try await market.product(id, policy: .networkFirst) }
  /// ```
  ///
  /// - Parameters:
  ///   - name: What led to it; a constant, so that nothing personal gets into events.
  ///   - operation: What is done.
  /// - Returns: What `operation` returns.
  public static func withCause<Value>(
    _ name: StaticString, operation: () async throws -> Value
  ) async rethrows -> Value {
    try await Cause.$current.withValue(Cause("\(name)"), operation: operation)
  }
}
