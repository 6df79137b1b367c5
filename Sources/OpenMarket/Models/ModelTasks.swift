/// The tasks of a model, which end together with it, on whatever thread that happens.
@MainActor
final class ModelTasks {
  private var tasks: [Task<Void, Never>] = []

  /// Begins to follow something; the operation must not hold the model while it waits.
  @discardableResult
  func add(_ operation: @escaping @MainActor () async -> Void) -> Task<Void, Never> {
    let task = Task { await operation() }
    tasks.append(task)
    return task
  }

  /// Ends them now.
  func cancelAll() {
    for task in tasks { task.cancel() }
    tasks = []
  }

  deinit { for task in tasks { task.cancel() } }
}
