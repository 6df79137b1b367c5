/// What must be known of a file before its pixels are decoded.
struct ImageHeader {
  /// What callers see.
  var info: ImageInfo
  /// The rest, for JPEG.
  var jpeg: JPEGHeader?

  /// Reads the header.
  ///
  /// - Throws: ``ImageError``: not an image, not supported, damaged, or cut off within its header.
  init(_ bytes: Span<UInt8>, limits: DecodingLimits) throws(ImageError) {
    guard let format = ImageFormat.sniff(bytes) else {
      throw bytes.count < 12
        ? ImageError(.truncated, "\(bytes.count) bytes are too few for an image")
        : ImageError(.notAnImage, "the bytes begin like no image format; an error page of the server?")
    }
    switch format {
    case .jpeg:
      let header = try JPEGHeader(bytes)
      info = ImageInfo(
        format: .jpeg, size: header.orientation.applied(to: header.size), orientation: header.orientation,
        isProgressive: header.isProgressive)
      jpeg = header
    default:
      throw ImageError(.unsupportedFormat, "\(format.rawValue) is not decoded; use JPEG, PNG or WebP")
    }
  }
}
