import Observation
import Synchronization

/// Finds out who is told of a change: which of several readers of a model have to read again after `action`.
///
/// - Parameters:
///   - readers: The readers by name, each reading what a view of its own would.
///   - action: Changes the model, and returns when the change is there.
/// - Returns: The names of those that `withObservationTracking` has told.
@MainActor
func invalidated(
  _ readers: [String: @MainActor () -> Void], by action: @MainActor () async throws -> Void
) async rethrows -> Set<String> {
  let told = Told()
  for (name, read) in readers {
    withObservationTracking(read) { told.add(name) }
  }
  try await action()
  return told.names
}

private final class Told: Sendable {
  private let held = Mutex<Set<String>>([])

  var names: Set<String> { held.withLock { $0 } }

  func add(_ name: String) { held.withLock { _ = $0.insert(name) } }
}
