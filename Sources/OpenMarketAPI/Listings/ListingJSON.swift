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
  private let secret: Secret

  init(_ listing: NewListing, secret: Secret) {
    name = listing.name.precomposedStringWithCanonicalMapping
    description = listing.description.precomposedStringWithCanonicalMapping
    price = listing.price
    discount = listing.discount
    currency = listing.currency.rawValue
    stock = listing.stock
    thumbnailID = nil
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
    self.secret = secret
  }

  /// The bytes, with sorted keys, so that the same fields always give the same bytes.
  func json() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(self)
  }
}

extension ListingJSON: Encodable {
  private enum CodingKeys: String, CodingKey {
    case name, description, price, currency, stock, secret
    case discount = "discounted_price"
    case thumbnailID = "thumbnail_id"
  }

  func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encodeIfPresent(name, forKey: .name)
    try fields.encodeIfPresent(description, forKey: .description)
    try fields.encodeIfPresent(price, forKey: .price)
    try fields.encodeIfPresent(discount, forKey: .discount)
    try fields.encodeIfPresent(currency, forKey: .currency)
    try fields.encodeIfPresent(stock, forKey: .stock)
    try fields.encodeIfPresent(thumbnailID, forKey: .thumbnailID)
    try fields.encode(secret.reveal(), forKey: .secret)
  }
}
