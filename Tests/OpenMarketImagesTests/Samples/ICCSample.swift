import Foundation

@testable import OpenMarketImages

/// ICC profiles put together by hand, and what they mean by the definition.
enum ICCSample {
  /// The curve of sRGB and of Display P3, as a formula.
  static let curve = formula([2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045])
  /// The primaries of Display P3 and of sRGB, adapted to the white of profiles.
  static let p3Primaries = [
    [0.51512, 0.24120, -0.00105], [0.29198, 0.69225, 0.04189], [0.15710, 0.06657, 0.78407],
  ]
  static let sRGBPrimaries = [
    [0.43607, 0.22249, 0.01392], [0.38515, 0.71687, 0.09708], [0.14307, 0.06061, 0.71410],
  ]

  static let displayP3 = rgb(p3Primaries)
  static let sRGB = rgb(sRGBPrimaries)

  /// A profile of three primaries and one curve.
  static func rgb(
    _ primaries: [[Double]], curve: [UInt8] = curve, elements: [(String, [UInt8])] = []
  ) -> [UInt8] {
    profile(
      "RGB ",
      zip(["rXYZ", "gXYZ", "bXYZ"], primaries.map(xyz)).map { ($0, $1) }
        + ["rTRC", "gTRC", "bTRC"].map { ($0, curve) } + elements)
  }

  static func grey(_ curve: [UInt8]) -> [UInt8] { profile("GRAY", [("kTRC", curve)]) }

  /// A profile that is a table (`lut8Type`) from ink or colours to CIELAB in bytes.
  static func table(_ space: String, inputs: Int, grid: Int, _ lab: ([Double]) -> [UInt8]) -> [UInt8] {
    let identity = (0...255).map { UInt8($0) }
    var element = Array("mft1".utf8) + [0, 0, 0, 0, UInt8(inputs), 3, UInt8(grid), 0]
    element += [1, 0, 0, 0, 1, 0, 0, 0, 1].flatMap { fixed($0) }
    for _ in 0..<inputs { element += identity }
    let count = (0..<inputs).reduce(1) { count, _ in count * grid }
    for index in 0..<count {
      var rest = index
      let place = (0..<inputs).map { _ -> Double in
        defer { rest /= grid }
        return Double(rest % grid) / Double(grid - 1)
      }
      element += lab(place.reversed())
    }
    for _ in 0..<3 { element += identity }
    return profile(space, [("A2B0", element)], kind: "prtr", connection: "Lab ", version: 0x0240_0000)
  }

  static func profile(
    _ space: String, _ elements: [(String, [UInt8])], kind: String = "mntr", connection: String = "XYZ ",
    version: Int = 0x0420_0000
  ) -> [UInt8] {
    let elements = elements + [("wtpt", xyz([0.9642, 1, 0.8249]))]
    var (directory, body) = (big32(elements.count), [UInt8]())
    for (name, bytes) in elements {
      directory += Array(name.utf8) + big32(132 + 12 * elements.count + body.count) + big32(bytes.count)
      body += bytes + [UInt8](repeating: 0, count: (4 - bytes.count % 4) % 4)
    }
    var header = big32(128 + directory.count + body.count) + [0, 0, 0, 0] + big32(version)
    header += Array((kind + space + connection).utf8) + [UInt8](repeating: 0, count: 12) + Array("acsp".utf8)
    header += [UInt8](repeating: 0, count: 28) + [0.9642, 1, 0.8249].flatMap(fixed)
    return header + [UInt8](repeating: 0, count: 128 - header.count) + directory + body
  }

  static func formula(_ parameters: [Double]) -> [UInt8] {
    Array("para".utf8) + [0, 0, 0, 0, 0, 3, 0, 0] + parameters.flatMap(fixed)
  }

  static func gamma(_ value: Double) -> [UInt8] {
    Array("curv".utf8) + [0, 0, 0, 0] + big32(1) + [
      UInt8(Int(value * 256) >> 8), UInt8(Int(value * 256) & 255),
    ]
  }

  static func samples(_ count: Int, _ light: (Double) -> Double) -> [UInt8] {
    Array("curv".utf8) + [0, 0, 0, 0] + big32(count)
      + (0..<count).flatMap { index -> [UInt8] in
        let value = Int((light(Double(index) / Double(count - 1)) * 65_535).rounded())
        return [UInt8(value >> 8), UInt8(value & 255)]
      }
  }

  static func xyz(_ values: [Double]) -> [UInt8] {
    Array("XYZ ".utf8) + [0, 0, 0, 0] + values.flatMap(fixed)
  }

  static func big32(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(value >> $0 & 255) } }

  private static func fixed(_ value: Double) -> [UInt8] {
    let bits = UInt32(bitPattern: Int32((value * 65_536).rounded()))
    return [24, 16, 8, 0].map { UInt8(bits >> $0 & 255) }
  }
}

