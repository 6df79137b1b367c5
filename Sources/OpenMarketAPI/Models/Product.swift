public import Foundation

/// A product for sale, as the server returns it in a list or by itself.
///
/// Copies share their storage until one of them is changed: a list of products is copied, and compared with an earlier state
/// of itself, at the cost of its references.
public struct Product: Sendable, Hashable, Identifiable {
  private var content: ProductContent

  /// The product's number.
  ///
  /// Newer products have higher numbers; none is reused.
  public var id: EntityID<Product> {
    get { content.id }
    set { content.change { $0.id = newValue } }
  }
  /// The identifier of the vendor.
  public var vendorID: Vendor.ID {
    get { content.value { $0.vendorID } }
    set { content.change { $0.vendorID = newValue } }
  }
  /// The vendor's name, from a list or from ``vendor``.
  ///
  /// Absent in lists of a first-generation server.
  public var vendorName: String? {
    get { content.value { $0.vendorName } }
    set { content.change { $0.vendorName = newValue } }
  }
  /// The title.
  public var name: String {
    get { content.value { $0.name } }
    set { content.change { $0.name = newValue } }
  }
  /// The vendor's description.
  ///
  /// Absent in lists of a first-generation server.
  public var description: String? {
    get { content.value { $0.description } }
    set { content.change { $0.description = newValue } }
  }
  /// The address of the thumbnail of its first picture.
  public var thumbnail: URL? {
    get { content.value { $0.thumbnailAddress }.flatMap(URL.init(string:)) }
    set { content.change { $0.thumbnailAddress = newValue?.absoluteString } }
  }
  /// The currency of the prices; `nil` when the server does not say.
  public var currency: Currency? {
    get { content.value { $0.currency } }
    set { content.change { $0.currency = newValue } }
  }
  /// The original price, in ``currency``, exactly as the server wrote it.
  public var price: Decimal {
    get { content.value { $0.price } }
    set { content.change { $0.price = newValue } }
  }
  /// The price to pay: ``price`` less ``discount``.
  public var salePrice: Decimal {
    get { content.value { $0.salePrice } }
    set { content.change { $0.salePrice = newValue } }
  }
  /// The discount from ``price``, as an amount.
  public var discount: Decimal {
    get { content.value { $0.discount } }
    set { content.change { $0.discount = newValue } }
  }
  /// The number left in stock.
  public var stock: Int {
    get { content.value { $0.stock } }
    set { content.change { $0.stock = newValue } }
  }
  /// The UTC day on which it was listed; `nil` when the server sent none that is a date.
  public var createdAt: Date? {
    get { content.value { $0.createdAt } }
    set { content.change { $0.createdAt = newValue } }
  }
  /// The UTC day of its last change; `nil` when the server sent none that is a date.
  public var updatedAt: Date? {
    get { content.value { $0.updatedAt } }
    set { content.change { $0.updatedAt = newValue } }
  }
  /// The pictures in order; `nil` in lists, which do not contain them.
  public var images: [ProductImage]? {
    get { content.value { $0.images } }
    set { content.change { $0.images = newValue } }
  }
  /// The vendor, with name; `nil` in lists.
  public var vendor: Vendor? {
    get { content.value { $0.vendor } }
    set { content.change { $0.vendor = newValue } }
  }
  /// The fields beyond the contract; usually empty.
  public var extra: ExtraFields {
    get { content.value { $0.extra } }
    set { content.change { $0.extra = newValue } }
  }
  /// The parts of the server's data about this product that could not be used.
  package var decodingIssues: [DecodingIssue] {
    get { content.value { $0.decodingIssues } }
    set { content.change { $0.decodingIssues = newValue } }
  }
  /// The parts of the server's data about this product that could not be used, each as `path: reason`, for a log.
  ///
  /// Usually empty.
  public var issues: [String] { decodingIssues.map(\.description) }

  /// Whether it is out of stock.
  public var isSoldOut: Bool { stock == 0 }

  /// Makes a product; `salePrice` defaults to `price` less `discount`, and `vendorName` to the name of `vendor`.
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
        salePrice: salePrice, discount: discount, stock: stock, createdAt: createdAt,
        updatedAt: updatedAt, images: images, vendor: vendor))
  }

  package init(_ fields: ProductFields) { content = ProductContent(fields) }

  /// All values, for whoever takes many of them.
  package var fields: ProductFields { content.fields }

  /// Takes the values at a place among packed ones.
  init(at place: Int, of packed: ProductValues) { content = ProductContent(at: place, of: packed) }

  package var isPacked: Bool { content.isPacked }
}
