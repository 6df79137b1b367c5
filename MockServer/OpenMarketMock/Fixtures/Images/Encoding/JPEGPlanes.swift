/// A picture as brightness and two colour differences, of which two by two pixels share one, as in nearly all photos
/// (4:2:0); its edges are repeated up to whole coding units.
struct JPEGPlanes {
  /// The pixels of a coding unit along each side.
  static let unit = 16

  /// One component, centred on zero.
  struct Plane {
    let width: Int
    let height: Int
    fileprivate(set) var samples: [Float]

    fileprivate init(width: Int, height: Int) {
      self.width = width
      self.height = height
      samples = Array(repeating: 0, count: width * height)
    }

    /// The mean of each two by two samples.
    fileprivate func halved() -> Plane {
      var half = Plane(width: width / 2, height: height / 2)
      for y in 0..<half.height {
        for x in 0..<half.width {
          let upper = 2 * y * width + 2 * x
          let lower = upper + width
          let sum = samples[upper] + samples[upper + 1] + samples[lower] + samples[lower + 1]
          half.samples[y * half.width + x] = sum * 0.25
        }
      }
      return half
    }
  }

  let luma: Plane
  let blue: Plane
  let red: Plane

  /// Converts by ITU-R BT.601, as JFIF says.
  init(_ pixels: PixelBuffer) {
    let width = (pixels.width + Self.unit - 1) / Self.unit * Self.unit
    let height = (pixels.height + Self.unit - 1) / Self.unit * Self.unit
    var luma = Plane(width: width, height: height)
    var blue = luma
    var red = luma
    for y in 0..<height {
      let source = min(y, pixels.height - 1) * pixels.width
      for x in 0..<width {
        let from = (source + min(x, pixels.width - 1)) * 3
        let r = Float(pixels.rgb[from])
        let g = Float(pixels.rgb[from + 1])
        let b = Float(pixels.rgb[from + 2])
        let to = y * width + x
        luma.samples[to] = 0.299 * r + 0.587 * g + 0.114 * b - 128
        blue.samples[to] = -0.168736 * r - 0.331264 * g + 0.5 * b
        red.samples[to] = 0.5 * r - 0.418688 * g - 0.081312 * b
      }
    }
    (self.luma, self.blue, self.red) = (luma, blue.halved(), red.halved())
  }
}
