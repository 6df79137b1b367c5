package import HTTPTypes

/// Random faults and their rates: the same seed gives the same faults.
///
/// ```swift
/// mock.setFaultPlan(FaultPlan(seed: 7) {
///   $0.dropBefore = 0.1      // never arrives
///   $0.dropAfter = 0.1       // done, but the client cannot know
///   $0.status = 0.05         // 429, 500, 502 or 503
/// })
/// ```
///
/// Every property whose type is `Double` is a probability for each request, from 0 to 1; together they should
/// not exceed 1. The fault depends only on the seed, the request's method and path, and the number of earlier
/// such requests, not on other requests at the same time. Faults added with
/// ``MarketplaceMock/addFault(_:)`` take precedence.
public struct FaultPlan: Sendable, Hashable {
  /// The same seed gives the same faults. Print it when a test fails.
  package var seed: UInt64
  /// Which requests are hit (default: all but those to the control plane).
  package var match = Fault.Match()
  /// The maximum number of affected requests; `nil` for no limit (default).
  public var limit: Int?

  /// The request is lost: the connection breaks before the market acts.
  public var dropBefore = 0.0
  /// The response is lost: the connection breaks after the market has acted.
  public var dropAfter = 0.0
  /// The network is slow, by 1 to 100 ms.
  public var delay = 0.0
  /// The shortest and the longest ``delay`` (default: 1 ms to 100 ms).
  package var delays: ClosedRange<Duration> = .milliseconds(1) ... .milliseconds(100)
  /// The response's body breaks off.
  public var truncate = 0.0
  /// Bytes that are not HTTP replace the response, after the market has acted.
  public var garbage = 0.0
  /// The network delivers the request twice.
  public var duplicate = 0.0
  /// The market responds with 429, 500, 502 or 503, before it acts.
  public var status = 0.0
  /// The statuses of such responses (default: 429, 500, 502, 503).
  package var statuses: [HTTPResponse.Status] = [
    .tooManyRequests, .internalServerError, .badGateway, .serviceUnavailable,
  ]
  /// The `Retry-After` of those responses (default: none).
  package var retryAfter: Duration?
  /// The market refuses with 401, before it acts.
  public var unauthorized = 0.0
  /// No response ever comes, after the market has acted: only the client's time limit ends it.
  public var hang = 0.0

  /// Makes a plan with only the faults that `configure` sets.
  public init(seed: UInt64, configure: (inout FaultPlan) -> Void = { _ in }) {
    self.seed = seed
    configure(&self)
  }

  /// A plan in which half of all requests fail, in every way that a retry can repair; none is delivered twice.
  public static func rough(seed: UInt64) -> FaultPlan {
    FaultPlan(seed: seed) {
      $0.dropBefore = 0.12
      $0.dropAfter = 0.12
      $0.delay = 0.06
      $0.truncate = 0.06
      $0.garbage = 0.04
      $0.status = 0.1
    }
  }
}

struct FaultPlanRun: Sendable {
  let plan: FaultPlan
  private var requests: [UInt64: UInt64] = [:]
  private(set) var struck = 0

  init(_ plan: FaultPlan) { self.plan = plan }

  /// The fault that strikes a request, if any.
  mutating func take(_ method: HTTPRequest.Method, _ target: RequestTarget) -> Fault? {
    guard plan.match.matches(method, target), struck < plan.limit ?? .max else { return nil }
    let kind = "\(method.rawValue) \(target.path)".utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
    let number = requests[kind, default: 0]
    requests[kind] = number + 1
    var source = SplitMix64(seed: plan.seed, key: kind, stream: number)
    guard let fault = plan.fault(from: &source) else { return nil }
    struck += 1
    return fault
  }
}

extension FaultPlan {
  /// Draws what happens to one request.
  fileprivate func fault(from source: inout SplitMix64) -> Fault? {
    var rest = source.unit()
    func falls(within probability: Double) -> Bool {
      defer { rest -= probability }
      return (0..<probability).contains(rest)
    }
    if falls(within: dropBefore) { return Fault(.disconnect) }
    if falls(within: dropAfter) { return Fault(.disconnect, phase: .after) }
    if falls(within: delay) {
      let span = delays.upperBound - delays.lowerBound
      return Fault(.delay(delays.lowerBound + span * source.unit()))
    }
    if falls(within: truncate) { return Fault(.truncate(afterBytes: source.below(64)), phase: .after) }
    if falls(within: garbage) { return Fault(.garbage, phase: .after) }
    if falls(within: duplicate) { return Fault(.duplicate) }
    if falls(within: status), !statuses.isEmpty {
      return Fault(.status(statuses[source.below(statuses.count)], retryAfter: retryAfter))
    }
    if falls(within: unauthorized) { return Fault(.status(.unauthorized)) }
    if falls(within: hang) { return Fault(.hang, phase: .after) }
    return nil
  }
}
