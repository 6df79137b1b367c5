import OpenMarketPacing
import OpenMarketStore

/// The tasks of a model, which end together with it, on whatever thread that happens.
@MainActor
final class ModelTasks {
  private var tasks: [Task<Void, Never>] = []

  /// Begins to follow something; the operation must not hold the model while it waits.
  @discardableResult
  func add(_ operation: @escaping @MainActor () async -> Void) -> Task<Void, Never> {
    // A model that is released at once has begun nothing, as SwiftUI makes many that are never displayed.
    let task = Task { if !Task.isCancelled { await operation() } }
    tasks.append(task)
    return task
  }

  /// Hands each of `values` to `model`, until either is gone. What cannot be read is read again after a pause, on `clock`, unless
  /// the store is closed.
  func follow<Model: AnyObject & Sendable, Values: AsyncSequence & Sendable>(
    _ values: Values, for model: Model, clock: AnyClock = .continuous,
    _ take: @escaping @MainActor (Model, Values.Element) -> Void
  ) where Values.Element: Sendable {
    add { [weak model] in
      while !Task.isCancelled {
        do {
          for try await value in values {
            guard let model, !Task.isCancelled else { return }
            take(model, value)
          }
          return
        } catch {
          if (error as? StoreError)?.code == .closed { return }
          try? await clock.sleep(until: clock.now.advanced(by: Self.pause), tolerance: nil)
        }
      }
    }
  }

  /// The pause after something could not be read.
  private static let pause = Duration.seconds(5)

  func cancelAll() {
    for task in tasks { task.cancel() }
    tasks = []
  }

  deinit { for task in tasks { task.cancel() } }
}
