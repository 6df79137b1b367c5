/// The properties in the header of a file.
package struct ImageInfo: Sendable, Hashable {
  /// The format that the first bytes announce.
  package var format: ImageFormat
  /// Width and height of the upright picture.
  package var size: PixelSize
  /// How the stored picture is to be turned; ``size`` takes it into account.
  package var orientation = ImageOrientation.up
  /// Whether there are several frames.
  package var isAnimated = false
  /// Whether a part of the file from its start already shows the whole picture, coarsely.
  package var isProgressive = false
  /// Whether there can be transparent parts.
  package var hasAlpha = false
}
