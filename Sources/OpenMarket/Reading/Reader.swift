import Foundation
import OpenMarketHTTP
import OpenMarketPacing
import OpenMarketStore

/// Performs reads as ``ReadMachine`` decides.
struct Reader: Sendable {
  let clock: AnyClock
  let now: @Sendable () -> Date
  let background: BackgroundWork
  let events: MarketEvents

  func read<Value: Sendable>(
    _ request: ReadRequest<Value>, _ options: ReadOptions
  ) async throws -> Stamped<Value> {
    try background.checkOpen()
    let staleTime = options.staleTime ?? request.staleTime
    var machine = ReadMachine(options: options, staleTime: staleTime)
    var explanation = ReadExplanation(policy: options.policy.rawValue, staleTime: staleTime)
    var stored: ReadRequest<Value>.Stored?
    var question: Task<ReadRequest<Value>.Fetched, any Error>?
    var answer: Result<ReadRequest<Value>.Fetched, any Error>?
    var step = machine.begin()
    while true {
      switch step {
      case .askCache:
        stored = await askCache(request, machine, &explanation)
        step = machine.receive(explanation.cacheFact)
      case .askNetwork(let limit?):
        question = background.start { try await fetch(request, options.lane) }
        answer = try await wait(for: question, limit, &explanation)
        step = machine.receive(ReadMachine.NetworkFact(answer))
      case .awaitNetwork:
        answer = try await wait(for: question, nil, &explanation)
        step = machine.receive(ReadMachine.NetworkFact(answer))
      case .askNetwork(nil):
        answer = try await measure(&explanation) { try await fetch(request, options.lane) }
        step = machine.receive(ReadMachine.NetworkFact(answer))
      case .answerFromCache(let isStale, let refreshing):
        guard let stored else { throw StoreError.notStored }
        if refreshing { refresh(request) }
        explanation.refine(isStale: isStale, refreshing: refreshing)
        return Stamped(
          stored.value, source: .cache, fetchedAt: stored.fetchedAt, isStale: isStale,
          explanation: explanation)
      case .answerFromNetwork:
        guard let fetched = try answer?.get() else { throw CancellationError() }
        return Stamped(
          fetched.value, source: .network, fetchedAt: fetched.fetchedAt, isStale: false,
          explanation: explanation)
      case .fail(let failure):
        _ = failure == .network ? try answer?.get() : nil
        throw failure == .store ? explanation.storeError ?? .notStored : .notStored
      }
    }
  }

  /// Asks the server and stores what it says, together with all others who ask the same now.
  func fetch<Value: Sendable>(
    _ request: ReadRequest<Value>, _ lane: RateLimiter.Lane
  ) async throws -> ReadRequest<Value>.Fetched {
    try await request.flights.value(for: request.key) {
      try await request.fetch(
        RequestOptions {
          $0.lane = lane
          $0.cachePolicy = .revalidate  // How old an answer may be is decided here, not by the server.
        })
    }
  }

  /// Asks the server for the next read's sake.
  func refresh<Value: Sendable>(_ request: ReadRequest<Value>) {
    background.refresh(request.key) {
      do {
        _ = try await fetch(request, .visible)
      } catch is CancellationError {
        // Nobody is left to be told.
      } catch {
        events.send(.refreshFailed(error))
      }
    }
  }

  /// What the store has, if anything, and in the explanation what that is worth.
  func askCache<Value: Sendable>(
    _ request: ReadRequest<Value>, _ machine: ReadMachine, _ explanation: inout ReadExplanation
  ) async -> ReadRequest<Value>.Stored? {
    let start = clock.now
    defer { explanation.cacheTime = start.duration(to: clock.now) }
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
    let seconds = now().timeIntervalSince(date)
    // Stored dates are rounded, and two processes do not read the clock at the same moment.
    guard seconds > -1, seconds < 1e15 else { return nil }
    return .seconds(max(0, seconds))
  }

  /// Waits for a question that outlives the wait; `nil` when it is late.
  func wait<Fetched: Sendable>(
    for question: Task<Fetched, any Error>?, _ limit: Duration?, _ explanation: inout ReadExplanation
  ) async throws -> Result<Fetched, any Error>? {
    guard let question else { throw CancellationError() }
    let answer = try await measure(&explanation) { [clock] in
      try await withTaskCancellationHandler {
        guard let limit else { return try await question.value }
        return try await withDeadline(clock.now.advanced(by: limit), clock: clock) {
          try await question.value
        }
      } onCancel: {
        question.cancel()
      }
    }
    guard let limit, case .failure(_ as DeadlineExceeded) = answer else { return answer }
    explanation.network = .late(limit)
    return nil
  }

  private func measure<Fetched>(
    _ explanation: inout ReadExplanation, _ ask: () async throws -> Fetched
  ) async throws -> Result<Fetched, any Error> {
    let start = clock.now
    let answer = await Result { try await ask() }
    explanation.networkTime = (explanation.networkTime ?? .zero) + start.duration(to: clock.now)
    try Task.checkCancellation()
    switch answer {
    case .success: explanation.network = .answered
    case .failure(let error):
      explanation.network = .failed(error)
      if error is CancellationError { try background.checkOpen() }
    }
    return answer
  }
}
