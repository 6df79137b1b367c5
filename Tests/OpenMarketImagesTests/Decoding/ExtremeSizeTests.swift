import Foundation
import Testing

@testable import OpenMarketImages

/// Pictures that are extremely wide or tall, above the limits and below.
@Suite("Extreme sizes")
struct ExtremeSizeTests {
  let decoder = SystemImageDecoder()

  struct Row: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var file: Data

    init(_ name: String, _ file: Data) { (testDescription, self.file) = (name, file) }
  }

  /// With much time: a sanitizer's build takes ten times as long.
  private static let patient: DecodingOptions = {
    var options = DecodingOptions()
    options.duration = .seconds(3_600)
    return options
  }()

  static let targets: [ImageTarget] = [.pixels(30), .pixels(300, mode: .crop), .original]

  static let aboveLimits: [Row] = {
    let jpeg = JPEGSample.make(Picture.photo(width: 16, height: 16))
    let progressive = JPEGSample.make(Picture.photo(width: 16, height: 16), isProgressive: true)
    var rows: [Row] = []
    for (width, height) in [(49_000_000, 1), (1, 49_000_000), (65_536, 700), (700, 65_536)] {
      for (name, depth, color, isInterlaced) in [
        ("RGBA of 16 bits", 16, PNGSample.ColorType.rgba, false), ("grey", 8, .grey, false),
        ("palette", 8, .palette, false), ("interlaced RGBA", 8, .rgba, true),
      ] {
        let file = ExtremeSample.png(
          width: width, height: height, depth: depth, color: color, isInterlaced: isInterlaced)
        rows.append(Row("PNG \(width)×\(height), \(name)", file))
      }
    }
    rows += [
      Row("GIF screen of 65,535²", ExtremeSample.gif(screen: (65_535, 65_535), frame: (4, 4))),
      Row("GIF frame of 65,535²", ExtremeSample.gif(screen: (4, 4), frame: (65_535, 65_535))),
      Row("WebP 16,383²", ExtremeSample.webP(width: 16_383, height: 16_383)),
      Row("WebP canvas 2²⁴×1", ExtremeSample.webP(canvas: (1 << 24, 1), frame: (16, 1))),
      Row("WebP canvas 1×2²⁴", ExtremeSample.webP(canvas: (1, 1 << 24), frame: (1, 16))),
      Row("JPEG 65,500²", JPEGSample.claiming(width: 65_500, height: 65_500, jpeg)),
      Row("progressive JPEG 65,500²", JPEGSample.claiming(width: 65_500, height: 65_500, progressive)),
      Row("progressive JPEG 65,500×1,200", JPEGSample.claiming(width: 65_500, height: 1_200, progressive)),
    ]
    return rows
  }()

  /// Within the limits for photos of the user.
  static let aboveMemory = [
    Row(
      "PNG 65,535×300, interlaced RGBA",
      ExtremeSample.png(width: 65_535, height: 300, color: .rgba, isInterlaced: true, inflated: 1 << 20)),
    Row(
      "progressive JPEG 65,500×760",
      JPEGSample.claiming(
        width: 65_500, height: 760,
        JPEGSample.make(Picture.photo(width: 16, height: 16), isProgressive: true))),
  ]

  #if os(Linux)
    @Test("A picture whose codec needs too much memory is refused", arguments: aboveMemory)
    func memoryLimit(_ row: Row) {
      for target in Self.targets {
        #expect(code { try decoder.decode(row.file, target: target) } == .tooLarge)
      }
    }
  #endif

  @Test("A picture above the limits is refused, whatever is wanted of it", arguments: aboveLimits)
  func refused(_ row: Row) {
    for target in Self.targets {
      #expect(code { try decoder.decode(row.file, target: target) } == .tooLarge)
    }
    #expect(code { try UploadPreparation().prepared(row.file) } == .tooLarge)
  }

  #if os(Linux)
    @Test("What is refused, or has no row, took no memory")
    func memory() async {
      await #expect(processExitsWith: .success) {
        var rows = Self.aboveLimits
        for isInterlaced in [false, true] {
          let file = ExtremeSample.gif(screen: (4, 4), frame: (65_535, 762), isInterlaced: isInterlaced)
          rows.append(Row("GIF frame of 65,535×762", file))
        }
        let before = try residentPeak()
        for row in rows + Self.aboveMemory {
          for target in Self.targets {
            #expect(throws: ImageError.self) { try SystemImageDecoder().decode(row.file, target: target) }
          }
        }
        for row in rows { #expect(throws: ImageError.self) { try UploadPreparation().prepared(row.file) } }
        #expect(try residentPeak() - before < 30_000_000)
      }
    }
  #endif

  @Test("A side may be as long as the limit says, and no longer")
  func side() {
    let picture = Picture(width: 96, height: 4) { x, _ in GIFSample.cube[x] }
    for upright in [picture, picture.stored(as: .right)] {
      for file in [JPEGSample.make(upright), PNGSample(upright).data(), GIFSample(upright).data()] {
        for (side, expected) in [(96, nil), (95, ImageError.Code.tooLarge)] {
          var options = DecodingOptions()
          options.side = side
          #expect(code { try decoder.decode(file, target: .pixels(30), options: options) } == expected)
        }
      }
    }
  }

  static let panoramas: [Row] = {
    let wide = Picture(width: 65_500, height: 8) { x, _ in GIFSample.cube[x * 20 / 65_500 * 10] }
    let tall = wide.stored(as: .right)
    return [wide, tall].flatMap { picture in
      [
        Row("JPEG \(picture.width)×\(picture.height)", JPEGSample.make(picture)),
        Row("PNG \(picture.width)×\(picture.height)", PNGSample(picture).data()),
        Row("GIF \(picture.width)×\(picture.height)", GIFSample(picture).data()),
      ]
    }
  }()

  @Test("A long picture below the limits is decoded at every size", arguments: panoramas)
  func panorama(_ row: Row) throws {
    let images = try decoder.decode(row.file, targets: [.pixels(600), .original], options: Self.patient)
    #expect(max(images[0].width, images[0].height) == 600 && min(images[0].width, images[0].height) == 1)
    for image in images {
      #expect(max(image.sourceSize.width, image.sourceSize.height) == 65_500 && !image.isPartial)
      let displayed = Picture(image)
      let isWide = image.width > image.height
      for band in 0..<20 {
        let at = max(image.width, image.height) * (2 * band + 1) / 40
        let pixel = isWide ? displayed[at, 0] : displayed[0, image.height - 1 - at]
        let expected = GIFSample.cube[10 * band]
        let difference = SIMD4<Int>(truncatingIfNeeded: pixel) &- SIMD4<Int>(truncatingIfNeeded: expected)
        #expect((difference &* difference).wrappedSum() < 300, "\(band): \(pixel)")
      }
    }
    let crop = try decoder.decode(row.file, target: .pixels(8, mode: .crop), options: Self.patient)
    #expect(crop.size == PixelSize(width: 8, height: 8))
  }

  #if os(Linux)
    @Test("A long picture is decoded within the limit of memory, its own pixels apart")
    func panoramaMemory() async {
      await #expect(processExitsWith: .success) {
        let jpeg = JPEGSample.make(Picture.photo(width: 16, height: 16))
        let files = [
          ExtremeSample.png(width: 65_535, height: 16, depth: 16, color: .rgba),
          ExtremeSample.png(width: 65_535, height: 16, color: .rgba, isInterlaced: true),
          ExtremeSample.png(width: 16, height: 65_535, depth: 16, color: .rgba),
          JPEGSample.claiming(width: 65_500, height: 16, jpeg),
        ]
        let before = try residentPeak()
        for file in files { _ = try SystemImageDecoder().decode(file, targets: [.pixels(600), .original]) }
        #expect(try residentPeak() - before < DecodingOptions().codecMemory)
      }
    }

    @Test("Rows and tables count against the limit of memory before they are made")
    func rowsAreCounted() {
      let wide = Picture(width: 20_000, height: 2) { x, _ in GIFSample.cube[x % 216] }
      var files = [
        JPEGSample.make(wide), JPEGSample.make(wide, colors: .cmyk), PNGSample(wide).data(),
        ExtremeSample.png(width: 20_000, height: 2, depth: 16, color: .rgba), GIFSample(wide).data(),
      ]
      if SystemImageDecoder.supports(.webP) {
        files.append(ExtremeSample.webP(canvas: (20_000, 16), frame: (16, 16)))
      }
      var options = Self.patient
      for target in [ImageTarget.pixels(30), .original] {
        for file in files {
          options.codecMemory = 50_000
          #expect(code { try decoder.decode(file, target: target, options: options) } == .tooLarge)
          options.codecMemory = 20_000_000
          #expect(code { try decoder.decode(file, target: target, options: options) } != .tooLarge)
        }
      }
    }
  #endif
}
