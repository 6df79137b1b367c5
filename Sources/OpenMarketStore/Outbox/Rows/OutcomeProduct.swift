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

    var json: String {
      JSONText.object([
        ("id", "\(id)"), ("url", JSONText.string(url.absoluteString)),
        ("thumbnailURL", thumbnailURL.map { JSONText.string($0.absoluteString) }),
        ("issuedAt", issuedAt.map(JSONText.date)),
      ])
    }
  }

  var id: Int64
  var vendorID: Int64
  var vendorName: String?
  var name: String
  var description: String?
  var thumbnail: URL?
  var currency: String?
  var price: String
  var bargainPrice: String
  var discountedPrice: String
  var stock: Int
  var createdAt: Date?
  var issuedAt: Date?
  var images: [Image]?
  var vendor: String?
  var extra: String?

  init(_ product: Product) {
    id = product.id.rawValue
    vendorID = product.vendorID.rawValue
    vendorName = product.vendorName
    name = product.name
    description = product.description
    thumbnail = product.thumbnail
    currency = product.currency?.rawValue
    price = product.price.digits
    bargainPrice = product.salePrice.digits
    discountedPrice = product.discount.digits
    stock = product.stock
    createdAt = product.createdAt
    issuedAt = product.updatedAt
    images = product.images?.map {
      Image(id: $0.id.rawValue, url: $0.url, thumbnailURL: $0.thumbnailURL, issuedAt: $0.uploadedAt)
    }
    vendor = product.vendor?.name
    extra = product.extra.isEmpty ? nil : product.extra.text
  }

  var json: String {
    JSONText.object([
      ("id", "\(id)"), ("vendorID", "\(vendorID)"), ("vendorName", vendorName.map(JSONText.string)),
      ("name", JSONText.string(name)), ("description", description.map(JSONText.string)),
      ("thumbnail", thumbnail.map { JSONText.string($0.absoluteString) }),
      ("currency", currency.map(JSONText.string)), ("price", JSONText.string(price)),
      ("bargainPrice", JSONText.string(bargainPrice)), ("discountedPrice", JSONText.string(discountedPrice)),
      ("stock", "\(stock)"), ("createdAt", createdAt.map(JSONText.date)),
      ("issuedAt", issuedAt.map(JSONText.date)),
      ("images", images.map { JSONText.array($0.map(\.json)) }), ("vendor", vendor.map(JSONText.string)),
      ("extra", extra.map(JSONText.string)),
    ])
  }

  var product: Product {
    var product = Product(
      id: Product.ID(rawValue: id), vendorID: Vendor.ID(rawValue: vendorID), vendorName: vendorName,
      name: name, description: description, thumbnail: thumbnail,
      currency: currency.map(Currency.init(rawValue:)), price: Decimal(string: price) ?? 0,
      salePrice: Decimal(string: bargainPrice), discount: Decimal(string: discountedPrice) ?? 0,
      stock: stock, createdAt: createdAt, updatedAt: issuedAt,
      images: images?.map {
        ProductImage(
          id: ProductImage.ID(rawValue: $0.id), url: $0.url, thumbnailURL: $0.thumbnailURL,
          uploadedAt: $0.issuedAt)
      }, vendor: vendor.map { Vendor(id: Vendor.ID(rawValue: vendorID), name: $0) })
    if let extra { product.extra = ExtraFields(text: extra) }
    return product
  }
}
