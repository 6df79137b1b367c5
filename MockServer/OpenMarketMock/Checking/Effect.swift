package import Foundation
public import OpenMarketAPI

/// One change that the mock market has really made, as proof that it happened once, twice or not at all.
public struct Effect: Sendable, Hashable {
  /// The kinds of changes.
  public enum Kind: Sendable, Hashable {
    /// A new product.
    case created
    /// An accepted PATCH.
    case edited
    /// A deleted product.
    case deleted

    /// The name in the control plane's JSON.
    package var rawValue: String { "product.\(self)" }
  }

  /// The place in the order of effects, from 1.
  package var sequence: Int
  /// The kind of change.
  public var kind: Kind
  /// The changed product.
  public var productID: Product.ID
  package var vendorID: Int64
  /// The product as it was afterwards; of a deletion, as it was before.
  package var product: ListedFields
  /// The `Idempotency-Key` of the request, also when the market does not honour it.
  package var idempotencyKey: String?
  /// How many requests have carried that key so far; 1 without a key.
  package var requestCount: Int
  /// The number in the request log of the request that had the effect.
  package var request: Int
  /// When, by the market's clock.
  package var time: Date

  var summary: String { "\(kind.rawValue) \(productID.rawValue) '\(product.name)'" }
}
