/// The tasks of a model, which end together with it, on whatever thread that happens.
@MainActor
final class ModelTasks {
  private var tasks: [Task<Void, Never>] = []

  /// Begins to follow something; the operation must not hold the model while it waits.
  func add(_ operation: @escaping @MainActor () async -> Void) {
    tasks.append(Task { await operation() })
  }

  /// Ends them now.
  func cancelAll() {
    for task in tasks { task.cancel() }
    tasks = []
  }

  deinit { for task in tasks { task.cancel() } }
}
