public import Foundation

/// The decoder of this platform: libjpeg-turbo, libpng and (optionally) libwebp on Linux, with GIF read in Swift;
/// ImageIO elsewhere, which reads HEIC too. Colours become those of sRGB.
package struct SystemImageDecoder: ImageDecoder {
  package init() {}

  /// Whether this build decodes files of `format`.
  package static func supports(_ format: ImageFormat) -> Bool { codecs.contains(format) }

  package func inspect(_ bytes: Data) throws(ImageError) -> ImageInfo {
    try Self.header(of: bytes, options: DecodingOptions()).info
  }

  /// Decodes one file at one or several sizes.
  package func decode(
    _ bytes: Data, targets: [ImageTarget], options: DecodingOptions = DecodingOptions()
  ) throws(ImageError) -> [DecodedImage] {
    for target in targets { try target.validate() }
    guard !targets.isEmpty else { throw ImageError(.invalidInput, "there is no target to decode for") }
    guard bytes.count <= options.fileBytes else {
      throw ImageError(
        .tooLarge, "the file of \(bytes.count) bytes is longer than the \(options.fileBytes) allowed")
    }
    let header = try Self.header(of: bytes, options: options)
    let stored = header.info.orientation.applied(to: header.info.size)
    guard max(stored.width, stored.height) <= options.side else {
      throw ImageError(.tooLarge, "\(stored) pixels have a side of more than the \(options.side) allowed")
    }
    guard stored.pixelCount <= options.pixels else {
      throw ImageError(.tooLarge, "\(stored) pixels are more than the \(options.pixels) allowed")
    }
    return try Self.decode(bytes, header: header, targets: targets, options: options)
  }
}

extension DecodedImage {
  /// Decodes a file with the decoders of this platform, synchronously, on the calling thread: call it off the main actor.
  ///
  /// - Parameters:
  ///   - file: The whole file, or the part received so far.
  ///   - target: The requested size.
  /// - Throws: ``ImageError``; with `cancelled` when the calling task was cancelled.
  public init(decoding file: Data, fitting target: ImageTarget = .original) throws(ImageError) {
    self = try SystemImageDecoder().decode(file, target: target)
  }
}
