import Foundation
import HTTPTypes
import Logging
import OpenMarketPacing

/// Repeats failed attempts as ``RetryMachine`` says.
struct RetryMiddleware: HTTPMiddleware {
  let policy: RetryPolicy
  let time: TimeSource
  let logger: Logger
  let events: MarketEvents?

  func intercept(_ request: TransportRequest, next: @escaping Next) async throws -> TransportResponse {
    var machine = RetryMachine(policy, for: request.head, isRepeatable: request.isRepeatable)
    while true {
      let result: Result<TransportResponse, any Error>
      let outcome: RetryMachine.Outcome
      var isDated = false
      do {
        let response = try await next(request)
        if response.head.status.kind == .successful { return response }
        result = .success(response)
        outcome = .status(
          response.head.status.code,
          retryAfter: RetryAfter.delay(in: response.head.headerFields, now: time.date()))
        isDated = RetryAfter.isDate(in: response.head.headerFields)
      } catch let error as HTTPError {
        result = .failure(error)
        outcome = .fault(error.fault ?? TransportFault(error.code))
      }
      let remaining = request.deadline.map { request.clock.now.duration(to: $0) }
      switch machine.next(
        after: outcome, isDated: isDated, remaining: remaining,
        fraction: request.call.takeDelayFraction() ?? time.jitter())
      {
      case .finish: return try result.get()
      case .retry(let delay):
        events?.trace(.requestRetried) { $0.note(request, machine.attempts, outcome, delay) }
        logger.debug("request will be retried", metadata: metadata(request, machine.attempts, outcome, delay))
        try await request.clock.sleep(for: delay)
      }
    }
  }

  private func metadata(
    _ request: TransportRequest, _ attempts: Int, _ outcome: RetryMachine.Outcome, _ delay: Duration
  ) -> Logger.Metadata {
    var metadata: Logger.Metadata = [
      "method": "\(request.head.method.rawValue)", "template": "\(request.template)",
      "attempts": "\(attempts)", "delay": "\(delay)",
    ]
    switch outcome {
    case .status(let code, _): metadata["status"] = "\(code)"
    case .fault(let code): metadata["fault"] = "\(code.rawValue)"
    }
    return metadata
  }
}

extension EventRecord {
  /// `duration` is the delay before the next attempt.
  fileprivate mutating func note(
    _ request: TransportRequest, _ attempts: Int, _ outcome: RetryMachine.Outcome, _ delay: Duration
  ) {
    note(request)
    (self.attempts, duration) = (attempts, delay)
    switch outcome {
    case .status(let code, _): status = code
    case .fault(let fault): failure = fault.rawValue
    }
  }
}
