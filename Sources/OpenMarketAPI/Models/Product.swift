public import Foundation

/// A product offered for sale, as the server shows it in a list or by itself.
public struct Product: Sendable, Hashable, Identifiable {
  /// The number of a product.
  public typealias ID = EntityID<Product>

  /// The product's number.
  ///
  /// Newer products have higher ones; none is used twice.
  public var id: ID
  /// The identifier of the vendor.
  public var vendorID: Vendor.ID
  /// The vendor's name.
  ///
  /// Lists of a first-generation server do not show it.
  public var vendorName: String?
  /// The title.
  public var name: String
  /// The vendor's description.
  ///
  /// Lists of a first-generation server do not show it.
  public var description: String?
  /// Where the small form of its first picture is.
  public var thumbnail: URL?
  /// The currency of the prices; `nil` when the server does not say.
  public var currency: Currency?
  /// The price asked at first, in ``currency``, exactly as the server wrote it.
  public var price: Decimal
  /// The price to pay: ``price`` less ``discount``.
  public var salePrice: Decimal
  /// The amount taken off ``price``.
  public var discount: Decimal
  /// How many are left.
  public var stock: Int
  /// The UTC day on which it was listed; `nil` when the server sent none that is a date.
  public var createdAt: Date?
  /// The UTC day of its last change; `nil` when the server sent none that is a date.
  public var updatedAt: Date?
  /// Its pictures, the first one first; `nil` in lists, which do not show them.
  public var images: [ProductImage]?
  /// The vendor, with name; `nil` in lists.
  public var vendor: Vendor?
  /// The parts of the server's data about this product that could not be used.
  package var decodingIssues: [DecodingIssue]
  /// The parts of the server's data about this product that could not be used, each as `path: reason`, for a log.
  ///
  /// Empty as a rule.
  public var issues: [String] { decodingIssues.map(\.description) }

  /// Whether nothing is left of it.
  public var isSoldOut: Bool { stock == 0 }

  /// Makes a product; `salePrice` is what is left of `price` unless given.
  public init(
    id: ID, vendorID: Vendor.ID, vendorName: String? = nil, name: String, description: String? = nil,
    thumbnail: URL? = nil, currency: Currency?, price: Decimal, salePrice: Decimal? = nil,
    discount: Decimal = 0, stock: Int, createdAt: Date? = nil, updatedAt: Date? = nil,
    images: [ProductImage]? = nil, vendor: Vendor? = nil
  ) {
    self.init(
      id: id, vendorID: vendorID, vendorName: vendorName, name: name, description: description,
      thumbnail: thumbnail, currency: currency, price: price, salePrice: salePrice,
      discount: discount, stock: stock, createdAt: createdAt, updatedAt: updatedAt,
      images: images,
      vendor: vendor, issues: [])
  }

  /// Makes a product of data of which some could not be used.
  package init(
    id: ID, vendorID: Vendor.ID, vendorName: String? = nil, name: String, description: String? = nil,
    thumbnail: URL? = nil, currency: Currency?, price: Decimal, salePrice: Decimal? = nil,
    discount: Decimal = 0, stock: Int, createdAt: Date? = nil, updatedAt: Date? = nil,
    images: [ProductImage]? = nil, vendor: Vendor? = nil, issues: [DecodingIssue]
  ) {
    self.id = id
    self.vendorID = vendorID
    self.vendorName = vendorName
    self.name = name
    self.description = description
    self.thumbnail = thumbnail
    self.currency = currency
    self.price = price
    self.salePrice = salePrice ?? price - discount
    self.discount = discount
    self.stock = stock
    self.createdAt = createdAt
    self.updatedAt = updatedAt
    self.images = images
    self.vendor = vendor
    decodingIssues = issues
  }
}
