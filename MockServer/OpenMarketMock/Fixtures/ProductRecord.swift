import Foundation
import OpenMarketHTTP

struct ProductRecord: Sendable, Hashable {
  /// Unique, ascending, never reused.
  var id: Int64
  var vendorID: Int64
  var vendorName: String
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
  var createdDay: CivilDay
  /// The day of the last change, never before ``createdDay``.
  var issuedDay: CivilDay
  /// One to five pictures, in the vendor's order.
  var images: [ImageRecord]
  /// Which picture's thumbnail stands for the product.
  var thumbnailIndex: Int
  /// Fields beyond the contract that the vendor has sent.
  var extra: [String: JSONValue] = [:]
}

struct ImageRecord: Sendable, Hashable {
  /// Unique in the whole market.
  var id: Int64
  /// Last path segment of the full picture: 32 hex digits, `_origin`, then the extension if any.
  var originName: String
  /// Last path segment of the thumbnail: 32 other hex digits, `_thumb`, then the extension if any.
  var thumbnailName: String
  /// The day of the upload, part of the picture's path.
  var issuedDay: CivilDay
  var content: ImageContent
}

/// Where the bytes of a picture come from.
enum ImageContent: Sendable, Hashable {
  /// Sent by a client; also serves as its own thumbnail.
  case uploaded(bytes: Data, contentType: String)
  /// Rendered when asked for.
  case generated(GeneratedPhoto)
}
