/// The properties in the header of a file.
package struct ImageInfo: Sendable, Hashable {
  /// The format that the first bytes announce.
  package var format: ImageFormat
  /// Width and height of the upright picture.
  package var size: PixelSize
  /// How the stored picture is to be turned; ``size`` takes it into account.
  package var orientation: ImageOrientation
  /// Whether there are several frames.
  package var isAnimated: Bool
  /// Whether a part of the file from its start already shows the whole picture, coarsely.
  package var isProgressive: Bool
  /// Whether there can be transparent parts.
  package var hasAlpha: Bool

  /// Makes a description.
  package init(
    format: ImageFormat, size: PixelSize, orientation: ImageOrientation = .up, isAnimated: Bool = false,
    isProgressive: Bool = false, hasAlpha: Bool = false
  ) {
    self.format = format
    self.size = size
    self.orientation = orientation
    self.isAnimated = isAnimated
    self.isProgressive = isProgressive
    self.hasAlpha = hasAlpha
  }
}
