public import Foundation

/// Where a value comes from.
public enum ReadSource: Sendable, Hashable {
  /// The server has just said it.
  case network
  /// It was stored on this device.
  case cache
}

/// A value and where it comes from, how old it is, and why.
///
/// Its members can be read directly: `page.products` is `page.value.products`. One of a list is a list itself:
/// `suggestions.map(\.text)` is `suggestions.value.map(\.text)`.
@dynamicMemberLookup
public struct Stamped<Value: Sendable>: Sendable {
  /// The value that was read.
  public var value: Value
  /// Where it comes from.
  public var source: ReadSource
  /// When the server said it, or last confirmed it.
  public var fetchedAt: Date
  /// Whether it should be refreshed: too old, incomplete, or stored at a time that has yet to come.
  public var isStale: Bool
  /// Whether it shows writes of this device that the server has not accepted yet.
  public var hasPendingWrites: Bool
  /// Which policy ran, what was stored, and why the server was asked or not: a line for a log, not for a user.
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

  /// A member of the value.
  public subscript<Member>(dynamicMember path: KeyPath<Value, Member>) -> Member { value[keyPath: path] }
}

/// A list that was read is a list: `for suggestion in suggestions`, `suggestions.map(\.text)`.
extension Stamped: Sequence where Value: Sequence {
  /// Goes through the elements.
  public func makeIterator() -> Value.Iterator { value.makeIterator() }
}
