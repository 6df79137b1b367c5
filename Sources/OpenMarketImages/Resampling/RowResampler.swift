/// Makes an image smaller while its rows arrive, with a separable Lanczos filter in gamma-encoded sRGB.
///
/// Colours are multiplied by alpha before they are mixed: a transparent pixel has no colour to give. Brightness and
/// colour of a JPEG file are filtered as they are stored, each at its own size, and only the small result becomes
/// RGB: filters and the change of colours are linear, so the order makes no difference, except in the time.
struct RowResampler {
  private var planes: [PlaneResampler]
  private var packer: PixelPacker
  private let interruption: Interruption

  /// Makes the filter's tables and its buffers, as many bytes as `plan` says.
  ///
  /// The interruption is checked in this and all other methods, about every millisecond.
  init(_ plan: ResamplingPlan, interruption: Interruption) throws(ImageError) {
    // The weights of the two colour planes are the same: found once.
    var known: [ResamplingPlan.Plane: PlaneResampler] = [:]
    planes = []
    for plane in plan.planes {
      let resampler =
        if let equal = known[plane] { equal } else {
          try PlaneResampler(plan, plane: plane, interruption: interruption)
        }
      known[plane] = resampler
      planes.append(resampler)
    }
    packer = PixelPacker(size: plan.outputSize, input: plan.input)
    self.interruption = interruption
  }

  /// Whether all output rows are made, so that further rows change nothing.
  var isComplete: Bool { packer.isComplete }

  /// Takes the next `count` rows of one plane, each `stride` bytes after the one before.
  mutating func append(
    _ bytes: UnsafePointer<UInt8>, stride: Int, count: Int, plane: Int = 0
  ) throws(ImageError) {
    for row in 0..<count {
      try unsafe planes[plane].append(bytes + row * stride)
      while planes.allSatisfy({ $0.isReady }) {
        for index in planes.indices { try planes[index].makeRow() }
        try interruption.inPieces(packer.width, cost: 4) { packer.append(planes, $0) }
        packer.endRow()
      }
    }
  }

  /// The image; rows that never came are empty.
  consuming func finish() -> (format: PixelFormat, bytes: [UInt8]) { packer.finish() }
}
