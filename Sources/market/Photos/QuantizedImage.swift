/// A picture in few colours, chosen for it by median cut (Heckbert 1982), with the errors spread over the
/// neighbours (Floyd and Steinberg 1976).
struct QuantizedImage {
  let width: Int
  let height: Int
  let palette: [RGB]
  /// For each pixel the number of its colour.
  let indexes: [UInt8]

  /// Reduces `pixels` to at most `maximumColours`, 1 to 256.
  init(_ pixels: OpaquePixels, maximumColours: Int) {
    (width, height) = (pixels.width, pixels.height)
    palette = Self.palette(of: pixels, count: min(max(maximumColours, 1), 256))
    indexes = Self.dithered(pixels, palette)
  }

  /// The bits of each channel by which colours are told apart.
  private static let bits = 5

  private static func cell(of colour: RGB) -> Int {
    let shift = 8 - bits
    return Int(colour.red >> shift) << (2 * bits) | Int(colour.green >> shift) << bits
      | Int(colour.blue >> shift)
  }

  private static func palette(of pixels: OpaquePixels, count: Int) -> [RGB] {
    var cube = Array(repeating: ColourBox.Cell(), count: 1 << (3 * bits))
    for row in 0..<pixels.height {
      for column in 0..<pixels.width {
        let colour = pixels[column, row]
        cube[cell(of: colour)].add(colour)
      }
    }
    var boxes = [ColourBox(cube.filter { $0.count > 0 })]
    while boxes.count < count {
      // The box in which most pixels lie farthest apart.
      guard let widest = boxes.indices.max(by: { boxes[$0].weight < boxes[$1].weight }),
        let (low, high) = boxes[widest].halves
      else { break }
      boxes[widest] = low
      boxes.append(high)
    }
    return boxes.map(\.mean)
  }

  private static func dithered(_ pixels: OpaquePixels, _ palette: [RGB]) -> [UInt8] {
    var nearest = [UInt8?](repeating: nil, count: 1 << (3 * bits))
    var indexes: [UInt8] = []
    indexes.reserveCapacity(pixels.width * pixels.height)
    // Errors in sixteenths for each pixel, with a place before the first and after the last.
    let none = Array(repeating: SIMD3<Int>(), count: pixels.width + 2)
    var (errors, below) = (none, none)
    for row in 0..<pixels.height {
      for column in 0..<pixels.width {
        let place = column + 1
        let colour = RGB(pixels[column, row].channels &+ errors[place] / 16)
        let cell = cell(of: colour)
        let index = nearest[cell] ?? nearestIndex(to: colour, in: palette)
        nearest[cell] = index
        indexes.append(index)
        let error = colour.channels &- palette[Int(index)].channels
        errors[place + 1] &+= 7 &* error
        below[place - 1] &+= 3 &* error
        below[place] &+= 5 &* error
        below[place + 1] &+= error
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
