import Foundation
import HTTPTypes

// What the benchmarks call, and no app needs.

/// The retries of one call, without clock and network.
@_spi(Benchmarks) public struct BenchmarkRetries: Sendable {
  private static let policy = RetryPolicy.standard
  private static let request = HTTPRequest(method: .get, scheme: "https", authority: "market", path: "/")

  private var machine = RetryMachine(policy, for: request)

  /// Makes those of a GET under the default policy.
  public init() {}

  /// How often it was tried.
  public var attempts: Int { machine.attempts }

  /// Takes the end of an attempt: a status, or with `nil` a refused connection.
  /// - Returns: The delay before the next attempt; `nil` to give up.
  public mutating func delay(
    afterStatus status: Int?, retryAfter: Duration?, isDated: Bool, remaining: Duration?, fraction: Double
  ) -> Duration? {
    let outcome = status.map { RetryMachine.Outcome.status($0, retryAfter: retryAfter) }
    let action = machine.next(
      after: outcome ?? .fault(.cannotConnect), isDated: isDated, remaining: remaining, fraction: fraction)
    switch action {
    case .finish: return nil
    case .retry(let delay): return delay
    }
  }

  /// How long the limiter of a client pauses after a response with `Retry-After`.
  public static func pause(
    for retryAfter: Duration, isDated: Bool, remaining: Duration, fraction: Double
  ) -> Duration {
    policy.pause(for: retryAfter, isDated: isDated, remaining: remaining, fraction: fraction)
  }
}

/// The rules by which a stored response is confirmed.
@_spi(Benchmarks) public struct BenchmarkRevalidation: Sendable {
  private let rules = RevalidationRules(credentialHeaders: [.authorization], cachesPrivateResponses: false)
  private let request = HTTPRequest(method: .get, scheme: "https", authority: "market", path: "/")
  private let date = Date(timeIntervalSince1970: 0)

  /// Makes the rules of a client with the default settings.
  public init() {}

  /// The tag that a read sends when the response stored for its address has the tag `stored`.
  public func condition(on stored: String) -> String? {
    let response = StoredResponse(head: head(stored), body: Data(), date: date)
    guard rules.matches(response, request) else { return nil }
    return rules.conditional(request, on: response).headerFields[.ifNoneMatch]
  }

  /// Whether a response with this tag is stored.
  public func isStored(_ tag: String) -> Bool {
    rules.entry(for: TransportResponse(head: head(tag), body: .data(Data())), to: request, at: date) != nil
  }

  private func head(_ tag: String) -> HTTPResponse { HTTPResponse(status: .ok, headerFields: [.eTag: tag]) }
}

extension HTTPClient.Configuration {
  /// Traces events into a ring in memory, as a market does whose events are traced.
  @_spi(Benchmarks) public mutating func traceEvents() { events = MarketEvents(isTraced: true) }

  /// Sends each read to the server, also identical ones.
  @_spi(Benchmarks) public mutating func sendEachRead() { sharesIdenticalReads = false }
}
