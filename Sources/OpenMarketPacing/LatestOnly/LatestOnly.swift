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
    requests = Requests(maxInFlight: max(1, maxInFlight))
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
  private struct Request {
    let id: UInt64
    /// `nil` while it is being started.
    var task: Task<Void, Never>?
  }

  private struct State {
    /// The requests in flight, the oldest first.
    var inFlight: [Request] = []
    var lastID: UInt64 = 0

    func place(of id: UInt64) -> Int? { inFlight.firstIndex { $0.id == id } }
  }

  let results = Inbox<Result<Value, any Error>>(capacity: 1)
  private let maxInFlight: Int
  private let state = Mutex(State())

  init(maxInFlight: Int) { self.maxInFlight = maxInFlight }

  var count: Int { state.withLock { $0.inFlight.count } }

  func ask(_ operation: @escaping @Sendable () async throws -> Value) {
    let (id, pushedOut) = state.withLock { state in
      state.lastID += 1
      state.inFlight.append(Request(id: state.lastID))
      let isTooMany = state.inFlight.count > maxInFlight
      return (state.lastID, isTooMany ? state.inFlight.removeFirst().task : nil)
    }
    pushedOut?.cancel()
    let task = Task {
      let result = await Result { try await operation() }
      end(id, result)
    }
    // It may have ended or been made void meanwhile.
    let isWanted = state.withLock { state in
      guard let place = state.place(of: id) else { return false }
      state.inFlight[place].task = task
      return true
    }
    if !isWanted { task.cancel() }
  }

  func cancelAll() {
    let requests = state.withLock { state in
      defer { state.inFlight = [] }
      return state.inFlight
    }
    for request in requests { request.task?.cancel() }
  }

  /// Ends a request. A response counts if no newer one has: then all older requests are void. An error counts only when
  /// nothing newer is on its way.
  private func end(_ id: UInt64, _ result: Result<Value, any Error>) {
    let void: ArraySlice<Request> = state.withLock { state in
      guard let place = state.place(of: id) else { return [] }
      if case .failure = result, place < state.inFlight.count - 1 {
        state.inFlight.remove(at: place)
        return []
      }
      // Under the lock, so that responses come out in the order in which they were found to count.
      results.add(result)
      defer { state.inFlight.removeSubrange(...place) }
      return state.inFlight[..<place]
    }
    results.wake()
    for request in void { request.task?.cancel() }
  }
}
