import Foundation
import OpenMarketHTTP
import OpenMarketMock
import OpenMarketPacing
import OpenMarketTestSupport
import Synchronization

@testable import OpenMarket

/// A reader on a clock that stands still, with a store and a server that do as they are told.
final class ReadBench: Sendable {
  /// What the server does when it is asked.
  enum Server: Sendable {
    case responses(String)
    case fails(HTTPError.Code)
    /// Says nothing until ``ReadBench/release(_:)``, or its task's cancellation.
    case hangs
  }

  struct State {
    var stored: (value: String, age: TimeInterval)?
    var isComplete = true
    var storeError: (any Error)?
    var server = Server.responses("new")
    /// How often the store was asked.
    var lookups = 0
    var requests = 0
    /// Requests that have their response, or that ``ReadBench/release(_:)`` reaches.
    var arrivals = 0
    var cancelled = 0
    var saved: [String] = []
    var waiting: [UInt64: CheckedContinuation<String, any Error>] = [:]
  }

  let clock = ManualClock()
  let now = Date(timeIntervalSince1970: 1_700_000_000)
  let state = Mutex(State())
  let background = BackgroundWork()
  let events = MarketEvents()
  let reader: Reader
  private let flights = SharedTask<ReadKey, ReadRequest<String>.Dated>()

  init(_ configure: (inout State) -> Void = { _ in }) {
    var time = TimeSource(clock)
    time.date = { [now] in now }
    reader = Reader(time: time, background: background, events: events)
    state.withLock { configure(&$0) }
  }

  func read(_ policy: ReadPolicy = .cacheFirst, _ options: ReadOptions = ReadOptions()) async throws
    -> Stamped<String>
  {
    try await reader.read(request, policy, options)
  }

  func reads(_ options: ReadOptions = ReadOptions()) -> Reads<String> {
    reader.reads(request, options)
  }

  var request: ReadRequest<String> {
    ReadRequest(
      key: .product(1), staleTime: .seconds(60), flights: flights,
      stored: { [self] in
        try state.withLock { state in
          state.lookups += 1
          if let error = state.storeError { throw error }
          return state.stored.map {
            .init(value: $0.value, fetchedAt: now.addingTimeInterval(-$0.age), isComplete: state.isComplete)
          }
        }
      },
      fetch: { [self] _ in
        let value = try await ask()
        state.withLock { $0.saved.append(value) }
        return .init(value: value, fetchedAt: now)
      })
  }

  /// Lets the server response everybody who waits for it.
  func release(_ value: String) { release(.success(value)) }

  /// Lets the server respond to everybody who waits for it, or fail.
  func release(_ response: Result<String, any Error>) {
    let waiting = state.withLock { state in
      defer { state.waiting = [:] }
      return state.waiting.values
    }
    for continuation in waiting { continuation.resume(with: response) }
  }

  /// Waits until the server has been asked so often.
  func requests(atLeast count: Int) async {
    while state.withLock({ $0.arrivals }) < count, !Task.isCancelled { await giveWay() }
  }

  /// Waits until the store has been asked so often.
  func lookups(atLeast count: Int) async {
    while state.withLock({ $0.lookups }) < count, !Task.isCancelled { await giveWay() }
  }

  /// Waits until so many callers wait for the one request in flight.
  func waiters(_ count: Int) async {
    while flights.waiterCount(for: .product(1)) < count, !Task.isCancelled { await giveWay() }
  }

  private func ask() async throws -> String {
    let (server, id) = state.withLock { state in
      state.requests += 1
      if case .hangs = state.server {} else { state.arrivals += 1 }
      return (state.server, UInt64(state.requests))
    }
    switch server {
    case .responses(let value): return value
    case .fails(let code): throw HTTPError(code, "as told")
    case .hangs:
      return try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { continuation in
          state.withLock { state in
            state.waiting[id] = continuation
            state.arrivals += 1
          }
          if Task.isCancelled { abandon(id) }
        }
      } onCancel: {
        abandon(id)
      }
    }
  }

  private func abandon(_ id: UInt64) {
    let continuation = state.withLock { state in
      let continuation = state.waiting.removeValue(forKey: id)
      if continuation != nil { state.cancelled += 1 }
      return continuation
    }
    continuation?.resume(throwing: CancellationError())
  }
}
