package import Foundation

/// Turns files into pixels of the wanted size.
///
/// Calls do their work at once, on the caller's thread, with one core; a decoder has no state and may be used
/// from many threads.
package protocol ImageDecoder: Sendable {
  /// Reads the header: what the file is and how large, without decoding anything.
  ///
  /// - Throws: ``ImageError``: not an image, not supported, or cut off within its header.
  func inspect(_ bytes: Data) throws(ImageError) -> ImageInfo

  /// Decodes one file at one or several sizes.
  ///
  /// The expensive part, reading the file's pixels, is done once for all targets.
  ///
  /// - Parameters:
  ///   - bytes: The whole file, or as much of it as there is.
  ///   - targets: The wanted sizes; at least one.
  ///   - options: Limits, and what ends the work early.
  /// - Returns: One image for each target, in their order.
  /// - Throws: ``ImageError``.
  func decode(
    _ bytes: Data, targets: [ImageTarget], options: DecodingOptions
  ) throws(ImageError) -> [DecodedImage]

  /// How many bytes of a file suffice for some targets.
  ///
  /// A download can stop there: the rest would not change the pixels.
  ///
  /// - Parameters:
  ///   - prefix: The file as far as it is there.
  ///   - targets: The wanted sizes.
  /// - Returns: A length ≤ `prefix.count`, or `nil` when more bytes are needed or it cannot be known.
  func sufficientLength(of prefix: Data, for targets: [ImageTarget]) -> Int?
}

extension ImageDecoder {
  /// Decodes one file at one size.
  ///
  /// - Throws: ``ImageError``.
  package func decode(
    _ bytes: Data, target: ImageTarget, options: DecodingOptions = DecodingOptions()
  ) throws(ImageError) -> DecodedImage {
    guard let image = try decode(bytes, targets: [target], options: options).first else {
      throw ImageError(.failed, "the decoder returned no image")
    }
    return image
  }

  /// Knows of no file whose beginning suffices.
  package func sufficientLength(of prefix: Data, for targets: [ImageTarget]) -> Int? { nil }
}
