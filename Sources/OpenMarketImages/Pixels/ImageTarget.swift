/// The size at which an image is wanted, and how well.
///
/// An image is never enlarged: one that is smaller than its target comes at its own size.
public struct ImageTarget: Sendable, Hashable {
  /// How an image meets a box of another shape.
  public enum Mode: String, Sendable, Hashable, CaseIterable {
    /// The whole image, as large as fits into the box.
    case fit
    /// The whole image, as small as covers the box; it may stick out on two sides.
    case fill
    /// The middle of the image that covers the box exactly, the rest cut off.
    ///
    /// Of an image that is too small for the box, the largest middle part of the box's shape.
    case crop
    /// The image at its own size; the box is not used.
    case original
  }

  /// How much is paid for how it looks.
  public enum Quality: String, Sendable, Hashable, CaseIterable {
    /// About 50 dB and more from a full decode, hardly to be told apart: for what stays on screen.
    case good
    /// About 43 dB, for a quarter to a half less time: for what flies past.
    case fast
  }

  /// The box in device pixels.
  public var size: PixelSize
  /// How the image meets the box.
  public var mode: Mode
  /// How much is paid for how it looks.
  public var quality: Quality

  /// Makes a target.
  ///
  /// - Parameters:
  ///   - size: The box in device pixels. Decoding refuses sizes below 1 and above 65,535.
  ///   - mode: How the image meets the box.
  ///   - quality: How much is paid for how it looks.
  package init(size: PixelSize, mode: Mode = .fit, quality: Quality = .good) {
    self.size = size
    self.mode = mode
    self.quality = quality
  }

  /// A square box of `side` device pixels.
  public static func pixels(_ side: Int, mode: Mode = .fit, quality: Quality = .good) -> ImageTarget {
    ImageTarget(size: PixelSize(width: side, height: side), mode: mode, quality: quality)
  }

  /// A box of `width` by `height` device pixels.
  public static func pixels(
    width: Int, height: Int, mode: Mode = .fit, quality: Quality = .good
  ) -> ImageTarget {
    ImageTarget(size: PixelSize(width: width, height: height), mode: mode, quality: quality)
  }

  /// A square box of `side` points on a screen of `scale` device pixels per point.
  ///
  /// Parts of a pixel count as one. What is not a number of pixels at all (NaN, infinite, negative) becomes a
  /// box that decoding refuses.
  public static func points(
    _ side: Double, scale: Double, mode: Mode = .fit, quality: Quality = .good
  ) -> ImageTarget {
    points(width: side, height: side, scale: scale, mode: mode, quality: quality)
  }

  /// A box of `width` by `height` points on a screen of `scale` device pixels per point.
  public static func points(
    width: Double, height: Double, scale: Double, mode: Mode = .fit, quality: Quality = .good
  ) -> ImageTarget {
    func pixels(_ points: Double) -> Int {
      let exact = points * scale
      guard points > 0, scale > 0, exact < 1e9 else { return 0 }
      // 33.3 points at 3 are 99.9 pixels, but 100/3 points should not become 101.
      return max(1, Int((exact - 1e-6).rounded(.up)))
    }
    return ImageTarget(
      size: PixelSize(width: pixels(width), height: pixels(height)), mode: mode, quality: quality)
  }

  /// The image at its own size.
  public static let original = ImageTarget(size: PixelSize(width: 1, height: 1), mode: .original)

  /// Throws ``ImageError/Code/invalidInput`` when the box cannot be used.
  package func validate() throws(ImageError) {
    guard mode != .original else { return }
    guard (1...65_535).contains(size.width), (1...65_535).contains(size.height) else {
      throw ImageError(
        .invalidInput, "a target of \(size) pixels cannot be used: both sides must be from 1 to 65,535")
    }
  }
}
