import Foundation
import HTTPTypes
import OpenMarketHTTP
import OpenMarketMock
import OpenMarketTestSupport
import Synchronization

/// What goes wrong with one request of a schedule.
enum TrialFault: CaseIterable {
  /// No connection: the server never hears of it.
  case unreachable
  /// The connection breaks before the server has the request.
  case lostRequest
  /// The server does it; the answer never comes.
  case lostAnswer
  /// The server does it; the answer is cut off.
  case truncatedAnswer
  /// The server fails before it does it.
  case failsBefore
  /// The server does it and says that it failed.
  case failsAfter
  /// The server asks to come back later.
  case rateLimited
  /// The network delivers it twice.
  case duplicated
  /// The client gives up; the request reaches the server later.
  case delayed
  /// The server does it; a login page comes back.
  case wrongAnswer
  /// The server does it, and answers with a listing that is another one.
  case otherListing
  /// The server does not know the vendor.
  case unauthorized
  /// The process dies before the request is sent.
  case crashBefore
  /// The process dies after the server has done it.
  case crashAfter
}

/// Carries the requests of one process of a schedule, with its faults, and lets others do something first.
final class TrialTransport: HTTPTransport {
  typealias Send = @Sendable (TransportRequest) async throws -> TransportResponse
  private let handler = Mutex<Send?>(nil)

  /// Who answers from now on.
  func answer(_ handler: @escaping Send) { self.handler.withLock { $0 = handler } }

  func send(_ request: TransportRequest) async throws -> TransportResponse {
    guard let handler = handler.withLock({ $0 }) else {
      throw TransportError(.cannotConnect, "nobody answers")
    }
    return try await handler(request)
  }
}

/// A date that a schedule sets.
final class TrialTime: Sendable {
  private let state: Mutex<(date: Date, passed: TimeInterval)>
  init(_ date: Date) { state = Mutex((date, 0)) }
  var now: Date { state.withLock { $0.date } }
  /// The time that has really passed, whatever the calendar was set to.
  var passed: TimeInterval { state.withLock { $0.passed } }
  func advance(_ seconds: TimeInterval) {
    state.withLock { state in
      state.date += seconds
      state.passed += max(0, seconds)
    }
  }
}
