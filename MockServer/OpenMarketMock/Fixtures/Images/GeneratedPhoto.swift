/// A seeded picture, rendered when asked for.
struct GeneratedPhoto: Sendable, Hashable {
  /// A picture's file format.
  enum Format: Sendable, Hashable {
    case jpeg, png, webp

    /// Extension of a file name, without the dot.
    var fileExtension: String {
      switch self {
      case .jpeg: "jpg"
      case .png: "png"
      case .webp: "webp"
      }
    }

    var contentType: String {
      switch self {
      case .jpeg: "image/jpeg"
      case .png: "image/png"
      case .webp: "image/webp"
      }
    }
  }

  var seed: UInt64
  var format: Format
  /// Size in pixels.
  var width: Int
  var height: Int

  init(seed: UInt64, format: Format, width: Int, height: Int) {
    self.seed = seed
    self.format = format
    self.width = width
    self.height = height
  }

  /// Draws a picture as vendors upload them: mostly JPEG; lossless ones are kept small.
  init(drawing random: inout SplitMix64) {
    seed = random.next()
    let roll = random.below(100)
    let sizes: [(Int, Int)]
    switch roll {
    case ..<80: (format, sizes) = (.jpeg, Self.photoSizes)
    case ..<92: (format, sizes) = (.png, Self.losslessSizes)
    default: (format, sizes) = (.webp, Self.losslessSizes)
    }
    (width, height) = sizes[random.below(sizes.count)]
  }

  private static let photoSizes = [(640, 480), (800, 600), (1200, 900), (600, 800), (720, 720), (960, 720)]
  private static let losslessSizes = [(640, 480), (480, 640)]

  /// The same scene, small enough for a list: 160 pixels along the longer side.
  var thumbnail: GeneratedPhoto {
    let scale = max(width, height)
    return GeneratedPhoto(
      seed: seed, format: format, width: max(1, width * 160 / scale), height: max(1, height * 160 / scale))
  }
}
