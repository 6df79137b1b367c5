import Synchronization

/// Several operations against one deadline: what finished in time, and what did not.
///
/// ```swift
/// var group = DeadlineTaskGroup<Server, Page>()
/// for server in servers { group.addTask(server) { try await fetch(from: server) } }
/// let outcome = await group.run(until: .now + .seconds(2), clock: .continuous)
/// ```
package struct DeadlineTaskGroup<ID: Hashable & Sendable, Value: Sendable>: Sendable {
  /// The results of the operations.
  package struct Outcome: Sendable {
    /// The results and errors of those that ended in time.
    package let finished: [ID: Result<Value, any Error>]
    /// Those that did not, and were cancelled, in the order in which they were added.
    package let missed: [ID]

    /// The values of those that succeeded in time.
    package var values: [ID: Value] { finished.compactMapValues { try? $0.get() } }
  }

  private var operations: [(id: ID, run: @Sendable () async throws -> Value)] = []

  /// Makes an empty group.
  package init() {}

  /// Adds an operation.
  ///
  /// - Parameters:
  ///   - id: Names the operation in the outcome; of two with the same name the one that ends last counts.
  ///   - operation: The work.
  package mutating func addTask(_ id: ID, operation: @escaping @Sendable () async throws -> Value) {
    operations.append((id, operation))
  }

  /// Runs all operations at once and returns when they have ended, or at the deadline.
  ///
  /// An operation that has not ended by then is cancelled and not waited for; see ``withDeadline(_:clock:operation:)-(_,C,_)``.
  /// Cancelling the calling task cancels all operations.
  ///
  /// - Parameters:
  ///   - deadline: The moment to give up. When it lies in the past nothing is started.
  ///   - clock: The clock that `deadline` is a moment of.
  /// - Returns: What became of each.
  package func run<C: Clock>(until deadline: C.Instant, clock: C) async -> Outcome {
    let results = Results()
    // The deadline's error says what `missed` says; there is no other.
    try? await withDeadline(deadline, clock: clock) {
      await withTaskGroup(of: Void.self) { group in
        for operation in operations {
          group.addTask {
            let result = await Result { try await operation.run() }
            // What ends because the deadline has cancelled it is not in time.
            results.add(operation.id, result) { clock.now < deadline }
          }
        }
      }
    }
    let finished = results.all
    return Outcome(finished: finished, missed: operations.map(\.id).filter { finished[$0] == nil })
  }

  private final class Results: Sendable {
    private let results = Mutex<[ID: Result<Value, any Error>]>([:])

    var all: [ID: Result<Value, any Error>] { results.withLock { $0 } }
    /// Under the lock, so that what was in time is there when the time is over.
    func add(_ id: ID, _ result: Result<Value, any Error>, if isInTime: () -> Bool) {
      results.withLock { if isInTime() { $0[id] = result } }
    }
  }
}
