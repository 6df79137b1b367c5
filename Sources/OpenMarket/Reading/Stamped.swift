public import Foundation

/// The source of a value.
package enum ReadSource: Sendable, Hashable {
  /// The server, just now.
  case network
  /// The store on this device.
  case cache
}

/// A value with its source, its age, and the reasons.
///
/// Its members can be read directly: `page.products` is `page.value.products`. One of a list is a list itself:
/// `suggestions.map(\.text)` is `suggestions.value.map(\.text)`.
@dynamicMemberLookup
public struct Stamped<Value: Sendable>: Sendable {
  /// The value that was read.
  public var value: Value
  /// The source of the value.
  package var source: ReadSource
  /// Whether the value is from the server, just now; otherwise it is from the store on this device.
  public var isFromServer: Bool { source == .network }
  /// The time when the server sent the value, or last confirmed it.
  public var fetchedAt: Date
  /// Whether the value should be refreshed: too old, incomplete, or with a date in the future.
  public var isStale: Bool
  /// Whether the value shows pending writes of this device.
  public var hasPendingWrites: Bool
  /// The policy, the stored value, and why the server was asked or not: a line for a log, not for the user.
  public var explanation: String { "\(details)" }
  package var details: ReadExplanation

  package init(
    _ value: Value, source: ReadSource, fetchedAt: Date, isStale: Bool, details: ReadExplanation,
    hasPendingWrites: Bool = false
  ) {
    self.value = value
    self.source = source
    self.fetchedAt = fetchedAt
    self.isStale = isStale
    self.details = details
    self.hasPendingWrites = hasPendingWrites
  }

  /// Accesses a member of the value.
  public subscript<Member>(dynamicMember path: KeyPath<Value, Member>) -> Member { value[keyPath: path] }
}

/// A list that was read is a list: `for suggestion in suggestions`, `suggestions.map(\.text)`.
extension Stamped: Sequence where Value: Sequence {
  /// Returns an iterator over the elements.
  public func makeIterator() -> Value.Iterator { value.makeIterator() }
}
