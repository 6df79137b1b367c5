import Foundation
import OpenMarketAPI

/// A product as `--json` shows it: `Schemas/json/cli-product.schema.json`, a form that only ever grows.
struct ProductJSON: Encodable {
  struct Image: Encodable {
    var id: Int64
    var url: String
    var thumbnailURL: String?
  }

  var id: Int64
  var name: String
  var description: String?
  var currency: String?
  var price: Decimal
  var bargainPrice: Decimal
  var discountedPrice: Decimal
  var stock: Int
  var soldOut: Bool
  var vendorID: Int64
  var vendorName: String?
  var thumbnail: String?
  /// UTC days, `yyyy-MM-dd`.
  var createdAt: String?
  var issuedAt: String?
  var images: [Image]?

  init(_ product: Product) {
    id = product.id.rawValue
    name = product.name
    description = product.description
    currency = product.currency?.rawValue
    price = product.price
    bargainPrice = product.bargainPrice
    discountedPrice = product.discountedPrice
    stock = product.stock
    soldOut = product.isSoldOut
    vendorID = product.vendorID.rawValue
    vendorName = product.vendorName ?? product.vendor?.name
    thumbnail = product.thumbnail?.absoluteString
    createdAt = product.createdAt?.utcDay
    issuedAt = product.issuedAt?.utcDay
    images = product.images?.map {
      Image(id: $0.id.rawValue, url: $0.url.absoluteString, thumbnailURL: $0.thumbnailURL?.absoluteString)
    }
  }
}

/// A page as `--json` shows it: `Schemas/json/cli-page.schema.json`.
struct PageJSON: Encodable {
  var page: Int
  var size: Int
  var total: Int
  var lastPage: Int
  var hasNext: Bool
  var products: [ProductJSON]

  init(_ page: ProductPage) {
    self.page = page.pageNo
    size = page.itemsPerPage
    total = page.totalCount
    lastPage = page.lastPage
    hasNext = page.hasNext
    products = page.products.map(ProductJSON.init)
  }
}

extension Terminal {
  /// Writes `value` as one line of JSON, keys in alphabetical order.
  func printJSON(_ value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    try print(String(decoding: encoder.encode(value), as: UTF8.self))
  }
}