/// The arithmetic of sRGB, by the definition.
extension ICCSample {
  static func light(_ number: Double) -> Double {
    number >= 0.04045 ? pow((number + 0.055) / 1.055, 2.4) : number / 12.92
  }

  static func number(_ light: Double) -> Double {
    let light = min(max(light, 0), 1)
    return light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
  }

  /// XYZ in the white of profiles to a colour of sRGB.
  static func color(_ x: Double, _ y: Double, _ z: Double) -> SIMD4<UInt8> {
    func byte(_ light: Double) -> UInt8 { UInt8((255 * number(light)).rounded()) }
    return SIMD4(
      byte(3.13386 * x - 1.61687 * y - 0.49061 * z), byte(-0.97877 * x + 1.91614 * y + 0.03345 * z),
      byte(0.07195 * x - 0.22899 * y + 1.40524 * z), 255)
  }

  /// CIELAB in bytes to a colour of sRGB.
  static func color(lab: [UInt8]) -> SIMD4<UInt8> {
    let middle = (Double(lab[0]) / 2.55 + 16) / 116
    func light(_ value: Double) -> Double {
      value > 6.0 / 29 ? value * value * value : 3 * 36.0 / 841 * (value - 4.0 / 29)
    }
    return color(
      0.9642 * light(middle + (Double(lab[1]) - 128) / 500), light(middle),
      0.8249 * light(middle - (Double(lab[2]) - 128) / 200))
  }
}

extension Picture {
  /// Display P3 numbers to sRGB, by the definition; alpha stays.
  var fromDisplayP3: Picture {
    let primaries = ICCSample.p3Primaries
    return Picture(width: width, height: height) { x, y in
      let pixel = self[x, y]
      let lights = (0..<3).map { ICCSample.light(Double(pixel[$0]) / 255) }
      func sum(_ axis: Int) -> Double { (0..<3).reduce(0) { $0 + primaries[$1][axis] * lights[$1] } }
      var color = ICCSample.color(sum(0), sum(1), sum(2))
      color.w = pixel.w
      return color
    }
  }

  /// Every third of all colours, as they come.
  static let colors = Picture(width: 72, height: 60) { x, y in
    SIMD4(UInt8(x * 255 / 71), UInt8(y * 255 / 59), UInt8((x * 7 + y * 13) % 256), 255)
  }

  /// The mean and the largest difference of a colour, in steps of 255.
  func difference(_ other: Picture) -> (mean: Double, largest: Int) {
    var (sum, largest) = (0, 0)
    for (one, two) in zip(pixels, other.pixels) {
      for channel in 0..<3 {
        let difference = abs(Int(one[channel]) - Int(two[channel]))
        sum += difference
        largest = max(largest, difference)
      }
    }
    return (Double(sum) / Double(3 * pixels.count), largest)
  }
}

extension JPEGSample {
  /// A file with a profile, in pieces of a length.
  static func tagged(_ file: Data, _ profile: [UInt8], pieceLength: Int = 65_519) -> Data {
    let starts = Array(stride(from: 0, to: profile.count, by: pieceLength))
    return starts.enumerated().reversed().reduce(file) { file, piece in
      let end = min(piece.element + pieceLength, profile.count)
      return tagged(file, profile[piece.element..<end], number: piece.offset + 1, of: starts.count)
    }
  }

  /// A file with one piece of a profile before all others.
  static func tagged(_ file: Data, _ piece: ArraySlice<UInt8>, number: Int, of count: Int) -> Data {
    inserting(0xE2, Data("ICC_PROFILE\0".utf8) + [UInt8(number), UInt8(count)] + piece, into: file)
  }
}

extension PNGSample {
  /// The same with a profile.
  func tagged(_ profile: [UInt8]) -> PNGSample { tagged(deflated: Deflate.stored(profile)) }

  /// The same with bytes where a profile is compressed.
  func tagged(deflated bytes: [UInt8]) -> PNGSample {
    var tagged = self
    tagged.chunks.append(("iCCP", Array("colours\0\0".utf8) + bytes))
    return tagged
  }
}

extension WebPSample {
  /// A still file without alpha, with a profile.
  static func tagged(_ file: Data, _ profile: [UInt8], size: PixelSize) -> Data {
    func side(_ value: Int) -> Data { Data([0, 8, 16].map { UInt8((value - 1) >> $0 & 255) }) }
    let body =
      Data("WEBP".utf8) + chunk("VP8X", Data([0x20, 0, 0, 0]) + side(size.width) + side(size.height))
      + chunk("ICCP", Data(profile)) + file.dropFirst(12)
    return Data("RIFF".utf8) + Data([0, 8, 16, 24].map { UInt8(body.count >> $0 & 255) }) + body
  }
}
