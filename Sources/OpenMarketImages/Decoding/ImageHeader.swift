/// The properties of a file that decoding its pixels depends on.
struct ImageHeader {
  /// The part that callers see.
  var info: ImageInfo
  /// The rest.
  var details: Details

  /// The part that a codec needs besides.
  enum Details {
    case jpeg(JPEGHeader)
    case png(PNGHeader)
    case webP(WebPHeader)
    case gif(GIFHeader)
    /// Nothing that this library reads by itself.
    case system
  }

  /// Describes a file that only the platform can read.
  init(ofSystem info: ImageInfo) { (self.info, details) = (info, .system) }

  /// Reads the header; refuses what is not an image, not supported, damaged, or cut off within its header.
  init(_ bytes: Span<UInt8>, options: DecodingOptions) throws(ImageError) {
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
      details = .jpeg(header)
    case .png:
      let header = try PNGHeader(bytes)
      try Self.check(frames: header.frameCount, options)
      info = ImageInfo(
        format: .png, size: header.orientation.applied(to: header.size), orientation: header.orientation,
        isAnimated: header.frameCount > 1, isProgressive: header.isInterlaced, hasAlpha: header.hasAlpha)
      details = .png(header)
    case .webP:
      let header = try WebPHeader(bytes, maximumFrames: options.frames)
      try Self.check(frames: header.frameCount, options)
      info = ImageInfo(
        format: .webP, size: header.orientation.applied(to: header.size), orientation: header.orientation,
        isAnimated: header.firstFrame != nil, hasAlpha: header.hasAlpha)
      details = .webP(header)
    case .gif:
      let header = try GIFHeader(bytes, maximumFrames: options.frames)
      try Self.check(frames: header.frameCount, options)
      info = ImageInfo(
        format: .gif, size: header.size, isAnimated: header.isAnimated, hasAlpha: header.hasAlpha)
      details = .gif(header)
    default:
      throw ImageError(.unsupportedFormat, "\(format.rawValue) is not decoded; use JPEG, PNG, WebP or GIF")
    }
  }

  private static func check(frames: Int, _ options: DecodingOptions) throws(ImageError) {
    guard frames <= options.frames else {
      throw ImageError(.tooLarge, "the animation has more than the \(options.frames) frames allowed")
    }
  }
}
