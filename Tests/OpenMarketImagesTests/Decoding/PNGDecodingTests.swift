import Foundation
import Testing

@testable import OpenMarketImages

@Suite("PNG")
struct PNGDecodingTests {
  let decoder = SystemImageDecoder()

  struct Kind: CustomTestStringConvertible, Sendable {
    var color: PNGSample.ColorType
    var depth: Int
    var isInterlaced: Bool
    var hasTransparency: Bool
    var testDescription: String {
      "\(color) of \(depth) bits\(isInterlaced ? ", interlaced" : "")\(hasTransparency ? ", tRNS" : "")"
    }
  }

  static let kinds = [
    (PNGSample.ColorType.grey, [1, 2, 4, 8, 16]), (.rgb, [8, 16]), (.palette, [1, 2, 4, 8]),
    (.greyAlpha, [8, 16]),
    (.rgba, [8, 16]),
  ].flatMap { color, depths in
    depths.flatMap { depth in
      [false, true].flatMap { isInterlaced in
        [false, true].filter { !$0 || color.rawValue < 4 }.map {
          Kind(color: color, depth: depth, isInterlaced: isInterlaced, hasTransparency: $0)
        }
      }
    }
  }

  @Test("Every colour type and depth is decoded to the exact pixels", arguments: kinds)
  func exactPixels(_ kind: Kind) throws {
    let (width, height) = (37, 23)
    let most = (1 << kind.depth) - 1
    func sample(_ x: Int, _ y: Int, _ channel: Int) -> Int {
      (x * 7 + y * 13 + channel * 29) * (kind.depth == 16 ? 257 : 1) & most
    }
    var png = PNGSample(
      width: width, height: height, depth: kind.depth, color: kind.color, isInterlaced: kind.isInterlaced,
      sample: sample)
    func entry(_ index: Int) -> SIMD4<UInt8> {
      SIMD4(
        UInt8(index * 3 & 255), UInt8(255 - index & 255), UInt8(index * 31 & 255),
        kind.hasTransparency && index == 1 ? 0 : 255)
    }
    if kind.color == .palette {
      png.chunks.append(("PLTE", (0...most).flatMap { [entry($0).x, entry($0).y, entry($0).z] }))
    }
    if kind.hasTransparency {
      // The transparent grey, colour, or the alpha of the first two entries.
      let key = (0..<kind.color.samples).map { sample(1, 0, $0) }
      png.chunks.append(
        ("tRNS", kind.color == .palette ? [255, 0] : key.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }))
    }
    func byte(_ value: Int) -> UInt8 { UInt8((Double(value) * 255 / Double(most)).rounded()) }
    let expected = Picture(width: width, height: height) { x, y in
      let values = (0..<kind.color.samples).map { sample(x, y, $0) }
      let isKey = kind.hasTransparency && values == (0..<kind.color.samples).map { sample(1, 0, $0) }
      switch kind.color {
      case .palette: return entry(values[0])
      case .grey: return SIMD4(byte(values[0]), byte(values[0]), byte(values[0]), isKey ? 0 : 255)
      case .rgb: return SIMD4(byte(values[0]), byte(values[1]), byte(values[2]), isKey ? 0 : 255)
      case .greyAlpha: return SIMD4(byte(values[0]), byte(values[0]), byte(values[0]), byte(values[1]))
      case .rgba: return SIMD4(byte(values[0]), byte(values[1]), byte(values[2]), byte(values[3]))
      }
    }
    let image = try decoder.decode(png.data(), target: .original)
    #expect(Picture(image) == expected.premultiplied)
    #expect((image.format == .rgb888) == expected.isOpaque)
    #expect(try decoder.inspect(png.data()).isProgressive == kind.isInterlaced)
  }

  @Test(
    "A reduced picture is a filter by the definition, and transparent pixels have no colour",
    arguments: [false, true])
  func quality(isTransparent: Bool) throws {
    var photo = Picture.photo(width: 100, height: 60, isTransparent: isTransparent)
    photo.pixels = photo.pixels.map { $0.w == 0 ? SIMD4(255, 0, 255, 0) : $0 }
    let file = PNGSample(photo).data()
    let image = try decoder.decode(file, target: .pixels(35))
    #expect(image.size == PixelSize(width: 35, height: 21))
    #expect(image.format == (isTransparent ? .rgba8888Premultiplied : .rgb888))
    #expect(Picture(image).psnr(photo.lanczos(width: 35, height: 21)) > 58)
  }

  @Test("An alpha channel without transparent parts is dropped")
  func opaqueAlpha() throws {
    let photo = Picture.photo(width: 31, height: 20)
    let file = PNGSample(width: 31, height: 20, color: .rgba) { x, y, channel in Int(photo[x, y][channel]) }
      .data()
    #expect(try decoder.inspect(file).hasAlpha)
    #expect(try decoder.decode(file, target: .original).format == .rgb888)
  }

  #if os(Linux)
    @Test("Chunks that inflate to 80 MB are skipped")
    func bigChunks() async {
      // In a process of its own, whose memory is known.
      await #expect(processExitsWith: .success) {
        let photo = Picture.photo(width: 8, height: 8)
        let bomb = Deflate.bomb(65, count: 80_000_000)
        var files: [Data] = []
        for (name, head) in [("zTXt", "k\0\0"), ("iCCP", "k\0\0"), ("iTXt", "k\0\0\0\0")] {
          var png = PNGSample(photo)
          png.chunks = [(name, Array(head.utf8) + bomb)]
          files.append(png.data())
        }
        let before = try residentPeak()
        for file in files {
          #expect(Picture(try SystemImageDecoder().decode(file, target: .original)) == photo)
        }
        #expect(try residentPeak() - before < 10_000_000)
      }
    }
  #endif

  @Test("The first frame of an animated PNG is displayed")
  func animated() throws {
    let photo = Picture.photo(width: 20, height: 10)
    var png = PNGSample(photo)
    png.chunks = [("acTL", [0, 0, 0, 3, 0, 0, 0, 0])]
    let image = try decoder.decode(png.data(), target: .original)
    #expect(image.isAnimated)
    #expect(Picture(image) == photo)
  }

  @Test("The orientation in the chunk eXIf is applied")
  func orientation() throws {
    let upright = Picture.photo(width: 20, height: 10)
    var png = PNGSample(upright.stored(as: .right))
    png.chunks = [("eXIf", [UInt8](JPEGSample.exif(orientation: 6, isBigEndian: true).dropFirst(6)))]
    #expect(Picture(try decoder.decode(png.data(), target: .original)) == upright)
  }

  @Test("What was decoded before the bytes end, or a checksum is wrong, is a partial image")
  func partial() throws {
    let photo = Picture.photo(width: 40, height: 600)
    let whole = PNGSample(photo).data()
    var wrong = whole
    wrong[whole.count - 1000] ^= 0xFF
    for file in [whole.prefix(whole.count / 2), wrong] {
      let image = try decoder.decode(file, target: .original)
      #expect(image.isPartial)
      let rows = 250 * photo.width
      #expect(Picture(image).pixels.prefix(rows) == photo.pixels.prefix(rows))
      let strict = DecodingOptions.strict
      #expect(code { try decoder.decode(file, target: .original, options: strict) } == .truncated)
    }
  }

  #if os(Linux)
    @Test("Of a small file that breaks off the rows that came are displayed, but for the last")
    func partialRows() throws {
      let photo = Picture.photo(width: 20, height: 20)
      let whole = PNGSample(photo).data()
      for rows in 2..<20 {
        // 41 bytes before those of zlib, which has a header of 7; 61 make a row.
        let image = try decoder.decode(whole.prefix(48 + 61 * rows), target: .original)
        #expect(image.isPartial)
        let displayed = 20 * (rows - 1)
        #expect(Picture(image).pixels.prefix(displayed) == photo.pixels.prefix(displayed))
      }
    }
  #endif

  @Test("An interlaced picture that breaks off shows what came")
  func partialInterlaced() throws {
    let photo = Picture.photo(width: 64, height: 64)
    var png = PNGSample(photo)
    png.isInterlaced = true
    let file = png.data()
    let image = try decoder.decode(file.prefix(file.count * 9 / 10), target: .pixels(8))
    #expect(image.isPartial)
    #expect(Picture(image).psnr(photo.lanczos(width: 8, height: 8)) > 15)
  }
}

extension PNGSample {
  /// The picture, with an alpha channel when it has transparent parts.
  init(_ picture: Picture) {
    self.init(width: picture.width, height: picture.height, color: picture.isOpaque ? .rgb : .rgba) {
      x, y, channel in
      Int(picture[x, y][channel])
    }
  }
}

#if os(Linux)
  /// The most memory this process ever held, in bytes.
  func residentPeak() throws -> Int {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM") } ?? ""
    return 1024 * (Int(line.filter(\.isNumber)) ?? 0)
  }
#endif
