import Foundation
import Testing

@testable import OpenMarketImages

@Suite("Colour profiles")
struct ColorProfileTests {
  let decoder = SystemImageDecoder()

  /// A file without a profile, and the same with one.
  struct Pair: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var plain: Data
    var tagged: Data
  }

  static let colors = Picture.colors
  static let size = PixelSize(width: colors.width, height: colors.height)
  static let faint = Picture(width: colors.width, height: colors.height) { x, y in
    var pixel = colors[x, y]
    pixel.w = UInt8(min(255, 40 + 4 * x))
    return pixel
  }

  static func pairs(_ profile: [UInt8]) -> [Pair] {
    let jpeg = JPEGSample.make(colors, quality: 95)
    let progressive = JPEGSample.make(colors, quality: 95, isProgressive: true)
    let webP = WebPSample.make(colors)
    var pairs = [
      Pair(testDescription: "JPEG", plain: jpeg, tagged: JPEGSample.tagged(jpeg, profile)),
      Pair(
        testDescription: "progressive JPEG, in 9 pieces", plain: progressive,
        tagged: JPEGSample.tagged(progressive, profile, pieceLength: profile.count / 8)),
    ]
    for (name, picture) in [("PNG", colors), ("PNG with alpha", faint)] {
      let sample = PNGSample(picture)
      pairs.append(Pair(testDescription: name, plain: sample.data(), tagged: sample.tagged(profile).data()))
    }
    if WebPSample.canBeMade {
      pairs.append(
        Pair(testDescription: "WebP", plain: webP, tagged: WebPSample.tagged(webP, profile, size: size)))
    }
    return pairs
  }

  @Test(
    "Display P3 becomes sRGB, in every format and at every size", arguments: pairs(ICCSample.displayP3),
    [ImageTarget.original, .pixels(30), .pixels(12, mode: .crop)])
  func displayP3(_ pair: Pair, target: ImageTarget) throws {
    let plain = try decoder.decode(pair.plain, target: target)
    let image = try decoder.decode(pair.tagged, target: target)
    #expect(image.size == plain.size && image.format == plain.format)
    // Of faint colours few bits are left.
    let isFaint = image.format == .rgba8888Premultiplied
    let difference = Picture(straight: image).difference(Picture(straight: plain).fromDisplayP3)
    #expect(difference.mean < (isFaint ? 1 : 0.6) && difference.largest <= (isFaint ? 9 : 3), "\(difference)")
    #expect(image.bytes != plain.bytes)
  }

  @Test("Several sizes of one reading are all converted, also after the profile was seen before")
  func severalSizes() throws {
    let pair = try #require(Self.pairs(ICCSample.displayP3).first)
    for _ in 0..<2 {
      let targets: [ImageTarget] = [.pixels(40), .pixels(10)]
      let images = try decoder.decode(pair.tagged, targets: targets)
      for (image, plain) in zip(images, try decoder.decode(pair.plain, targets: targets)) {
        #expect(Picture(image).difference(Picture(plain).fromDisplayP3).largest <= 3)
      }
    }
  }

  @Test("sRGB is known by its numbers, and not by its name")
  func knownByNumbers() throws {
    func isSRGB(_ bytes: [UInt8]) throws -> Bool { try #require(ICCProfile(Data(bytes))).isSRGB }
    let name = [("desc", Array("text".utf8) + [0, 0, 0, 0] + Array("sRGB IEC61966-2.1\0".utf8))]
    #expect(try isSRGB(ICCSample.sRGB))
    #expect(try isSRGB(ICCSample.sRGB + [1, 2, 3]))
    #expect(try isSRGB(ICCSample.grey(ICCSample.curve)))
    #expect(try !isSRGB(ICCSample.displayP3))
    #expect(try !isSRGB(ICCSample.rgb(ICCSample.p3Primaries, elements: name)))
    #expect(try !isSRGB(ICCSample.rgb(ICCSample.sRGBPrimaries, curve: ICCSample.gamma(1), elements: name)))
    #expect(try !isSRGB(ICCSample.rgb(ICCSample.sRGBPrimaries, elements: [("A2B0", [0])])))
    #expect(try !isSRGB(ICCSample.grey(ICCSample.gamma(2.2))))
    // No number at all.
    #expect(try !isSRGB(ICCSample.grey(ICCSample.formula([0.5, 1, -2, 1, 0]))))
  }

  @Test("Threads that decode files with many profiles do not disturb one another")
  func threads() async throws {
    let jpeg = JPEGSample.make(Self.colors, quality: 95)
    let files = (0..<8).map { index in
      JPEGSample.tagged(
        jpeg, ICCSample.rgb(ICCSample.p3Primaries, curve: ICCSample.gamma(1.5 + 0.1 * Double(index))))
    }
    let wanted = try files.map { try decoder.decode($0, target: .pixels(30)) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          for (file, image) in zip(files, wanted) {
            let again = try SystemImageDecoder().decode(file, target: .pixels(30))
            #expect(again == image)
          }
        }
      }
      try await group.waitForAll()
    }
  }
}

