import Foundation

/// A failure to load what a screen displays; its text for the user is that of its cause.
///
/// Two of one list or model are equal when they are the same event: the next failure is another one, however alike their errors
/// are.
public struct LoadFailure: Error, Equatable, UserFacingError, CausedError {
  /// The operations that can fail.
  package enum Attempt: Sendable, Hashable {
    /// The first load, or that of one value.
    case first
    /// A load of the next page.
    case next
    /// A reload from the top.
    case refresh
  }

  /// The operation that failed.
  package let attempt: Attempt
  /// The cause: usually an `HTTPError`, an `ImageError` of a photo, a `StoreError` if only the store was read.
  public var error: any Error { cause.value }
  private let cause: Uncompared<any Error>
  /// Tells one failure from the next, whose errors may be alike.
  let number: UInt64

  init(_ error: any Error, number: UInt64, attempt: Attempt = .first) {
    (self.attempt, self.number) = (attempt, number)
    cause = Uncompared(value: error)
  }
}
