public import Foundation

/// The decoder of this platform: libjpeg-turbo, libpng and (optionally) libwebp on Linux, with GIF read in Swift;
/// ImageIO elsewhere, which reads HEIC too.
public struct SystemImageDecoder: ImageDecoder {
  /// Makes a decoder; it has no state.
  public init() {}

  /// Whether this build decodes files of `format`.
  package static func supports(_ format: ImageFormat) -> Bool { codecs.contains(format) }

  /// Reads the header.
  package func inspect(_ bytes: Data) throws(ImageError) -> ImageInfo {
    try Self.header(of: bytes, limits: .standard).info
  }

  /// Decodes one file at one size, at once, on the caller's thread.
  ///
  /// - Throws: ``ImageError``.
  public func decode(
    _ bytes: Data, target: ImageTarget, options: DecodingOptions = DecodingOptions()
  ) throws(ImageError) -> DecodedImage {
    guard let image = try decode(bytes, targets: [target], options: options).first else {
      throw ImageError(.failed, "the decoder returned no image")
    }
    return image
  }

  /// Decodes one file at one or several sizes.
  package func decode(
    _ bytes: Data, targets: [ImageTarget], options: DecodingOptions = DecodingOptions()
  ) throws(ImageError) -> [DecodedImage] {
    for target in targets { try target.validate() }
    guard !targets.isEmpty else { throw ImageError(.invalidInput, "there is no target to decode for") }
    let limits = options.limits
    guard bytes.count <= limits.fileBytes else {
      throw ImageError(
        .tooLarge, "the file of \(bytes.count) bytes is longer than the \(limits.fileBytes) allowed")
    }
    let header = try Self.header(of: bytes, limits: limits)
    let stored = header.info.orientation.applied(to: header.info.size)
    guard max(stored.width, stored.height) <= limits.side else {
      throw ImageError(.tooLarge, "\(stored) pixels have a side of more than the \(limits.side) allowed")
    }
    guard stored.pixelCount <= limits.pixels else {
      throw ImageError(.tooLarge, "\(stored) pixels are more than the \(limits.pixels) allowed")
    }
    return try Self.decode(bytes, header: header, targets: targets, options: options)
  }
}

extension ImageDecoder where Self == SystemImageDecoder {
  /// The decoder of this platform.
  package static var system: SystemImageDecoder { SystemImageDecoder() }
}
