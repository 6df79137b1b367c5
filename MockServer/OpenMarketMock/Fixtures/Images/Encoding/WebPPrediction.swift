/// Lossless WebP's spatial prediction: for each tile the predictor whose residues are smallest.
struct WebPPrediction {
  /// Tiles are 2⁵ pixels wide and high.
  static let tileBits = 5
  /// RFC 9649, section 4.1: left, top, average of both, select, left + top − corner.
  private static let candidates: [UInt8] = [1, 2, 7, 11, 12]

  /// The predictor of each tile, row by row.
  private(set) var modes: [UInt8] = []
  private(set) var residues: WebPEncoder.Planes

  init(of planes: WebPEncoder.Planes, width: Int, height: Int) {
    residues = planes
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
              let residue = Self.residue(planes, mode: mode, x: x, y: y, width: width)
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
            let index = y * width + x
            let residue = Self.residue(planes, mode: best, x: x, y: y, width: width)
            residues.red[index] = residue.red
            residues.green[index] = residue.green
            residues.blue[index] = residue.blue
          }
        }
      }
    }
  }

  private struct Residue {
    var red: UInt8
    var green: UInt8
    var blue: UInt8
  }

  private static func magnitude(_ residue: UInt8) -> Int { Int(Int8(bitPattern: residue).magnitude) }

  private static func residue(
    _ planes: WebPEncoder.Planes, mode: UInt8, x: Int, y: Int, width: Int
  ) -> Residue {
    let index = y * width + x
    // The first row is always predicted from the left, the first column from the top.
    let mode = y == 0 ? (x == 0 ? 0 : 1) : (x == 0 ? 2 : mode)
    if mode == 0 {
      return Residue(red: planes.red[index], green: planes.green[index], blue: planes.blue[index])
    }
    let left = x > 0 ? index - 1 : index
    let top = y > 0 ? index - width : index
    let corner = x > 0 && y > 0 ? top - 1 : index
    func predicted(_ plane: [UInt8]) -> UInt8 {
      switch mode {
      case 1: plane[left]
      case 2: plane[top]
      case 7: UInt8((Int(plane[left]) + Int(plane[top])) / 2)
      default: UInt8(min(255, max(0, Int(plane[left]) + Int(plane[top]) - Int(plane[corner]))))
      }
    }
    if mode == 11 {
      func distance(_ from: Int) -> Int {
        abs(Int(planes.red[from]) - Int(planes.red[corner]))
          + abs(Int(planes.green[from]) - Int(planes.green[corner]))
          + abs(Int(planes.blue[from]) - Int(planes.blue[corner]))
      }
      // left + top − corner is as far from the left as the top is from the corner, and the reverse.
      let nearest = distance(top) < distance(left) ? left : top
      return Residue(
        red: planes.red[index] &- planes.red[nearest], green: planes.green[index] &- planes.green[nearest],
        blue: planes.blue[index] &- planes.blue[nearest])
    }
    return Residue(
      red: planes.red[index] &- predicted(planes.red),
      green: planes.green[index] &- predicted(planes.green),
      blue: planes.blue[index] &- predicted(planes.blue))
  }
}
