/// Lossless WebP's spatial prediction: for each tile the predictor whose residues are smallest.
struct WebPPrediction {
  /// Tiles are 2⁵ pixels wide and high.
  static let tileBits = 5
  /// RFC 9649, section 4.1: left, top, average of both, select, left + top − corner.
  private static let candidates: [UInt8] = [1, 2, 7, 11, 12]

  /// The predictor of each tile, row by row.
  private(set) var modes: [UInt8] = []
  private(set) var residues: [WebPEncoder.Pixel]

  init(of pixels: [WebPEncoder.Pixel], width: Int, height: Int) {
    residues = pixels
    let tile = 1 << Self.tileBits
    for top in stride(from: 0, to: height, by: tile) {
      for left in stride(from: 0, to: width, by: tile) {
        let columns = left..<min(left + tile, width)
        let rows = top..<min(top + tile, height)
        var bestSum = Int.max
        var best: UInt8 = 1
        for mode in Self.candidates {
          var sum = 0
          for y in rows {
            for x in columns {
              let residue = Self.residue(pixels, mode: mode, x: x, y: y, width: width)
              sum +=
                Self.magnitude(residue.red) + Self.magnitude(residue.green) + Self.magnitude(residue.blue)
            }
          }
          guard sum < bestSum else { continue }
          bestSum = sum
          best = mode
        }
        modes.append(best)
        for y in rows {
          for x in columns {
            residues[y * width + x] = Self.residue(pixels, mode: best, x: x, y: y, width: width)
          }
        }
      }
    }
  }

  private static func magnitude(_ residue: UInt8) -> Int { Int(Int8(bitPattern: residue).magnitude) }

  private static func residue(
    _ pixels: [WebPEncoder.Pixel], mode: UInt8, x: Int, y: Int, width: Int
  ) -> WebPEncoder.Pixel {
    let pixel = pixels[y * width + x]
    // The first row is always predicted from the left, the first column from the top.
    let mode = y == 0 ? (x == 0 ? 0 : 1) : (x == 0 ? 2 : mode)
    if mode == 0 { return pixel }
    let left = x > 0 ? pixels[y * width + x - 1] : pixel
    let top = y > 0 ? pixels[(y - 1) * width + x] : pixel
    let corner = x > 0 && y > 0 ? pixels[(y - 1) * width + x - 1] : pixel
    func predicted(_ left: UInt8, _ top: UInt8, _ corner: UInt8) -> UInt8 {
      let sum = Int(left) + Int(top)
      return UInt8(mode == 7 ? sum / 2 : min(255, max(0, sum - Int(corner))))
    }
    func distance(_ other: WebPEncoder.Pixel) -> Int {
      abs(Int(other.red) - Int(corner.red)) + abs(Int(other.green) - Int(corner.green))
        + abs(Int(other.blue) - Int(corner.blue))
    }
    switch mode {
    case 1: return pixel &- left
    case 2: return pixel &- top
    // left + top − corner is as far from the left as the top is from the corner, and the reverse.
    case 11: return pixel &- (distance(top) < distance(left) ? left : top)
    default:
      return pixel
        &- WebPEncoder.Pixel(
          red: predicted(left.red, top.red, corner.red),
          green: predicted(left.green, top.green, corner.green),
          blue: predicted(left.blue, top.blue, corner.blue))
    }
  }
}
