import Foundation
import HTTPTypes
import OpenMarketPacing

/// The market's records of `Idempotency-Key`s (contract, section 5.1): a pure state machine over the market's
/// clock (how long keys are kept) and a monotonic one (whether the first request still runs).
struct IdempotencyRecords: Sendable {
  /// A key means something only together with who sent it.
  struct Scope: Hashable, Sendable {
    var identifier: String
    var key: String
  }

  /// The properties of a request that must be equal when a key comes again.
  struct Fingerprint: Hashable, Sendable {
    var method: HTTPRequest.Method
    var path: String
    /// Of the body's value, not of its bytes.
    var body: ContentHash
  }

  /// The treatment of a request that carries a key.
  enum Verdict {
    /// Nothing was executed under this key: go on.
    case fresh
    /// It was: repeat this response.
    case replay(MockResponse)
    /// It is being executed.
    case running
    /// It was, for something else.
    case mismatch
  }

  private struct Execution {
    var fingerprint: Fingerprint
    var response: MockResponse
    var runsUntil: Moment
  }

  private struct Record {
    var requestCount = 0
    var execution: Execution?
    var expires: Date
  }

  /// How long a key is kept, in seconds of the market's clock.
  static let lifetime: TimeInterval = 24 * 60 * 60

  private var records: [Scope: Record] = [:]
  /// How many are held before those that have ended are removed.
  private var limit = 1024

  /// Counts a request that carries the key, whatever becomes of it.
  mutating func noteRequest(_ scope: Scope, now: Date) {
    if records.count >= limit {
      records = records.filter { $0.value.expires > now }
      limit = max(1024, 2 * records.count)
    }
    let former = records[scope].flatMap { $0.expires > now ? $0 : nil }
    var record = former ?? Record(expires: now.addingTimeInterval(Self.lifetime))
    record.requestCount += 1
    records[scope] = record
  }

  /// How many requests have carried the key; `nil` when it is no longer known.
  func requestCount(_ scope: Scope) -> Int? { records[scope]?.requestCount }

  func verdict(_ scope: Scope, _ fingerprint: Fingerprint, now: Date, instant: Moment) -> Verdict {
    guard let record = records[scope], record.expires > now, let execution = record.execution else {
      return .fresh
    }
    guard execution.fingerprint == fingerprint else { return .mismatch }
    return instant < execution.runsUntil ? .running : .replay(execution.response)
  }

  /// Remembers what got a response.
  ///
  /// The key is kept from now on.
  mutating func store(
    _ response: MockResponse, for scope: Scope, _ fingerprint: Fingerprint, runsUntil: Moment,
    now: Date
  ) {
    records[scope] = Record(
      requestCount: records[scope]?.requestCount ?? 0,
      execution: Execution(fingerprint: fingerprint, response: response, runsUntil: runsUntil),
      expires: now.addingTimeInterval(Self.lifetime))
  }
}
