package import Foundation

/// Compresses images for the compressed tier of a ``MemoryImageCache``, and brings them back.
///
/// Called from any thread, outside of locks; it should take well under a millisecond for a thumbnail.
package protocol ImageCompressionCodec: Sendable {
  /// The image in few bytes; `nil` when it is not to be kept, for example because it would lose its
  /// transparent parts.
  func compress(_ image: DecodedImage) -> Data?

  /// The image again.
  ///
  /// - Parameters:
  ///   - bytes: What ``compress(_:)`` returned.
  ///   - size: The size it had.
  /// - Returns: `nil` when the bytes are damaged.
  func restore(_ bytes: Data, size: PixelSize) -> DecodedImage?
}
