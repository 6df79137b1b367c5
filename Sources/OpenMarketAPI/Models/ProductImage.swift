public import Foundation

/// One picture of a product.
public struct ProductImage: Sendable, Hashable, Identifiable {
  /// The picture's number; an edit can name it as the new thumbnail.
  public var id: EntityID<ProductImage>
  /// The address of the picture as uploaded.
  public var url: URL
  /// The address of its thumbnail; `nil` when the server sent none that is a URL.
  public var thumbnailURL: URL?
  /// The day of upload; `nil` when the server sent none that is a date.
  package var uploadedAt: Date?

  /// Makes a picture.
  public init(id: ID, url: URL, thumbnailURL: URL? = nil) {
    self.init(id: id, url: url, thumbnailURL: thumbnailURL, uploadedAt: nil)
  }

  package init(id: ID, url: URL, thumbnailURL: URL? = nil, uploadedAt: Date?) {
    self.id = id
    self.url = url
    self.thumbnailURL = thumbnailURL
    self.uploadedAt = uploadedAt
  }
}
