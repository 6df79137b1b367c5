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
              sum += Self.magnitude(Self.residue(pixels, mode: mode, x: x, y: y, width: width))
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

  private static func magnitude(_ residue: WebPEncoder.Pixel) -> Int {
    func magnitude(_ channel: UInt8) -> Int { Int(Int8(bitPattern: channel).magnitude) }
    return magnitude(residue.x) + magnitude(residue.y) + magnitude(residue.z)
  }

  private static func residue(
    _ pixels: [WebPEncoder.Pixel], mode: UInt8, x: Int, y: Int, width: Int
  ) -> WebPEncoder.Pixel {
    let pixel = pixels[y * width + x]
    // The first row is always predicted from the left, the first column from the top.
    let mode = y == 0 ? (x == 0 ? 0 : 1) : (x == 0 ? 2 : mode)
    if mode == 0 { return pixel }
    if mode == 1 { return pixel &- pixels[y * width + x - 1] }
    if mode == 2 { return pixel &- pixels[(y - 1) * width + x] }
    let left = SIMD3<Int16>(truncatingIfNeeded: pixels[y * width + x - 1])
    let top = SIMD3<Int16>(truncatingIfNeeded: pixels[(y - 1) * width + x])
    let corner = SIMD3<Int16>(truncatingIfNeeded: pixels[(y - 1) * width + x - 1])
    let predicted: SIMD3<Int16>
    switch mode {
    case 7: predicted = (left &+ top) &>> 1
    // left + top − corner is as far from the left as the top is from the corner, and the reverse.
    case 11: predicted = distance(top, corner) < distance(left, corner) ? left : top
    default: predicted = (left &+ top &- corner).clamped(lowerBound: .zero, upperBound: .init(repeating: 255))
    }
    return pixel &- WebPEncoder.Pixel(truncatingIfNeeded: predicted)
  }

  private static func distance(_ one: SIMD3<Int16>, _ other: SIMD3<Int16>) -> Int {
    abs(Int(one.x) - Int(other.x)) + abs(Int(one.y) - Int(other.y)) + abs(Int(one.z) - Int(other.z))
  }
}
