public import OpenMarketAPI

/// A question to the user when it cannot be found out whether the server has carried a write out.
///
/// Sending it again might do it twice, and giving it up might lose it, so neither is done unasked.
public struct OutcomeQuestion: Sendable, Hashable {
  /// Why it is not known.
  public var failure: SubmissionFailure
  /// The listings that may be what the write has made, the oldest first; empty where there is none, or where none
  /// can be told from others.
  public var candidates: [Product]

  package init(failure: SubmissionFailure, candidates: [Product] = []) {
    self.failure = failure
    self.candidates = candidates
  }
}

/// The user's decision about an ``OutcomeQuestion``.
public enum OutcomeDecision: Sendable, Hashable {
  /// The server has carried it out. A new listing needs the number that it has there.
  case carriedOut(as: Product.ID?)
  /// It has not: the write is sent again.
  case notCarriedOut
}
