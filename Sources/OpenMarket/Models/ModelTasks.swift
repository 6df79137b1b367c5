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

  /// Hands each of `values` to `model`, until either is gone; nor is there anything to follow in a store that cannot be read,
  /// as the market's events tell.
  func follow<Model: AnyObject & Sendable, Values: AsyncSequence & Sendable>(
    _ values: Values, for model: Model, _ take: @escaping @MainActor (Model, Values.Element) -> Void
  ) where Values.Element: Sendable {
    add { [weak model] in
      do {
        for try await value in values {
          guard let model, !Task.isCancelled else { return }
          take(model, value)
        }
      } catch {}
    }
  }

  func cancelAll() {
    for task in tasks { task.cancel() }
    tasks = []
  }

  deinit { for task in tasks { task.cancel() } }
}
