public import Foundation

/// A product offered for sale, as the server shows it in a list or by itself.
///
/// Copies share what they hold until one of them is changed: a list of products is copied, and compared with an earlier state
/// of itself, at the cost of its references.
public struct Product: Sendable, Hashable, Identifiable {
  /// The number of a product.
  public typealias ID = EntityID<Product>

  private var content: ProductContent

  /// The product's number.
  ///
  /// Newer products have higher ones; none is used twice.
  public var id: ID {
    get { content.fields.id }
    set { change { $0.id = newValue } }
  }
  /// The identifier of the vendor.
  public var vendorID: Vendor.ID {
    get { content.fields.vendorID }
    set { change { $0.vendorID = newValue } }
  }
  /// The vendor's name.
  ///
  /// Lists of a first-generation server do not show it.
  public var vendorName: String? {
    get { content.fields.vendorName }
    set { change { $0.vendorName = newValue } }
  }
  /// The title.
  public var name: String {
    get { content.fields.name }
    set { change { $0.name = newValue } }
  }
  /// The vendor's description.
  ///
  /// Lists of a first-generation server do not show it.
  public var description: String? {
    get { content.fields.description }
    set { change { $0.description = newValue } }
  }
  /// Where the small form of its first picture is.
  public var thumbnail: URL? {
    get { content.fields.thumbnailAddress.flatMap(URL.init(string:)) }
    set { change { $0.thumbnailAddress = newValue?.absoluteString } }
  }
  /// The currency of the prices; `nil` when the server does not say.
  public var currency: Currency? {
    get { content.fields.currency }
    set { change { $0.currency = newValue } }
  }
  /// The price asked at first, in ``currency``, exactly as the server wrote it.
  public var price: Decimal {
    get { content.fields.price }
    set { change { $0.price = newValue } }
  }
  /// The price to pay: ``price`` less ``discount``.
  public var salePrice: Decimal {
    get { content.fields.salePrice }
    set { change { $0.salePrice = newValue } }
  }
  /// The amount taken off ``price``.
  public var discount: Decimal {
    get { content.fields.discount }
    set { change { $0.discount = newValue } }
  }
  /// How many are left.
  public var stock: Int {
    get { content.fields.stock }
    set { change { $0.stock = newValue } }
  }
  /// The UTC day on which it was listed; `nil` when the server sent none that is a date.
  public var createdAt: Date? {
    get { content.fields.createdAt }
    set { change { $0.createdAt = newValue } }
  }
  /// The UTC day of its last change; `nil` when the server sent none that is a date.
  public var updatedAt: Date? {
    get { content.fields.updatedAt }
    set { change { $0.updatedAt = newValue } }
  }
  /// Its pictures, the first one first; `nil` in lists, which do not show them.
  public var images: [ProductImage]? {
    get { content.fields.images }
    set { change { $0.images = newValue } }
  }
  /// The vendor, with name; `nil` in lists.
  public var vendor: Vendor? {
    get { content.fields.vendor }
    set { change { $0.vendor = newValue } }
  }
  /// The fields that are not among those of the contract; empty as a rule.
  public var extra: ExtraFields {
    get { content.fields.extra }
    set { change { $0.extra = newValue } }
  }
  /// The parts of the server's data about this product that could not be used.
  package var decodingIssues: [DecodingIssue] {
    get { content.fields.decodingIssues }
    set { change { $0.decodingIssues = newValue } }
  }
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
      ProductFields(
        id: id, vendorID: vendorID, vendorName: vendorName, name: name, description: description,
        thumbnailAddress: thumbnail?.absoluteString, currency: currency, price: price,
        salePrice: salePrice ?? price - discount, discount: discount, stock: stock, createdAt: createdAt,
        updatedAt: updatedAt, images: images, vendor: vendor))
  }

  /// Makes a product of its values.
  package init(_ fields: ProductFields) { content = ProductContent(fields) }

  /// All values, for whoever takes many of them.
  package var fields: ProductFields { content.fields }

  private mutating func change(_ body: (inout ProductFields) -> Void) {
    if !isKnownUniquelyReferenced(&content) { content = ProductContent(content.fields) }
    body(&content.fields)
  }
}
