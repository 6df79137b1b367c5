import Synchronization

/// Search as you type: a newer response makes every older one void.
///
/// ```swift
/// let search = LatestOnly<[Product]>()
/// field.onChange { text in search { try await market.search(text) } }
/// for await response in search.results { show(response) }
/// ```
///
/// Several requests may be in flight, so that something is displayed while somebody types on; one more than allowed
/// cancels the oldest. An older response never comes out after a newer one. An error comes out only if nothing
/// newer is in flight.
public final class LatestOnly<Value: Sendable>: Sendable {
  /// The responses that count, in the order of their requests.
  ///
  /// For one consumer. A busy one finds the newest response only. Ends when this object goes away.
  public let results: AsyncStream<Result<Value, any Error>>

  private let requests: Requests<Value>

  /// Makes an instance.
  ///
  /// - Parameter maxInFlight: How many requests may wait for their responses; less than one counts as one.
  public init(maxInFlight: Int = 3) {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Result<Value, any Error>.self, bufferingPolicy: .bufferingNewest(1))
    results = stream
    requests = Requests(LatestOnlyMachine(maxInFlight: maxInFlight), continuation)
  }

  deinit {
    requests.cancelAll()
    requests.results.finish()
  }

  /// How many requests are in flight.
  package var count: Int { requests.count }

  /// Asks a request.
  ///
  /// - Parameter operation: Finds the outcome, in a task of its own with the caller's priority.
  public func callAsFunction(_ operation: @escaping @Sendable () async throws -> Value) {
    requests.ask(operation)
  }

  /// Makes all requests in flight void.
  public func cancel() { requests.cancelAll() }
}

/// The part that tasks in flight may keep alive.
private final class Requests<Value: Sendable>: Sendable {
  private struct State {
    var machine: LatestOnlyMachine
    var tasks: [UInt64: Task<Void, Never>?] = [:]
  }

  let results: AsyncStream<Result<Value, any Error>>.Continuation
  private let state: Mutex<State>

  init(_ machine: LatestOnlyMachine, _ results: AsyncStream<Result<Value, any Error>>.Continuation) {
    self.results = results
    state = Mutex(State(machine: machine))
  }

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
      _ = state.machine.cancelAll()
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
      if counts { results.yield(result) }
      state.tasks[id] = nil
      return void.compactMap { state.tasks.removeValue(forKey: $0) ?? nil }
    }
    for task in void { task.cancel() }
  }
}
