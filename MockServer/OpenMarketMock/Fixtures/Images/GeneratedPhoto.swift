/// A seeded picture, rendered when asked for.
struct GeneratedPhoto: Sendable, Hashable {
  /// A picture's file format.
  ///
  /// Its raw value is the extension of a file name.
  enum Format: String, Sendable, Hashable {
    case jpeg = "jpg"
    case png, webp

    var contentType: String { "image/\(self)" }
  }

  var seed: UInt64
  var format: Format
  var width: Int
  var height: Int
}

extension GeneratedPhoto {
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
