import Foundation

/// One picture of a product.
struct ImageRecord: Sendable, Hashable {
  /// Unique in the whole market.
  var id: Int64
  /// Last path segment of the full picture: 32 hex digits, `_origin`, then the extension if any.
  var originName: String
  /// Last path segment of the thumbnail: 32 other hex digits, `_thumb`, then the extension if any.
  var thumbnailName: String
  /// The day of the upload, part of the picture's path.
  var issuedDay: CivilDay
  /// The picture.
  var content: ImageContent
}

/// Where the bytes of a picture come from.
enum ImageContent: Sendable, Hashable {
  /// Sent by a client; also serves as its own thumbnail.
  case uploaded(bytes: Data, contentType: String)
  /// Rendered when asked for.
  case generated(GeneratedPhoto)
}
