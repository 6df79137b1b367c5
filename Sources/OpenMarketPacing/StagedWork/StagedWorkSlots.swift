import Synchronization

/// Slots for the staged work of reused things, such as list cells: starting new work in a slot cancels the old.
///
/// ```swift
/// slots.start(work(for: product), for: ObjectIdentifier(cell))
/// ```
public final class StagedWorkSlots<ID: Hashable & Sendable, Output: Sendable>: Sendable {
  private let runs = Mutex<[ID: StagedWork<Output>.Run]>([:])

  /// Makes an instance with all slots empty.
  public init() {}

  deinit {
    for run in runs.withLock({ Array($0.values) }) { run.cancel() }
  }

  /// How many slots have work in progress.
  package var count: Int { runs.withLock { $0.count } }

  /// Cancels the work of `id`, if any, and starts `work` in its place.
  ///
  /// - Parameters:
  ///   - work: The new work.
  ///   - id: The identity of the reused thing.
  ///   - timeout: The time limit for all of it; `nil` for none.
  ///   - clock: The clock that measures the timeout.
  ///   - notify: Called once with the outcome, on the thread where it came about.
  public func start(
    _ work: StagedWork<Output>, for id: ID, timeout: Duration? = nil,
    clock: some Clock<Duration> = ContinuousClock(),
    notify: @escaping @Sendable (StagedWork<Output>.Outcome) -> Void = { _ in }
  ) {
    cancel(id)
    let run = work.start(timeout: timeout, clock: clock, notify: notify)
    let replaced = runs.withLock { $0.updateValue(run, forKey: id) }
    replaced?.cancel()
    Task { [weak self] in
      _ = await run.outcome
      self?.forget(run, id)
    }
  }

  /// Cancels the work of `id`, if any.
  public func cancel(_ id: ID) {
    let run = runs.withLock { $0.removeValue(forKey: id) }
    run?.cancel()
  }

  private func forget(_ run: StagedWork<Output>.Run, _ id: ID) {
    runs.withLock { if $0[id] === run { $0[id] = nil } }
  }
}
