package import OpenMarketAPI
package import OpenMarketHTTP
package import OpenMarketStore

package struct Delivery: Sendable, Hashable {
  package var verdict: Verdict
  /// The consequence for the copies of products.
  var effect: Effect
  /// How it failed, if it did.
  var failure: AttemptFailure?
  /// Whether the submission is not ours any more, so that there is nothing to write down.
  var isVoid: Bool
  var cause: MarketEvent.Cause?

  package init(
    verdict: Verdict, effect: Effect = .none, failure: AttemptFailure? = nil, isVoid: Bool = false,
    cause: MarketEvent.Cause? = nil
  ) {
    (self.verdict, self.effect, self.failure) = (verdict, effect, failure)
    (self.isVoid, self.cause) = (isVoid, cause)
  }

  package enum Effect: Sendable, Hashable {
    case none
    case save(Product)
    case remove(Product.ID)
  }
}
