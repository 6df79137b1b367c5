import Synchronization

/// A runner for search as you type: a newer response makes every older one void.
///
/// ```swift
/// let search = LatestOnly<[Product]>()
/// field.onChange { text in search { try await market.search(text) } }
/// for await response in search.results { show(response) }
/// ```
///
/// Several requests may be in flight, so that something is displayed while the user types on; one more than allowed
/// cancels the oldest. An older response is never delivered after a newer one. An error is delivered only if nothing
/// newer is in flight.
public final class LatestOnly<Value: Sendable>: Sendable {
  /// The responses that count, in the order of their requests.
  ///
  /// For one consumer. A busy one finds the newest response only. Ends when this object is released.
  public let results: AsyncStream<Result<Value, any Error>>

  private let requests: Requests<Value>

  /// Makes an instance.
  ///
  /// - Parameter maxInFlight: The maximum number of requests in flight; less than one counts as one.
  public init(maxInFlight: Int = 3) {
    requests = Requests(LatestOnlyMachine(maxInFlight: maxInFlight))
    results = requests.results.stream()
  }

  deinit {
    requests.cancelAll()
    requests.results.finish()
  }

  /// How many requests are in flight.
  package var count: Int { requests.count }

  /// Starts a request.
  ///
  /// - Parameter operation: The work, run in its own task with the caller's priority.
  public func callAsFunction(_ operation: @escaping @Sendable () async throws -> Value) {
    requests.ask(operation)
  }

  /// Cancels all requests in flight.
  public func cancel() { requests.cancelAll() }
}

/// The part that tasks in flight may keep alive.
private final class Requests<Value: Sendable>: Sendable {
  private struct State {
    var machine: LatestOnlyMachine
    var tasks: [UInt64: Task<Void, Never>?] = [:]
  }

  let results = Inbox<Result<Value, any Error>>(capacity: 1)
  private let state: Mutex<State>

  init(_ machine: LatestOnlyMachine) { state = Mutex(State(machine: machine)) }

  var count: Int { state.withLock { $0.tasks.count } }

  func ask(_ operation: @escaping @Sendable () async throws -> Value) {
    let (id, pushedOut) = state.withLock { state in
      let begun = state.machine.begin()
      state.tasks[begun.id] = .some(nil)
      return (begun.id, begun.pushedOut.flatMap { state.tasks.removeValue(forKey: $0) ?? nil })
    }
    pushedOut?.cancel()
    let task = Task {
      let result = await Result { try await operation() }
      end(id, result)
    }
    // It may have ended or been made void meanwhile.
    let isWanted = state.withLock { state in
      guard state.tasks[id] != nil else { return false }
      state.tasks[id] = task
      return true
    }
    if !isWanted { task.cancel() }
  }

  func cancelAll() {
    let tasks = state.withLock { state in
      state.machine.cancelAll()
      defer { state.tasks = [:] }
      return state.tasks.values.compactMap(\.self)
    }
    for task in tasks { task.cancel() }
  }

  private func end(_ id: UInt64, _ result: Result<Value, any Error>) {
    let void = state.withLock { state in
      let isError = if case .failure = result { true } else { false }
      let (counts, void) = state.machine.end(id, isError: isError)
      // Under the lock, so that responses come out in the order in which they were found to count.
      if counts { results.add(result) }
      state.tasks[id] = nil
      return void.compactMap { state.tasks.removeValue(forKey: $0) ?? nil }
    }
    results.wake()
    for task in void { task.cancel() }
  }
}
