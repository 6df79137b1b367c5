package import Foundation

/// A photo that is fit for upload.
package struct PreparedPhoto: Sendable, Hashable {
  /// The file: upright, in sRGB, without metadata.
  package let jpeg: Data
  package let size: PixelSize
  /// The JPEG quality it was encoded with; `nil` when the pixels of the original file were kept.
  package let quality: Int?
}
