/// The samples that will come of one plane: a colour channel, or several that are interleaved.
struct SourcePlane: Sendable, Hashable {
  /// One direction.
  struct Axis: Sendable, Hashable {
    /// The samples that will come.
    var count: Int
    /// How many of them there are for each pixel of the stored picture.
    var density = 1.0
    /// How many there are in the file: 0.5 where colours are stored at half size.
    var sampling = 1.0

    /// How many samples of the file a codec averaged into one of these.
    var reduction: Double { sampling / density }

    /// Whether these are colours at half size as the file has them, to be interpolated.
    var isHalved: Bool { sampling == 0.5 && density == 0.5 }

    /// By how much that blurs: the variance of the average in samples².
    var blur: Double { (1 - 1 / (reduction * reduction)) / 12 }
  }

  var across: Axis
  var down: Axis
}

extension SourcePlane {
  /// A plane with one sample for each pixel.
  init(_ size: PixelSize) {
    across = Axis(count: size.width)
    down = Axis(count: size.height)
  }
}
