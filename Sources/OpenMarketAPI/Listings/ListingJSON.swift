import Foundation
import OpenMarketHTTP

/// The JSON of a write, as generation 2 spells it.
///
/// A field that is `nil` is not sent.
struct ListingJSON: Sendable {
  private let name: String?
  private let description: String?
  private let price: Decimal?
  private let discount: Decimal?
  private let currency: String?
  private let stock: Int?
  private let thumbnailID: Int64?
  private let extra: ExtraFields
  private let secret: Secret

  init(_ listing: NewListing, secret: Secret) {
    name = listing.name.precomposedStringWithCanonicalMapping
    description = listing.description.precomposedStringWithCanonicalMapping
    price = listing.price
    discount = listing.discount
    currency = listing.currency.rawValue
    stock = listing.stock
    thumbnailID = nil
    extra = listing.extra
    self.secret = secret
  }

  init(_ changes: ProductChanges, secret: Secret) {
    name = changes.name?.precomposedStringWithCanonicalMapping
    description = changes.description?.precomposedStringWithCanonicalMapping
    price = changes.price
    discount = changes.discount
    currency = changes.currency?.rawValue
    stock = changes.stock
    thumbnailID = changes.thumbnailID?.rawValue
    extra = changes.extra
    self.secret = secret
  }

  /// The bytes, with sorted keys, so that the same fields always give the same bytes.
  func json() -> Data {
    var fields: [(name: String, value: String?)] = [
      ("currency", currency.map(JSONText.string)), ("description", description.map(JSONText.string)),
      ("discounted_price", discount?.description), ("name", name.map(JSONText.string)),
      ("price", price?.description), ("secret", JSONText.string(secret.reveal())),
      ("stock", stock?.description),
      ("thumbnail_id", thumbnailID?.description),
    ]
    if !extra.isEmpty {
      fields += extra.values.map { ($0.name, $0.json) }
      fields.sort { $0.name.precedesByBytes($1.name) }
    }
    return Data(JSONText.object(fields).utf8)
  }
}
