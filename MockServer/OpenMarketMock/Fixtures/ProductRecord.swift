/// One product as the market keeps it.
struct ProductRecord: Sendable, Hashable {
  /// Unique, ascending, never reused.
  var id: Int64
  /// The vendor.
  var vendorID: Int64
  /// The vendor's name.
  var vendorName: String
  /// The title.
  var name: String
  /// The text; absent only when the market was asked to be lenient.
  var description: String?
  /// `KRW` or `USD`, or anything in lenient mode.
  var currency: String
  /// The price before the discount.
  var price: Double
  /// The amount taken off the price.
  var discount: Double
  /// Pieces left; 0 means sold.
  var stock: Int32
  /// The day of creation.
  var createdDay: CivilDay
  /// The day of the last change, never before ``createdDay``.
  var issuedDay: CivilDay
  /// One to five pictures, in the vendor's order.
  var images: [ImageRecord]
  /// Which picture's thumbnail stands for the product.
  var thumbnailIndex: Int
}
