package import Foundation

/// Turns files into pixels of the wanted size.
///
/// Calls do their work at once, on the caller's thread, with one core; a decoder has no state and may be used
/// from many threads.
package protocol ImageDecoder: Sendable {
  /// Reads the header: what the file is and how large, without decoding anything.
  func inspect(_ bytes: Data) throws(ImageError) -> ImageInfo

  /// Decodes one file at one or several sizes.
  ///
  /// The expensive part, reading the file's pixels, is done once for all targets, of which there must be at least one: an
  /// image for each, in their order. Of a file that is not whole as much is decoded as there is.
  func decode(
    _ bytes: Data, targets: [ImageTarget], options: DecodingOptions
  ) throws(ImageError) -> [DecodedImage]

  /// How many of the first bytes of a file suffice for some targets: a download can stop there, as the rest would not
  /// change the pixels. It is `nil` when more are needed or it cannot be known.
  func sufficientLength(of prefix: Data, for targets: [ImageTarget]) -> Int?
}

extension ImageDecoder {
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
