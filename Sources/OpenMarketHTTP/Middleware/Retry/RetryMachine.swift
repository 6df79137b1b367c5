import HTTPTypes

/// The tries of one call: how one ended goes in, what to do comes out.
///
/// Knows no clock and no task.
struct RetryMachine {
  /// How a try ended.
  enum Outcome: Hashable {
    /// With an answer; `retryAfter` is the pause that it asks for.
    case status(Int, retryAfter: Duration? = nil)
    /// Without one.
    case fault(TransportError.Code)
  }

  /// What to do next.
  enum Action: Hashable {
    /// Hand out what the try ended with.
    case finish
    /// Try again after so long.
    case retry(after: Duration)
  }

  private let policy: RetryPolicy
  private let isRepeatable: Bool
  private let isKeyed: Bool
  private(set) var tries = 0

  init(_ policy: RetryPolicy, for request: HTTPRequest, isRepeatable: Bool? = nil) {
    self.policy = policy
    isKeyed = request.headerFields.contains(.idempotencyKey)
    self.isRepeatable = isRepeatable ?? (isKeyed || request.method.isIdempotent)
  }

  /// A try has ended.
  /// - Parameters:
  ///   - outcome: How.
  ///   - remaining: The time until the call's deadline; `nil` without one.
  ///   - fraction: A random number from 0 up to 1.
  /// - Returns: What to do next.
  mutating func next(after outcome: Outcome, remaining: Duration?, fraction: Double) -> Action {
    tries += 1
    guard isRepeatable, tries < policy.maxTries, mayPass(outcome) else { return .finish }
    var pause = policy.backoff(after: tries) * (fraction > 0 ? min(fraction, 1) : 0)
    if case .status(_, let retryAfter?) = outcome, retryAfter > pause {
      guard remaining != nil || retryAfter <= policy.maxDelay else { return .finish }
      pause = retryAfter
    }
    if let remaining, pause >= remaining { return .finish }
    return .retry(after: pause)
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
