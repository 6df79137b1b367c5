public import Foundation

/// A photo that is fit for upload.
public struct PreparedPhoto: Sendable, Hashable {
  /// The file: upright, without metadata.
  public let jpeg: Data
  /// Width and height in pixels.
  public let size: PixelSize
  /// The JPEG quality it was encoded with; `nil` when the pixels of the original file were kept.
  package let quality: Int?
  /// The media type of ``jpeg``.
  package var contentType: String { ImageFormat.jpeg.rawValue }
}
