import Foundation
import HTTPTypes

/// How much a server says may still be sent, and when it counts anew: `RateLimit` in its present form
/// (`"default";r=50;t=30`, draft-ietf-httpapi-ratelimit-headers-10) and its former one (`limit=100, remaining=50, reset=30`),
/// `RateLimit-Remaining` and `X-RateLimit-Remaining` with their like.
struct RateLimitFields: Equatable {
  var remaining: Int
  /// How much there is in all; `nil` when the server does not say.
  var limit: Int?
  var reset: Duration

  init(remaining: Int, limit: Int? = nil, reset: Duration) {
    (self.remaining, self.limit, self.reset) = (remaining, limit, reset)
  }

  /// Reads the fields of a response; `nil` when they say nothing of use.
  init?(_ fields: HTTPFields, now: Date) {
    if let text = fields[.rateLimit], let found = Self.read(text) {
      self = found
      return
    }
    for names in HTTPField.Name.rateLimitNames {
      func number(_ name: HTTPField.Name?) -> Int64? { name.flatMap { fields[$0] }.flatMap(Self.number) }
      guard let remaining = number(names.remaining), let reset = number(names.reset) else { continue }
      let limit = number(names.limit)
      self.init(
        remaining: Int(clamping: remaining), limit: limit.map { Int(clamping: $0) },
        reset: Self.duration(reset, fields, now))
      return
    }
    return nil
  }

  /// Of several policies the one that lets least through, and of those the one that does so longest.
  private static func read(_ text: String) -> RateLimitFields? {
    if let pairs = ParameterizedHeader(";" + text.replacing(",", with: ";")), let left = pairs["remaining"] {
      guard let remaining = number(left), let reset = pairs["reset"].flatMap(number) else { return nil }
      let limit = pairs["limit"].flatMap(number)
      return RateLimitFields(
        remaining: Int(clamping: remaining), limit: limit.map { Int(clamping: $0) }, reset: .seconds(reset))
    }
    let policies = text.split(separator: ",").compactMap { item -> RateLimitFields? in
      guard let policy = ParameterizedHeader(String(item)), let remaining = policy["r"].flatMap(number),
        let reset = policy["t"].flatMap(number)
      else { return nil }
      return RateLimitFields(remaining: Int(clamping: remaining), reset: .seconds(reset))
    }
    return policies.min { ($0.remaining, $1.reset) < ($1.remaining, $0.reset) }
  }

  /// The maximum number of digits; longer numbers are implausible.
  private static func number(_ text: String) -> Int64? { Int64(digits: text, atMost: 1 << 50) }

  /// Seconds from now, or, as some servers write it, a moment in seconds or milliseconds since 1970.
  private static func duration(_ number: Int64, _ fields: HTTPFields, _ now: Date) -> Duration {
    guard number > 1_000_000_000 else { return .seconds(number) }
    let date = fields[.date].flatMap { HTTPDate.parse($0, now: now) } ?? now
    let seconds = Double(number) / (number > 100_000_000_000 ? 1_000 : 1)
    return .seconds(max(0, seconds - date.timeIntervalSince1970))
  }
}

extension HTTPField.Name {
  fileprivate static let rateLimit = HTTPField.Name(constant: "RateLimit")
  fileprivate static let rateLimitNames = ["RateLimit", "X-RateLimit", "X-Rate-Limit"].map { prefix in
    (
      remaining: HTTPField.Name("\(prefix)-Remaining"), limit: HTTPField.Name("\(prefix)-Limit"),
      reset: HTTPField.Name("\(prefix)-Reset")
    )
  }
}
