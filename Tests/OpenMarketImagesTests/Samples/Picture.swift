import Foundation

@testable import OpenMarketImages

/// Pixels to make test files of and to compare results with: RGBA, not premultiplied.
struct Picture: Equatable {
  let width: Int
  let height: Int
  var pixels: [SIMD4<UInt8>]

  init(width: Int, height: Int, _ pixel: (Int, Int) -> SIMD4<UInt8>) {
    self.width = width
    self.height = height
    pixels = (0..<height).flatMap { y in (0..<width).map { x in pixel(x, y) } }
  }

  /// Something with gradients, sharp edges, texture and, on request, transparent parts.
  static func photo(width: Int, height: Int, seed: Int = 1, isTransparent: Bool = false) -> Picture {
    let phase = Double(seed)
    return Picture(width: width, height: height) { x, y in
      let (u, v) = (Double(x) / Double(width), Double(y) / Double(height))
      var light = 110 + 60 * u - 40 * v
      for octave in 1...5 {
        let f = Double(1 << octave)
        light += 40 / f * sin(f * (3.1 * u + 1.7 * v) + phase * f) * cos(f * (2.3 * v - u) + phase)
      }
      var (blue, red) = (20 * sin(5 * u + phase), 20 * cos(4 * v - phase))
      for disc in 0..<6 {
        let angle = Double(disc) * 2.4 + phase
        let (cx, cy) = (0.5 + 0.35 * cos(angle), 0.5 + 0.35 * sin(1.7 * angle))
        let distance = (pow((u - cx) / 0.12, 2) + pow((v - cy) / 0.16, 2)).squareRoot()
        guard distance < 1 else { continue }
        light = Double(40 + 35 * disc)
        (blue, red) = (30 * cos(angle), 30 * sin(angle))
      }
      // Noise as of a sensor.
      let hash = (x &* 73_856_093 ^ y &* 19_349_663 ^ seed &* 83_492_791) & 0xFFFF
      light += Double(hash % 7) - 3
      func byte(_ value: Double) -> UInt8 { UInt8(min(max(value.rounded(), 0), 255)) }
      let alpha = isTransparent ? byte(255 * min(max(2.2 - 3 * abs(u - 0.5) - 3 * abs(v - 0.5), 0), 1)) : 255
      return SIMD4(
        byte(light + 1.402 * red), byte(light - 0.344 * blue - 0.714 * red), byte(light + 1.772 * blue), alpha
      )
    }
  }

  /// The pixels of an image of the library.
  init(_ image: DecodedImage) {
    let step = image.format.bytesPerPixel
    self.init(width: image.width, height: image.height) { x, y in
      let at = y * image.bytesPerRow + x * step
      let alpha = step == 4 ? image.bytes[at + 3] : 255
      return SIMD4(image.bytes[at], image.bytes[at + 1], image.bytes[at + 2], alpha)
    }
  }

  subscript(x: Int, y: Int) -> SIMD4<UInt8> { pixels[y * width + x] }

  var rgb: [UInt8] { pixels.flatMap { [$0.x, $0.y, $0.z] } }
  var rgba: [UInt8] { pixels.flatMap { [$0.x, $0.y, $0.z, $0.w] } }
  var grey: [UInt8] { pixels.map(\.y) }
  var isOpaque: Bool { pixels.allSatisfy { $0.w == 255 } }

  var premultiplied: Picture {
    Picture(width: width, height: height) { x, y in
      let pixel = self[x, y]
      func times(_ value: UInt8) -> UInt8 { UInt8((Double(value) * Double(pixel.w) / 255).rounded()) }
      return SIMD4(times(pixel.x), times(pixel.y), times(pixel.z), pixel.w)
    }
  }

  /// How close another picture is, in decibels over the colours and alpha; infinite when equal.
  func psnr(_ other: Picture) -> Double {
    guard width == other.width, height == other.height else { return -.infinity }
    var sum = 0
    for (one, two) in zip(pixels, other.pixels) {
      let difference = SIMD4<Int>(truncatingIfNeeded: one) &- SIMD4<Int>(truncatingIfNeeded: two)
      sum += (difference &* difference).wrappedSum()
    }
    guard sum > 0 else { return .infinity }
    let channels = isOpaque && other.isOpaque ? 3 : 4
    return 10 * log10(255 * 255 * Double(channels * pixels.count) / Double(sum))
  }

  /// The picture made smaller, by the definition: every output pixel a double sum of premultiplied pixels.
  func lanczos(width newWidth: Int, height newHeight: Int) -> Picture {
    func kernel(_ x: Double) -> Double {
      abs(x) < 1e-12 ? 1 : abs(x) < 3 ? 3 * sin(.pi * x) * sin(.pi * x / 3) / (.pi * .pi * x * x) : 0
    }
    func weights(_ count: Int, _ newCount: Int) -> [[(Int, Double)]] {
      let step = Double(count) / Double(newCount)
      return (0..<newCount).map { index in
        let center = (Double(index) + 0.5) * step
        let all = (0..<count).map { ($0, kernel((Double($0) + 0.5 - center) / max(step, 1))) }
        let sum = all.reduce(0) { $0 + $1.1 }
        return all.filter { $0.1 != 0 }.map { ($0.0, $0.1 / sum) }
      }
    }
    let source = pixels.map { pixel in
      let alpha = Double(pixel.w) / 255
      return SIMD4<Double>(Double(pixel.x), Double(pixel.y), Double(pixel.z), 255) * alpha
    }
    let across = weights(width, newWidth)
    let down = weights(height, newHeight)
    let rows = (0..<height).flatMap { y in
      across.map { taps in taps.reduce(SIMD4.zero) { $0 + source[y * width + $1.0] * $1.1 } }
    }
    return Picture(width: newWidth, height: newHeight) { x, y in
      let sum = down[y].reduce(SIMD4<Double>.zero) { $0 + rows[$1.0 * newWidth + x] * $1.1 }
      let alpha = min(max(sum.w, 0), 255)
      let limited = sum.clamped(lowerBound: .zero, upperBound: SIMD4(repeating: alpha))
      return SIMD4<UInt8>(limited, rounding: .toNearestOrAwayFromZero)
    }
  }

  /// Turned and mirrored so that `orientation` makes it upright again.
  func stored(as orientation: ImageOrientation) -> Picture {
    let size = orientation.swapsAxes ? (height, width) : (width, height)
    return Picture(width: size.0, height: size.1) { x, y in
      // (x, y) of the stored picture; the EXIF standard says where its first row and column are displayed.
      switch orientation {
      case .up: self[x, y]
      case .upMirrored: self[width - 1 - x, y]
      case .down: self[width - 1 - x, height - 1 - y]
      case .downMirrored: self[x, height - 1 - y]
      case .leftMirrored: self[y, x]  // row 0 is the left side, column 0 the top
      case .right: self[width - 1 - y, x]  // row 0 is the right side, column 0 the top
      case .rightMirrored: self[width - 1 - y, height - 1 - x]  // right, bottom
      case .left: self[y, height - 1 - x]  // left, bottom
      }
    }
  }
}
