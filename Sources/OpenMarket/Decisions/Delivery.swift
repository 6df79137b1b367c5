import OpenMarketAPI
import OpenMarketHTTP

/// The result of one attempt.
struct Delivery: Sendable, Hashable {
  /// The consequence for the submission.
  var verdict: Verdict
  /// The consequence for the copies of products.
  var effect: Effect = .none
  /// How it failed, if it did.
  var failure: AttemptFailure?
  /// Whether the submission is not ours any more, so that there is nothing to write down.
  var isVoid = false
  /// The cause of its events.
  var cause: MarketEvent.Cause?

  enum Effect: Sendable, Hashable {
    case none
    case save(Product)
    case remove(Product.ID)
  }
}
