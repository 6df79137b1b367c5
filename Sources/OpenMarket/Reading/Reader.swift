import Foundation
import OpenMarketHTTP
import OpenMarketPacing
import OpenMarketStore

/// Performs reads as their policies say.
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
    var attempt = ReadAttempt(request, "\(policy)", options, by: self)
    switch policy {
    case .networkOnly: break
    case .networkFirst: return try await attempt.askServer(orUse: nil)
    case .cacheOnly:
      if let stored = try await attempt.askStore() { return attempt.stamp(stored, isFromServer: false) }
      if case .failed(let error) = attempt.explanation.cache { throw error }
      throw StoreError.notStored
    case .cacheFirst:
      guard let stored = try await attempt.askStore() else { break }
      guard stored.isComplete else { return try await attempt.askServer(orUse: stored) }
      let isStale = attempt.explanation.isStale
      if isStale { refresh(request) }
      attempt.explanation.network = isStale ? .refreshing : .notNeeded
      return attempt.stamp(stored, isFromServer: false)
    }
    let fetched = try await attempt.askServer()
    return attempt.stamp(fetched, isFromServer: true)
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
        events.send(MarketEvent(.refreshFailed, reason: "\(error)", error: error))
      }
    }
  }

  /// How long ago `date` was; `nil` when it lies in the future, because a clock was set back.
  func age(of date: Date) -> Duration? {
    let seconds = time.date().timeIntervalSince(date)
    // Stored dates are rounded, and two processes do not read the clock at the same moment.
    guard seconds > -1, seconds < 1e15 else { return nil }
    return .seconds(max(0, seconds))
  }
}
