public import OpenMarketAPI

/// The user's decision about a write in the state ``Submission/State/question(_:candidates:)``.
public enum OutcomeDecision: Sendable, Hashable {
  /// The server has carried out the write. A new listing needs its number on the server.
  case carriedOut(as: Product.ID?)
  /// The server has not carried out the write: it is sent again.
  case notCarriedOut
}
