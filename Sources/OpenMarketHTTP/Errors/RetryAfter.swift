import Foundation
import HTTPTypes

/// `Retry-After` (RFC 9110, section 10.2.3): seconds, or a date in any of the three forms.
enum RetryAfter {
  /// How long the server asks to wait; `nil` when it does not say, or not in a known form.
  ///
  /// A date is measured from the response's own `Date` where there is one, so that a clock that is wrong here
  /// does not matter; a moment that has passed means no wait.
  static func delay(in fields: HTTPFields, now: Date) -> Duration? {
    guard let text = fields[.retryAfter] else { return nil }
    if let seconds = seconds(text) { return .seconds(seconds) }
    guard let date = HTTPDate.parse(text, now: now) else { return nil }
    let start = fields[.date].flatMap { HTTPDate.parse($0, now: now) } ?? now
    return .seconds(max(0, date.timeIntervalSince(start)))
  }

  /// Whether the delay is named as a date, which is the same moment for all clients.
  static func isDate(in fields: HTTPFields) -> Bool {
    fields[.retryAfter].map { seconds($0) == nil } ?? false
  }

  /// Digits; more than fit are the longest wait rather than none. A fraction, which some servers send all the same, counts
  /// as a second.
  ///
  /// Of several, as those of an application and its gateway arrive as one list, the longest.
  private static func seconds(_ text: String) -> Int64? {
    let members = text.split(separator: ",").map { wholeSeconds($0.trimmed) }
    return members.contains(nil) ? nil : members.compactMap(\.self).max()
  }

  private static func wholeSeconds(_ text: some StringProtocol) -> Int64? {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    // What RFC 9111 tells recipients to use for overflow.
    let numbers = parts.compactMap { Int64(digits: $0, atMost: 1 << 31) }
    guard let whole = numbers.first, numbers.count == parts.count else { return nil }
    return numbers.count > 1 && numbers[1] > 0 ? whole + 1 : whole
  }
}
