import HTTPTypes
import OpenMarketPacing
import Synchronization

/// Sends identical reads that are in flight at the same time once.
///
/// A read that begins after a write has ended never joins one that began before it, so that everybody reads
/// what they wrote.
final class SharingMiddleware: HTTPMiddleware {
  /// How a flight ended for all who wait for it.
  private enum Landing: Sendable {
    case response(TransportResponse)
    /// The time allowed by the caller who started it was over.
    case outOfTime(any Error)
  }

  private let flights: SharedTask<Key, Landing>
  private let writes = Atomic<UInt64>(0)

  /// Makes a middleware with nothing in flight.
  /// - Parameter clock: Measures how old a request is: one of more than three seconds is no longer joined.
  init(clock: AnyClock = .continuous) { flights = SharedTask(joinLimit: .joinLimit, clock: clock) }

  func intercept(_ request: TransportRequest, next: @escaping Next) async throws -> TransportResponse {
    guard request.head.method == .get || request.head.method == .head else {
      defer { writes.add(1, ordering: .sequentiallyConsistent) }
      return try await next(request)
    }
    guard request.destination == .memory, request.onProgress == nil else { return try await next(request) }
    let key = Key(request, writes: writes.load(ordering: .sequentiallyConsistent))
    // Unless this very call turns out to be the one that is sent.
    request.call.verdict = .shared
    while true {
      let landing = try await flights.value(for: key) { [call = request.call] in
        call.verdict = .network
        return try await Self.fly(request, next)
      }
      switch landing {
      case .response(let response): return response
      case .outOfTime(let error):
        // The flight had the deadline of whoever started it; who has more time than that starts another.
        if let deadline = request.deadline, request.clock.now >= deadline { throw error }
      }
    }
  }

  /// How many callers wait for the same response as `request`.
  func waiterCount(for request: TransportRequest) -> Int {
    flights.waiterCount(for: Key(request, writes: writes.load(ordering: .sequentiallyConsistent)))
  }

  private static func fly(_ request: TransportRequest, _ next: Next) async throws -> Landing {
    do {
      return .response(try await next(request))
    } catch {
      guard let deadline = request.deadline, request.clock.now >= deadline, !(error is CancellationError)
      else { throw error }
      return .outOfTime(error)
    }
  }

  /// The identity of a read: everything that can change the response, which a trace does not.
  private struct Key: Hashable, Sendable {
    private(set) var head: HTTPRequest
    let cachePolicy: CachePolicy
    let responseLimit: Int64
    let attemptTimeout: Duration?
    let writes: UInt64

    init(_ request: TransportRequest, writes: UInt64) {
      head = request.head
      if head.headerFields.contains(.traceparent) { head.headerFields[.traceparent] = nil }
      cachePolicy = request.cachePolicy
      responseLimit = request.responseLimit
      attemptTimeout = request.attemptTimeout
      self.writes = writes
    }

    /// Only what differs in practice; hashing all fields costs more than the rest of a call.
    func hash(into hasher: inout Hasher) {
      hasher.combine(head.path)
      hasher.combine(head.authority)
    }
  }
}
