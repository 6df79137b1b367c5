/// Makes an image smaller while its rows arrive, with a separable Lanczos filter in gamma-encoded sRGB.
///
/// Colours are multiplied by alpha before they are mixed: a transparent pixel has no colour to give. Brightness and
/// colour of a JPEG file are filtered as they are stored, each at its own size, and only the small result becomes
/// RGB: filters and the change of colours are linear, so the order makes no difference, except in the time.
struct RowResampler {
  private var planes: [PlaneResampler]
  private var packer: PixelPacker

  /// - Parameters:
  ///   - input: How rows are stored.
  ///   - planes: The planes that will come: three for brightness and colours, else one.
  ///   - region: The part to show, in pixels of the stored picture.
  ///   - outputSize: How large to make it.
  init(input: RowLayout, planes: [SourcePlane], region: RenderLayout.Region, outputSize: PixelSize) {
    // The weights of the two colour planes are the same: found once.
    var known: [SourcePlane: PlaneResampler] = [:]
    self.planes = planes.map { plane in
      let resampler =
        known[plane]
        ?? PlaneResampler(input: input, plane: plane, region: region, outputSize: outputSize)
      known[plane] = resampler
      return resampler
    }
    packer = PixelPacker(size: outputSize, input: input)
  }

  /// Whether all output rows are made, so that further rows change nothing.
  var isComplete: Bool { packer.isComplete }

  /// Takes the next rows of one plane.
  ///
  /// - Parameters:
  ///   - bytes: The first of them.
  ///   - stride: The bytes from one row to the next.
  ///   - count: How many there are.
  ///   - plane: Which plane they belong to.
  mutating func append(_ bytes: UnsafePointer<UInt8>, stride: Int, count: Int, plane: Int = 0) {
    for row in 0..<count {
      unsafe planes[plane].append(bytes + row * stride)
      while planes.allSatisfy({ $0.isReady }) {
        for index in planes.indices { planes[index].makeRow() }
        packer.append(planes)
      }
    }
  }

  /// The image; rows that never came are empty.
  consuming func finish() -> (format: PixelFormat, bytes: [UInt8]) { packer.finish() }
}
