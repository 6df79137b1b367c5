public import OpenMarketAPI

/// The user's decision about a write in the state ``Submission/State/question(_:candidates:)``.
public enum OutcomeDecision: Sendable, Hashable {
  /// The server has carried it out. A new listing needs the number that it has there.
  case carriedOut(as: Product.ID?)
  /// It has not: the write is sent again.
  case notCarriedOut
}
