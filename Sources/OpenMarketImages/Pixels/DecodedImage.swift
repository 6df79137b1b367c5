/// Pixels, upright, in gamma-encoded sRGB, whatever the profile of the file.
///
/// Copies share the bytes.
public struct DecodedImage: Sendable, Hashable {
  package let size: PixelSize
  /// How ``bytes`` are to be read.
  package let format: PixelFormat
  /// Whether a pixel has four bytes, red, green, blue and alpha, the colours already multiplied by alpha; otherwise it has
  /// three and is opaque.
  public var hasAlpha: Bool { format != .rgb888 }
  /// The rows from the top, without gaps.
  public let bytes: [UInt8]
  /// Width and height of the picture in the file, upright.
  package let sourceSize: PixelSize
  /// Whether parts are missing or guessed, because the file is truncated or damaged.
  package let isPartial: Bool
  /// Whether this is the first frame of several.
  package let isAnimated: Bool

  /// Makes an image from its bytes.
  ///
  /// - Parameters:
  ///   - width: The width in pixels.
  ///   - height: The height in pixels.
  ///   - hasAlpha: See ``hasAlpha``.
  ///   - bytes: See ``bytes``.
  /// - Throws: ``ImageError/Code/invalidInput`` when `bytes` are not exactly what the others need.
  public init(width: Int, height: Int, hasAlpha: Bool = false, bytes: [UInt8]) throws(ImageError) {
    try self.init(
      size: PixelSize(width: width, height: height), format: hasAlpha ? .rgba8888Premultiplied : .rgb888,
      bytes: bytes)
  }

  /// Makes an image from its bytes.
  ///
  /// - Throws: ``ImageError/Code/invalidInput`` when `bytes` are not exactly what `size` and `format` need, or
  ///   `sourceSize` is smaller than `size`.
  package init(
    size: PixelSize, format: PixelFormat, bytes: [UInt8], sourceSize: PixelSize? = nil,
    isPartial: Bool = false, isAnimated: Bool = false
  ) throws(ImageError) {
    guard size.width > 0, size.height > 0,
      bytes.count.quotientAndRemainder(dividingBy: format.bytesPerPixel) == (size.pixelCount, 0)
    else {
      throw ImageError(.invalidInput, "\(bytes.count) bytes are not \(size) pixels of \(format.rawValue)")
    }
    let sourceSize = sourceSize ?? size
    guard sourceSize.width >= size.width, sourceSize.height >= size.height else {
      throw ImageError(.invalidInput, "an image of \(size) pixels cannot come from one of \(sourceSize)")
    }
    self.init(
      trusted: bytes, size: size, format: format, sourceSize: sourceSize, isPartial: isPartial,
      isAnimated: isAnimated)
  }

  /// Makes an image from bytes that are known to fit.
  init(
    trusted bytes: [UInt8], size: PixelSize, format: PixelFormat, sourceSize: PixelSize, isPartial: Bool,
    isAnimated: Bool
  ) {
    self.size = size
    self.format = format
    self.bytes = bytes
    self.sourceSize = sourceSize
    self.isPartial = isPartial
    self.isAnimated = isAnimated
  }

  /// The width in pixels.
  public var width: Int { size.width }
  /// The height in pixels.
  public var height: Int { size.height }
  package var bytesPerRow: Int { size.width * format.bytesPerPixel }
  package var byteCount: Int { bytes.count }
}
