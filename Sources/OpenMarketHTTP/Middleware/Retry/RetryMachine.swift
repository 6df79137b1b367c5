package import HTTPTypes

/// The attempts of one call: how one ended goes in, what to do comes out.
///
/// Knows no clock and no task.
package struct RetryMachine {
  package enum Outcome: Hashable {
    /// With a response; `retryAfter` is the delay that it asks for.
    case status(Int, retryAfter: Duration? = nil)
    /// Without one.
    case fault(TransportFault)
  }

  package enum Action: Hashable {
    /// Hand out what the attempt ended with.
    case finish
    case retry(after: Duration)
  }

  private let policy: RetryPolicy
  private let isRepeatable: Bool
  private let isKeyed: Bool
  /// How many attempts have ended.
  package private(set) var attempts = 0

  package init(_ policy: RetryPolicy, for request: HTTPRequest, isRepeatable: Bool? = nil) {
    self.policy = policy
    isKeyed = request.headerFields.contains(.idempotencyKey)
    self.isRepeatable = isRepeatable ?? (isKeyed || request.method.isIdempotent)
  }

  /// An attempt has ended.
  /// - Parameters:
  ///   - outcome: How.
  ///   - isDated: Whether the response names its delay as a date.
  ///   - remaining: The time until the call's deadline; `nil` without one.
  ///   - fraction: A random number from 0 up to 1.
  /// - Returns: What to do next.
  package mutating func next(
    after outcome: Outcome, isDated: Bool = false, remaining: Duration?, fraction: Double
  ) -> Action {
    attempts += 1
    guard isRepeatable, attempts < policy.maxAttempts, mayPass(outcome) else { return .finish }
    let fraction = fraction > 0 ? min(fraction, 1) : 0
    var delay = policy.backoff(after: attempts) * fraction
    var spread = Duration.zero
    if case .status(_, let retryAfter?) = outcome, retryAfter > delay {
      guard remaining != nil || retryAfter <= policy.maxDelay else { return .finish }
      (delay, spread) = (retryAfter, policy.spread(of: retryAfter, isDated: isDated))
      // A call whose deadline leaves too little room for that gives up.
      if isDated, let remaining, remaining - delay < min(retryAfter, policy.maxDelay) { return .finish }
    }
    if let remaining {
      guard delay < remaining else { return .finish }
      spread = min(spread, remaining - delay)
    }
    return .retry(after: delay + spread * fraction)
  }

  private func mayPass(_ outcome: Outcome) -> Bool {
    switch outcome {
    case .status(408, _), .status(425, _), .status(429, _): true
    case .status(501, _): false
    case .status(500...599, _): true
    case .status(409, let retryAfter): isKeyed && retryAfter != nil
    case .status: false
    case .fault(.invalidRequest), .fault(.insecure), .fault(.responseTooLarge): false
    case .fault: true
    }
  }
}

extension HTTPRequest.Method {
  /// RFC 9110, section 9.2.2.
  var isIdempotent: Bool { isSafe || self == .put || self == .delete }

  /// RFC 9110, section 9.2.1.
  var isSafe: Bool { self == .get || self == .head || self == .options }
}
