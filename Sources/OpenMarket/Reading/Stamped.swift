public import Foundation
import OpenMarketAPI
import OpenMarketHTTP

/// A value with its source, its age, and the reasons.
///
/// Its members can be read directly: `page.products` is `page.value.products`. One of a list is a list itself:
/// `suggestions.map(\.text)` is `suggestions.value.map(\.text)`.
@dynamicMemberLookup
public struct Stamped<Value: Sendable>: Sendable {
  /// The value that was read.
  public var value: Value
  /// Whether the value is from the server, just now; otherwise it is from the store on this device.
  public internal(set) var isFromServer: Bool
  /// The time when the server sent the value, or last confirmed it.
  public var fetchedAt: Date
  /// Whether the value should be refreshed: too old, incomplete, or with a date in the future.
  public var isStale: Bool
  /// Whether the value shows pending writes of this device.
  public var hasPendingWrites: Bool
  /// The policy, the stored value, and why the server was asked or not: a line for a log, not for the user.
  public var explanation: String { "\(details)" }
  package var details: ReadExplanation
  /// The last listing of this device when a page was asked for: the page cannot show later ones.
  var lastListing: Product.ID?

  package init(
    _ value: Value, isFromServer: Bool, fetchedAt: Date, isStale: Bool, details: ReadExplanation,
    hasPendingWrites: Bool = false
  ) {
    (self.value, self.isFromServer, self.fetchedAt) = (value, isFromServer, fetchedAt)
    (self.isStale, self.details, self.hasPendingWrites) = (isStale, details, hasPendingWrites)
  }

  /// Accesses a member of the value.
  public subscript<Member>(dynamicMember path: KeyPath<Value, Member>) -> Member { value[keyPath: path] }
}

/// A list that was read is a list: `for suggestion in suggestions`, `suggestions.map(\.text)`.
extension Stamped: Sequence where Value: Sequence {
  /// Returns an iterator over the elements.
  public func makeIterator() -> Value.Iterator { value.makeIterator() }
}

extension EventRecord {
  /// Notes where a read's value is from, such as `stale cache, refreshing`, or why there is none.
  mutating func note(_ result: Result<Stamped<some Sendable>, any Error>, _ duration: Duration) {
    self.duration = duration
    switch result {
    case .success(let value):
      let isRefreshing = if case .refreshing = value.details.network { true } else { false }
      outcome =
        value.isFromServer
        ? "network" : (value.isStale ? "stale" : "fresh") + (isRefreshing ? ", refreshing" : "")
    case .failure(let error): failure = EventRecord.code(of: error)
    }
  }
}
