package import Foundation

/// An event as inspectors and recorded files have it: `Schemas/json/cli-inspect.schema.json`, a form that only ever grows.
///
/// Only numbers, codes and path templates; whatever is personal or secret has no place in it.
package struct EventRecord: Sendable, Hashable, Codable {
  /// Its place in the order of the process's events, from 1, without gaps.
  package var number: UInt64 = 0
  package var date = Date.distantPast
  /// The text of a ``MarketEvent/Kind``.
  package var kind: String
  package var cause: MarketEvent.Cause?
  /// The number of the request that it is about.
  package var request: UInt64?
  package var method: String?
  /// The path template of the request.
  package var template: String?
  /// The result in one word: of a request its ``CacheVerdict``, of a submission its state, of a read where the value is from.
  package var outcome: String?
  /// The response's status.
  package var status: Int?
  package var attempts: Int?
  /// How many rows, hits or images.
  package var count: Int?
  /// How many bytes came.
  package var bytes: Int?
  private var milliseconds: Double?
  /// The code of the error.
  package var failure: String?
  /// The number of the write on this device.
  package var submission: Int64?
  /// The number of the vendor's own listing; never that of a displayed product.
  package var product: Int64?
  /// When the next attempt is due.
  package var nextAttempt: Date?

  package init(kind: String, cause: MarketEvent.Cause?) {
    self.kind = kind
    self.cause = cause
  }

  /// How long it took, to the microsecond.
  package var duration: Duration? {
    get { milliseconds.flatMap { abs($0) < 1e15 ? .microseconds(($0 * 1_000).rounded()) : nil } }
    set { milliseconds = newValue?.milliseconds }
  }

  /// The code of an error, never its text, which may quote what was sent.
  package static func code(of error: any Error) -> String {
    switch error {
    case let error as any CodedError: error.codeText
    case is CancellationError: "cancelled"
    default: "other"
    }
  }
}

extension EventRecord: CustomStringConvertible {
  /// `requestFinished GET /api/products → 200, network, 12.3 ms, 17342 bytes, #5 read page`.
  package var description: String {
    var parts: [String] = []
    if let status { parts.append("→ \(status)") }
    if let outcome { parts.append(outcome) }
    if let failure { parts.append(failure) }
    if let submission { parts.append("submission \(submission)") }
    if let product { parts.append("product \(product)") }
    if let attempts, attempts > 1 { parts.append("\(attempts) attempts") }
    if let count { parts.append("count \(count)") }
    if let duration { parts.append("\(duration.milliseconds) ms") }
    if let bytes { parts.append("\(bytes) bytes") }
    if let nextAttempt { parts.append("next \(EventJSON.text(of: nextAttempt))") }
    if let cause { parts.append("#\(cause.id) \(cause.name)") }
    let head = [kind, method, template].compactMap(\.self).joined(separator: " ")
    return parts.isEmpty ? head : head + " " + parts.joined(separator: ", ")
  }
}

extension Duration {
  /// In milliseconds, with three digits at most.
  package var milliseconds: Double {
    let (seconds, attoseconds) = components
    return (Double(seconds) * 1_000_000 + (Double(attoseconds) * 1e-12).rounded()) / 1_000
  }
}
