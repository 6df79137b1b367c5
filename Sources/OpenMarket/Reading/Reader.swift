import Foundation
import OpenMarketHTTP
import OpenMarketPacing
import OpenMarketStore

/// Performs reads as ``ReadMachine`` decides.
struct Reader: Sendable {
  let time: TimeSource
  let background: BackgroundWork
  let events: MarketEvents

  func read<Value: Sendable>(
    _ request: ReadRequest<Value>, _ policy: ReadPolicy, _ options: ReadOptions
  ) async throws -> Stamped<Value> {
    guard events.isTraced else { return try await perform(request, policy, options) }
    return try await MarketEvent.Cause.$current.withValue(MarketEvent.Cause(request.key.causeName)) {
      let start = time.clock.now
      let result = await Result { try await perform(request, policy, options) }
      events.trace(.read) { $0.note(result, start.duration(to: time.clock.now)) }
      return try result.get()
    }
  }

  private func perform<Value: Sendable>(
    _ request: ReadRequest<Value>, _ policy: ReadPolicy, _ options: ReadOptions
  ) async throws -> Stamped<Value> {
    try background.checkOpen()
    let staleTime = options.staleTime ?? request.staleTime
    var machine = ReadMachine(policy, options, staleTime: staleTime)
    var explanation = ReadExplanation(policy: policy, staleTime: staleTime)
    var stored: ReadRequest<Value>.Dated?
    var pendingFetch: Task<ReadRequest<Value>.Dated, any Error>?
    var response: Result<ReadRequest<Value>.Dated, any Error>?
    var step = machine.begin()
    while true {
      switch step {
      case .askCache:
        stored = await askCache(request, machine, &explanation)
        step = machine.receive(explanation.cacheFact)
      case .askNetwork(let limit?):
        pendingFetch = background.start { try await fetch(request, options.priority) }
        response = try await wait(for: pendingFetch, limit, &explanation)
        step = machine.receive(ReadMachine.NetworkFact(response))
      case .awaitNetwork:
        response = try await wait(for: pendingFetch, nil, &explanation)
        step = machine.receive(ReadMachine.NetworkFact(response))
      case .askNetwork(nil):
        response = try await measure(&explanation) { try await fetch(request, options.priority) }
        step = machine.receive(ReadMachine.NetworkFact(response))
      case .serveFromCache(let isStale, let refreshing):
        guard let stored else { throw StoreError.notStored }
        if refreshing { refresh(request) }
        if policy == .cacheFirst, case .notAllowed = explanation.network {
          explanation.network = refreshing ? .refreshing : .notNeeded
        }
        return Stamped(
          stored.value, isFromServer: false, fetchedAt: stored.fetchedAt, isStale: isStale,
          details: explanation)
      case .serveFromNetwork:
        guard let fetched = try response?.get() else { throw CancellationError() }
        return Stamped(
          fetched.value, isFromServer: true, fetchedAt: fetched.fetchedAt, isStale: false,
          details: explanation)
      case .fail(let failure):
        if failure == .network { _ = try response?.get() }
        if failure == .store, case .failed(let error) = explanation.cache { throw error }
        throw StoreError.notStored
      }
    }
  }

  /// Asks the server and stores what it says, together with all others who ask the same now.
  func fetch<Value: Sendable>(
    _ request: ReadRequest<Value>, _ priority: RequestPriority
  ) async throws -> ReadRequest<Value>.Dated {
    try await request.flights.value(for: request.key) {
      try await request.fetch(
        RequestOptions {
          $0.priority = priority
          $0.cachePolicy = .revalidate  // How old a response may be is decided here, not by the server.
        })
    }
  }

  /// Asks the server for the next read's sake.
  func refresh<Value: Sendable>(_ request: ReadRequest<Value>) {
    background.refresh(request.key) {
      do {
        _ = try await fetch(request, .visible)
      } catch is CancellationError {
        // No caller is left to report to.
      } catch {
        events.send(.refreshFailed(error))
      }
    }
  }

  /// Returns the stored value, if there is one, and notes in the explanation how usable it is.
  func askCache<Value: Sendable>(
    _ request: ReadRequest<Value>, _ machine: ReadMachine, _ explanation: inout ReadExplanation
  ) async -> ReadRequest<Value>.Dated? {
    let start = time.clock.now
    defer { explanation.cacheTime = start.duration(to: time.clock.now) }
    do {
      guard let stored = try await request.stored() else {
        explanation.cache = .nothing
        return nil
      }
      let age = age(of: stored.fetchedAt)
      explanation.cache =
        !machine.isAllowed(age)
        ? .tooOld(age: age) : stored.isComplete ? .found(age: age) : .incomplete(age: age)
      return stored
    } catch {
      let error = StoreError(reading: error)
      explanation.cache = .failed(error)
      events.send(.storeFailed(error))
      return nil
    }
  }

  /// How long ago `date` was; `nil` when it lies in the future, because a clock was set back.
  func age(of date: Date) -> Duration? {
    let seconds = time.date().timeIntervalSince(date)
    // Stored dates are rounded, and two processes do not read the clock at the same moment.
    guard seconds > -1, seconds < 1e15 else { return nil }
    return .seconds(max(0, seconds))
  }

  /// Waits for a question that outlives the wait; `nil` when it is late.
  func wait<Fetched: Sendable>(
    for pendingFetch: Task<Fetched, any Error>?, _ limit: Duration?, _ explanation: inout ReadExplanation
  ) async throws -> Result<Fetched, any Error>? {
    guard let pendingFetch else { throw CancellationError() }
    let response = try await measure(&explanation) { [time] in
      try await withTaskCancellationHandler {
        guard let limit else { return try await pendingFetch.value }
        return try await withDeadline(time.clock.now.advanced(by: limit), clock: time.clock) {
          try await pendingFetch.value
        }
      } onCancel: {
        pendingFetch.cancel()
      }
    }
    guard let limit, case .failure(_ as DeadlineExceeded) = response else { return response }
    explanation.network = .late(limit)
    return nil
  }

  private func measure<Fetched>(
    _ explanation: inout ReadExplanation, _ ask: () async throws -> Fetched
  ) async throws -> Result<Fetched, any Error> {
    let start = time.clock.now
    let response = await Result { try await ask() }
    explanation.networkTime = (explanation.networkTime ?? .zero) + start.duration(to: time.clock.now)
    try Task.checkCancellation()
    switch response {
    case .success: explanation.network = .responded
    case .failure(let error):
      explanation.network = .failed(error)
      if error is CancellationError { try background.checkOpen() }
    }
    return response
  }
}
