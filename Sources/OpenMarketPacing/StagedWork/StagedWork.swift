public import Dispatch

/// Steps that run together, then steps that run one after the other: load a cell's image and text, then show
/// them.
///
/// ```swift
/// let run = StagedWork<Part>(priority: .userInitiated)
///   .concurrent { .image(try await download(imageURL)) }
///   .concurrent { .text(try await download(textURL)) }
///   .barrier { results in results.allSatisfy(\.isSuccess) }
///   .serial { results in cell.show(results) }          // on the main actor
///   .start(timeout: .seconds(5)) { outcome in spinner.stop() }
/// ```
///
/// - `concurrent` steps run at the same time, each in a task.
/// - A `barrier` then sees their results, in the order of the steps, and may call off what follows.
/// - `serial` steps then run one at a time on the actor or queue they name.
/// - In the end comes one ``Outcome``: exactly one, also when cancelled or out of time.
///
/// A description is a value: it can be started several times.
public struct StagedWork<Output: Sendable>: Sendable {
  /// The result of each concurrent step, in their order.
  typealias Results = [Result<Output, any Error>]

  /// How it ended.
  public enum Outcome: Sendable {
    /// All steps have run; with the result of each concurrent one, in their order.
    case completed([Result<Output, any Error>])
    /// It was cancelled, or a barrier called off the rest.
    case cancelled
    /// A barrier or serial step threw; those after it did not run.
    case failed(any Error)
    /// The time was up.
    case timedOut
  }

  let priority: TaskPriority?
  var concurrentSteps: [@Sendable () async throws -> Output] = []
  var barriers: [@Sendable (Results) throws -> Bool] = []
  var serialSteps: [SerialStep] = []

  /// Runs on its actor or queue: asks there whether it still shall, and does its work.
  typealias SerialStep = @Sendable (Results, _ isWanted: @escaping @Sendable () -> Bool) async throws -> Void

  /// Makes work without steps.
  ///
  /// - Parameter priority: The priority of all its tasks; nil for that of the caller.
  public init(priority: TaskPriority? = nil) { self.priority = priority }

  /// Adds a step that runs at the same time as the other concurrent ones.
  ///
  /// - Parameter step: The work. An error is a result, which a barrier may judge.
  /// - Returns: The work with the step.
  public func concurrent(_ step: @escaping @Sendable () async throws -> Output) -> StagedWork {
    with { $0.concurrentSteps.append(step) }
  }

  /// Adds a reading of the results, after all concurrent steps and before the serial ones.
  ///
  /// - Parameter decide: Whether to go on. Throwing ends the work with that error.
  /// - Returns: The work with the barrier.
  public func barrier(
    _ decide: @escaping @Sendable ([Result<Output, any Error>]) throws -> Bool
  ) -> StagedWork {
    with { $0.barriers.append(decide) }
  }

  /// Adds a step on the main actor, after the barriers.
  ///
  /// Nothing can cancel the work between the moment it is found to be still wanted and the step, because both
  /// happen in one go on the main actor: a reused cell never gets the image of its former product.
  ///
  /// - Parameter step: The work.
  /// - Returns: The work with the step.
  public func serial(
    _ step: @escaping @MainActor @Sendable ([Result<Output, any Error>]) throws -> Void
  ) -> StagedWork {
    adding { results, isWanted in
      try await MainActor.run { if isWanted() { try step(results) } }
    }
  }

  /// Adds a step on `actor`, after the barriers.
  ///
  /// - Parameters:
  ///   - actor: Where it runs.
  ///   - step: The work, which gets the actor to work on.
  /// - Returns: The work with the step.
  public func serial<A: Actor>(
    on actor: A, _ step: @escaping @Sendable (isolated A, [Result<Output, any Error>]) throws -> Void
  ) -> StagedWork {
    let run: @Sendable (isolated A, Results, () -> Bool) throws -> Void = { actor, results, isWanted in
      if isWanted() { try step(actor, results) }
    }
    return adding { results, isWanted in try await run(actor, results, isWanted) }
  }

  /// Adds a step on `queue`, after the barriers.
  ///
  /// - Parameters:
  ///   - queue: Where it runs.
  ///   - step: The work.
  /// - Returns: The work with the step.
  public func serial(
    on queue: DispatchQueue, _ step: @escaping @Sendable ([Result<Output, any Error>]) throws -> Void
  ) -> StagedWork {
    adding { results, isWanted in
      try await withCheckedThrowingContinuation { (ended: CheckedContinuation<Void, any Error>) in
        queue.async { ended.resume(with: Result { if isWanted() { try step(results) } }) }
      }
    }
  }

  private func adding(_ step: @escaping SerialStep) -> StagedWork {
    with { $0.serialSteps.append(step) }
  }

  private func with(_ change: (inout StagedWork) -> Void) -> StagedWork {
    var copy = self
    change(&copy)
    return copy
  }
}
