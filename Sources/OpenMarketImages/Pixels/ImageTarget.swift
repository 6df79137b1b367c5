/// The size at which an image is wanted.
///
/// An image is never enlarged: one that is smaller than its target comes at its own size.
public struct ImageTarget: Sendable, Hashable {
  /// The treatment of an image in a box of another shape.
  public enum Mode: Sendable, Hashable {
    /// The whole image, as large as fits into the box.
    case fit
    /// The whole image, as small as covers the box; it may stick out on two sides.
    case fill
    /// The middle of the image that covers the box exactly, the rest cut off.
    ///
    /// Of an image that is too small for the box, the largest middle part of the box's shape.
    case crop
  }

  /// How much is paid for how it looks.
  package enum Quality: Sendable, Hashable {
    /// About 50 dB and more from a full decode, hardly to be told apart: for what stays on screen.
    case good
    /// About 43 dB, for a quarter to a half less time: for what flies past.
    case fast
  }

  package enum Shape: Sendable, Hashable {
    /// The image's own.
    case original
    /// That of a box in device pixels. Decoding refuses sides below 1 and above 65,535.
    case box(PixelSize, Mode)
  }

  package var shape: Shape
  package var quality: Quality

  package init(_ shape: Shape, quality: Quality = .good) {
    self.shape = shape
    self.quality = quality
  }

  /// The image at its own size.
  public static let original = ImageTarget(.original)

  /// A box in device pixels.
  ///
  /// - Parameters:
  ///   - width: The width, 1 to 65,535; decoding refuses others.
  ///   - height: The height; `nil` for a square.
  ///   - mode: The treatment of an image of another shape.
  /// - Returns: The target.
  public static func pixels(_ width: Int, by height: Int? = nil, mode: Mode = .fit) -> ImageTarget {
    ImageTarget(.box(PixelSize(width: width, height: height ?? width), mode))
  }

  /// A box in points on a screen of `scale` device pixels per point.
  ///
  /// Parts of a pixel count as one. What is not a number of pixels at all (NaN, infinite, negative) becomes a
  /// box that decoding refuses.
  ///
  /// - Parameters:
  ///   - width: The width.
  ///   - height: The height; `nil` for a square.
  ///   - scale: Device pixels per point, such as 3.
  ///   - mode: The treatment of an image of another shape.
  /// - Returns: The target.
  public static func points(
    _ width: Double, by height: Double? = nil, scale: Double, mode: Mode = .fit
  ) -> ImageTarget {
    func pixels(_ points: Double) -> Int {
      let exact = points * scale
      guard points > 0, scale > 0, exact < 1e9 else { return 0 }
      // 33.3 points at 3 are 99.9 pixels, but 100/3 points should not become 101.
      return max(1, Int((exact - 1e-6).rounded(.up)))
    }
    return .pixels(pixels(width), by: pixels(height ?? width), mode: mode)
  }

  /// The box; `nil` for the image's own size.
  package var box: PixelSize? { if case .box(let size, _) = shape { size } else { nil } }
  /// How the image meets the box; `nil` for the image's own size.
  package var mode: Mode? { if case .box(_, let mode) = shape { mode } else { nil } }

  /// The same, decoded faster.
  package var fast: ImageTarget { ImageTarget(shape, quality: .fast) }

  /// Throws ``ImageError/Code/invalidInput`` when the box cannot be used.
  package func validate() throws(ImageError) {
    guard let box else { return }
    guard (1...65_535).contains(box.width), (1...65_535).contains(box.height) else {
      throw ImageError(
        .invalidInput, "a target of \(box) pixels cannot be used: both sides must be from 1 to 65,535")
    }
  }
}
