import Foundation
import OpenMarketAPI
import OpenMarketHTTP

/// A product as the server returned it for a write; the names of its fields are those of files that are out there.
struct OutcomeProduct: Decodable {
  struct Image: Decodable {
    var id: Int64
    var url: URL
    var thumbnailURL: URL?
    var issuedAt: Date?
  }

  var id: Int64
  var vendorID: Int64
  var vendorName: String?
  var name: String
  var description: String?
  var thumbnail: URL?
  var currency: Currency?
  var price: String
  var bargainPrice: String
  var discountedPrice: String
  var stock: Int
  var createdAt: Date?
  var issuedAt: Date?
  var images: [Image]?
  var vendor: String?
  var extra: String?

  var product: Product {
    Product(
      ProductFields(
        id: Product.ID(rawValue: id), vendorID: Vendor.ID(rawValue: vendorID), vendorName: vendorName,
        name: name, description: description, thumbnailAddress: thumbnail?.absoluteString,
        currency: currency, price: Decimal(string: price) ?? 0,
        salePrice: Decimal(string: bargainPrice), discount: Decimal(string: discountedPrice) ?? 0,
        stock: stock, createdAt: createdAt, updatedAt: issuedAt,
        images: images?.map {
          ProductImage(
            id: ProductImage.ID(rawValue: $0.id), url: $0.url, thumbnailURL: $0.thumbnailURL,
            uploadedAt: $0.issuedAt)
        }, vendor: vendor.map { Vendor(id: Vendor.ID(rawValue: vendorID), name: $0) },
        extra: ExtraFields(text: extra ?? "")))
  }
}

extension Product {
  /// The JSON of an ``OutcomeProduct``.
  var outcomeJSON: String {
    JSONText.object([
      ("id", id.description), ("vendorID", vendorID.description),
      ("vendorName", vendorName.map(JSONText.string)), ("name", JSONText.string(name)),
      ("description", description.map(JSONText.string)),
      ("thumbnail", thumbnail.map { JSONText.string($0.absoluteString) }),
      ("currency", (currency?.rawValue).map(JSONText.string)), ("price", JSONText.string(price.digits)),
      ("bargainPrice", JSONText.string(salePrice.digits)),
      ("discountedPrice", JSONText.string(discount.digits)), ("stock", "\(stock)"),
      ("createdAt", createdAt.map(JSONText.date)), ("issuedAt", updatedAt.map(JSONText.date)),
      ("images", images.map { JSONText.array($0.map(\.outcomeJSON)) }),
      ("vendor", (vendor?.name).map(JSONText.string)),
      ("extra", extra.isEmpty ? nil : JSONText.string(extra.text)),
    ])
  }
}

extension ProductImage {
  fileprivate var outcomeJSON: String {
    JSONText.object([
      ("id", id.description), ("url", JSONText.string(url.absoluteString)),
      ("thumbnailURL", thumbnailURL.map { JSONText.string($0.absoluteString) }),
      ("issuedAt", uploadedAt.map(JSONText.date)),
    ])
  }
}
