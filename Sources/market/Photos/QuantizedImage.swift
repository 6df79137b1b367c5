/// A picture in few colours, chosen for it by median cut (Heckbert 1982), with the errors spread over the
/// neighbours (Floyd and Steinberg 1976).
struct QuantizedImage {
  let width: Int
  let height: Int
  /// The colours.
  let palette: [RGB]
  /// For each pixel the number of its colour.
  let indexes: [UInt8]

  /// Reduces `pixels` to at most `maximumColours`, 1 to 256.
  init(_ pixels: OpaquePixels, maximumColours: Int) {
    (width, height) = (pixels.width, pixels.height)
    palette = Self.palette(of: pixels, count: min(max(maximumColours, 1), 256))
    indexes = Self.dithered(pixels, palette)
  }

  /// Cells of the colour cube, 32 to a side, with the sums of the pixels in them.
  private struct Cell {
    var sums = SIMD3<Int>()
    var count = 0

    var mean: SIMD3<Int> { sums / SIMD3(repeating: max(count, 1)) }
  }

  private static func cell(of colour: RGB) -> Int {
    Int(colour.red >> 3) << 10 | Int(colour.green >> 3) << 5 | Int(colour.blue >> 3)
  }

  private static func palette(of pixels: OpaquePixels, count: Int) -> [RGB] {
    var cube = Array(repeating: Cell(), count: 32_768)
    for row in 0..<pixels.height {
      for column in 0..<pixels.width {
        let colour = pixels[column, row]
        cube[cell(of: colour)].sums &+= SIMD3(Int(colour.red), Int(colour.green), Int(colour.blue))
        cube[cell(of: colour)].count += 1
      }
    }
    var boxes = [cube.filter { $0.count > 0 }]
    while boxes.count < count {
      // The box in which most pixels lie farthest apart.
      let widths = boxes.map { box in (spread(of: box).extent) * box.reduce(0) { $0 + $1.count } }
      guard let widest = widths.indices.max(by: { widths[$0] < widths[$1] }), widths[widest] > 0 else {
        break
      }
      let (low, high) = halves(of: boxes[widest])
      boxes[widest] = low
      boxes.append(high)
    }
    return boxes.map { box in
      let whole = box.reduce(into: Cell()) { sum, cell in
        sum.sums &+= cell.sums
        sum.count += cell.count
      }
      return RGB(whole.mean.x, whole.mean.y, whole.mean.z)
    }
  }

  /// The channel in which a box is longest, and how long; no length for a single cell.
  private static func spread(of box: [Cell]) -> (channel: Int, extent: Int) {
    guard box.count > 1 else { return (0, 0) }
    let means = box.map(\.mean)
    let extents = (0..<3).map { channel in
      let values = means.map { $0[channel] }
      return (values.max() ?? 0) - (values.min() ?? 0)
    }
    let channel = extents.indices.max { extents[$0] < extents[$1] } ?? 0
    return (channel, extents[channel] + 1)
  }

  /// Cuts a box of several cells where half of its pixels are on either side.
  private static func halves(of box: [Cell]) -> ([Cell], [Cell]) {
    let channel = spread(of: box).channel
    let sorted = box.sorted { $0.mean[channel] < $1.mean[channel] }
    let half = sorted.reduce(0) { $0 + $1.count } / 2
    var (below, cut) = (0, 1)
    for (index, cell) in sorted.dropLast().enumerated() {
      below += cell.count
      cut = index + 1
      if below >= half { break }
    }
    return (Array(sorted[..<cut]), Array(sorted[cut...]))
  }

  private static func dithered(_ pixels: OpaquePixels, _ palette: [RGB]) -> [UInt8] {
    var nearest: [Int: UInt8] = [:]
    var indexes: [UInt8] = []
    indexes.reserveCapacity(pixels.width * pixels.height)
    let none = Array(repeating: SIMD3<Int>(), count: pixels.width + 2)
    // In sixteenths, for this row and the next, with a place before the first and after the last pixel.
    var (errors, below) = (none, none)
    for row in 0..<pixels.height {
      for column in 0..<pixels.width {
        let wanted = pixels[column, row]
        let spread = errors[column + 1]
        let colour = RGB(
          Int(wanted.red) + spread.x / 16, Int(wanted.green) + spread.y / 16, Int(wanted.blue) + spread.z / 16
        )
        let index = nearest[cell(of: colour)] ?? nearestIndex(to: colour, in: palette)
        nearest[cell(of: colour)] = index
        indexes.append(index)
        let used = palette[Int(index)]
        let error = SIMD3(
          Int(colour.red) - Int(used.red), Int(colour.green) - Int(used.green),
          Int(colour.blue) - Int(used.blue))
        errors[column + 2] &+= 7 &* error
        below[column] &+= 3 &* error
        below[column + 1] &+= 5 &* error
        below[column + 2] &+= error
      }
      (errors, below) = (below, none)
    }
    return indexes
  }

  private static func nearestIndex(to colour: RGB, in palette: [RGB]) -> UInt8 {
    let best = palette.indices.min { colour.distance(to: palette[$0]) < colour.distance(to: palette[$1]) }
    return UInt8(best ?? 0)
  }
}
