/// How the stored picture is to be turned to stand upright: the EXIF tag `Orientation` (0x0112).
package enum ImageOrientation: Int, Sendable, Hashable, CaseIterable {
  /// As stored.
  case up = 1
  /// Mirrored left to right.
  case upMirrored = 2
  /// Turned by 180°.
  case down = 3
  /// Mirrored top to bottom.
  case downMirrored = 4
  /// Mirrored along the diagonal from the top left.
  case leftMirrored = 5
  /// To be turned clockwise by 90°.
  case right = 6
  /// Mirrored along the diagonal from the top right.
  case rightMirrored = 7
  /// To be turned anticlockwise by 90°.
  case left = 8

  /// Whether width and height change places.
  package var swapsAxes: Bool { rawValue >= 5 }

  /// The size of the upright picture that is stored with `size`, and the reverse.
  func applied(to size: PixelSize) -> PixelSize { swapsAxes ? size.transposed : size }
}