#if os(Linux)
  /// What ImageIO does not write, or reads in its own way.
  extension ColorProfileTests {
    @Test(
      "Files in sRGB are decoded as if they had no profile",
      arguments: pairs(ICCSample.sRGB)
        + pairs(
          ICCSample.rgb(ICCSample.sRGBPrimaries, curve: ICCSample.samples(1024, ICCSample.light))))
    func sRGB(_ pair: Pair) throws {
      #expect(
        try decoder.decode(pair.tagged, target: .original) == decoder.decode(pair.plain, target: .original))
    }

    @Test("A profile that is longer than the limit counts as absent", arguments: pairs(ICCSample.displayP3))
    func limit(_ pair: Pair) throws {
      var options = DecodingOptions()
      options.profileBytes = ICCSample.displayP3.count - 1
      #expect(
        try decoder.decode(pair.tagged, target: .original, options: options)
          == decoder.decode(pair.plain, target: .original))
      options.profileBytes += 1
      #expect(
        try decoder.decode(pair.tagged, target: .original, options: options)
          != decoder.decode(pair.plain, target: .original))
    }

    static let greyFiles: [Pair] = {
      let jpeg = JPEGSample.make(colors, colors: .grey, quality: 95)
      let profile = ICCSample.grey(ICCSample.gamma(1))
      let greys = [PNGSample.ColorType.grey, .greyAlpha].map { color in
        PNGSample(width: colors.width, height: colors.height, color: color) { x, y, channel in
          channel == 0 ? Int(colors[x, y].y) : 128
        }
      }
      return [Pair(testDescription: "JPEG", plain: jpeg, tagged: JPEGSample.tagged(jpeg, profile))]
        + greys.map { sample in
          Pair(
            testDescription: "PNG, \(sample.color)", plain: sample.data(),
            tagged: sample.tagged(profile).data())
        }
    }()

    @Test("A profile of grey is for grey pixels", arguments: greyFiles)
    func grey(_ pair: Pair) throws {
      let plain = Picture(straight: try decoder.decode(pair.plain, target: .original))
      let image = Picture(straight: try decoder.decode(pair.tagged, target: .original))
      let wanted = Picture(width: plain.width, height: plain.height) { x, y in
        let number = UInt8((255 * ICCSample.number(Double(plain[x, y].x) / 255)).rounded())
        return SIMD4(number, number, number, plain[x, y].w)
      }
      #expect(image.difference(wanted).largest <= 2)
    }

    @Test("Grey pixels may be those of a profile for colours")
    func greyByColors() throws {
      let jpeg = JPEGSample.make(Self.colors, colors: .grey, quality: 95)
      let linear = ICCSample.rgb(ICCSample.sRGBPrimaries, curve: ICCSample.gamma(1))
      let image = try decoder.decode(JPEGSample.tagged(jpeg, linear), target: .original)
      let grey = try decoder.decode(
        JPEGSample.tagged(jpeg, ICCSample.grey(ICCSample.gamma(1))), target: .original)
      #expect(Picture(image).difference(Picture(grey)).largest <= 1)
    }

    @Test(
      "Ink is converted by its profile", arguments: [JPEGSample.Colors.cmyk, .ycck],
      [
        [255, 255, 255, 255], [0, 255, 255, 255], [255, 0, 255, 255], [255, 255, 0, 255], [255, 255, 255, 0],
      ])
    func ink(stored: JPEGSample.Colors, light: [UInt8]) throws {
      let lab: ([Double]) -> [UInt8] = { ink in
        let rest = 1 - 0.9 * ink[3]
        return [
          UInt8(255 * rest * (1 - 0.4 * ink[0]) * (1 - 0.5 * ink[1]) * (1 - 0.1 * ink[2])),
          UInt8(128 + rest * (60 * ink[1] - 30 * ink[0])), UInt8(128 + rest * (70 * ink[2] - 40 * ink[0])),
        ]
      }
      let profile = ICCSample.table("CMYK", inputs: 4, grid: 2, lab)
      let file = JPEGSample.tagged(JPEGSample.make(light: light, colors: stored), profile)
      for target in [ImageTarget.original, .pixels(4)] {
        let image = Picture(try decoder.decode(file, target: target))
        let wanted = ICCSample.color(lab: lab(light.map { 1 - Double($0) / 255 }))
        #expect(
          image.difference(Picture(width: image.width, height: image.height) { _, _ in wanted }).largest <= 4)
      }
    }
  }
#endif

extension Picture {
  /// The pixels of an image, their colours not multiplied by alpha.
  init(straight image: DecodedImage) {
    let step = image.format.bytesPerPixel
    let bytes = step == 4 ? image.straightBytes : image.bytes
    self.init(width: image.width, height: image.height) { x, y in
      let at = y * image.bytesPerRow + x * step
      return SIMD4(bytes[at], bytes[at + 1], bytes[at + 2], step == 4 ? bytes[at + 3] : 255)
    }
  }
}
