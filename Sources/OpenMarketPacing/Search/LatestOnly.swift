import Synchronization

/// Search as you type: a newer answer makes every older one void.
///
/// ```swift
/// let search = LatestOnly<[Product]>()
/// field.onChange { text in search { try await market.search(text) } }
/// for await answer in search.answers { show(answer) }
/// ```
///
/// Several questions may be in flight, so that something is shown while somebody types on; one more than allowed
/// cancels the oldest. An older answer never comes out after a newer one. An error comes out only if nothing
/// newer is in flight.
public final class LatestOnly<Value: Sendable>: Sendable {
  /// The answers that count, in the order of their questions.
  ///
  /// For one consumer. A busy one finds the newest answer only. Ends when this object goes away.
  public let answers: AsyncStream<Result<Value, any Error>>

  private let questions: Questions<Value>

  /// Makes an instance.
  ///
  /// - Parameter maxInFlight: How many questions may wait for their answers; less than one counts as one.
  public init(maxInFlight: Int = 3) {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Result<Value, any Error>.self, bufferingPolicy: .bufferingNewest(1))
    answers = stream
    questions = Questions(LatestOnlyMachine(maxInFlight: maxInFlight), continuation)
  }

  deinit {
    questions.cancelAll()
    questions.answers.finish()
  }

  /// How many questions are in flight.
  public var count: Int { questions.count }

  /// Asks a question.
  ///
  /// - Parameter operation: Finds the answer, in a task of its own with the caller's priority.
  public func callAsFunction(_ operation: @escaping @Sendable () async throws -> Value) {
    questions.ask(operation)
  }

  /// Makes all questions in flight void.
  public func cancel() { questions.cancelAll() }
}

/// The part that tasks in flight may keep alive.
private final class Questions<Value: Sendable>: Sendable {
  private struct State {
    var machine: LatestOnlyMachine
    var tasks: [UInt64: Task<Void, Never>?] = [:]
  }

  let answers: AsyncStream<Result<Value, any Error>>.Continuation
  private let state: Mutex<State>

  init(_ machine: LatestOnlyMachine, _ answers: AsyncStream<Result<Value, any Error>>.Continuation) {
    self.answers = answers
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
    // It may have been answered or made void meanwhile.
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
      // Under the lock, so that answers come out in the order in which they were found to count.
      if counts { answers.yield(result) }
      state.tasks[id] = nil
      return void.compactMap { state.tasks.removeValue(forKey: $0) ?? nil }
    }
    for task in void { task.cancel() }
  }
}
