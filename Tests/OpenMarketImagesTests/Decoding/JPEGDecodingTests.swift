import Foundation
import OpenMarketTestSupport
import Testing

@testable import OpenMarketImages

@Suite("JPEG")
struct JPEGDecodingTests {
  let decoder = SystemImageDecoder()
  static let photo = Picture.photo(width: 103, height: 75)
  static let large = Picture.photo(width: 240, height: 176)
  static let baseline = JPEGSample.make(large)
  static let progressive = JPEGSample.make(large, isProgressive: true)

  struct Kind: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var file: Data
    var isGrey = false
  }

  static let kinds: [Kind] = {
    var kinds = [
      Kind(testDescription: "grey", file: JPEGSample.make(photo, colors: .grey), isGrey: true),
      Kind(testDescription: "4:2:0", file: JPEGSample.make(photo)),
      Kind(testDescription: "4:4:4", file: JPEGSample.make(photo, fullChroma: true)),
      Kind(testDescription: "progressive", file: JPEGSample.make(photo, isProgressive: true)),
    ]
    #if os(Linux)
      // ImageIO does not write these.
      kinds += [
        Kind(testDescription: "RGB", file: JPEGSample.make(photo, colors: .rgb)),
        Kind(testDescription: "CMYK", file: JPEGSample.make(photo, colors: .cmyk, quality: 95)),
        Kind(testDescription: "YCCK", file: JPEGSample.make(photo, colors: .ycck, quality: 95)),
        Kind(testDescription: "arithmetic", file: JPEGSample.make(photo, isArithmetic: true)),
        Kind(testDescription: "restart markers", file: JPEGSample.make(photo, restartRows: 1)),
      ]
    #endif
    return kinds
  }()

  @Test("Every kind of JPEG shows the picture it was made from", arguments: kinds)
  func showsPicture(_ kind: Kind) throws {
    let image = try decoder.decode(kind.file, target: .original)
    #expect(image.size == PixelSize(width: 103, height: 75))
    #expect(image.format == .rgb888 && !image.isPartial && !image.isAnimated)
    var expected = Self.photo
    if kind.isGrey { expected.pixels = expected.pixels.map { SIMD4($0.y, $0.y, $0.y, 255) } }
    #expect(Picture(image).psnr(expected) > 29)
  }

  @Test(
    "A reduced picture is as good as a full decode and a filter by the definition",
    arguments: [(15, 46.0, 40.0), (30, 46, 40), (58, 46, 40), (81, 46, 40)])
  func quality(side: Int, good: Double, fast: Double) throws {
    let file = Self.baseline
    let full = Picture(try decoder.decode(file, target: .original))
    for (quality, least) in [(ImageTarget.Quality.good, good), (.fast, fast)] {
      let image = try decoder.decode(
        file, target: ImageTarget(.box(PixelSize(width: side, height: side), .fit), quality: quality))
      let expected = full.lanczos(width: image.width, height: image.height)
      #expect(image.width == side)
      #expect(Picture(image).psnr(expected) > least, "\(quality) at \(side)")
    }
  }

  @Test(
    "A progressive file without the scans that are not needed looks like the whole of it",
    arguments: [(14, 44.0), (30, 44), (58, 43), (110, 43)])
  func progressiveQuality(side: Int, least: Double) throws {
    let file = Self.progressive
    let full = Picture(try decoder.decode(file, target: .original))
    let image = try decoder.decode(file, target: .pixels(side))
    #expect(Picture(image).psnr(full.lanczos(width: image.width, height: image.height)) > least)
    #expect(!image.isPartial)
  }

  #if os(Linux)
    @Test("Of a progressive file, the sufficient beginning gives the same pixels", arguments: [14, 28])
    func sufficientLength(side: Int) throws {
      let file = Self.progressive
      let target = ImageTarget.pixels(side)
      let length = try #require(decoder.sufficientLength(of: file, for: [target]))
      #expect(length < file.count * 7 / 10)
      #expect(decoder.sufficientLength(of: file.prefix(length - 1), for: [target]) == nil)
      let image = try decoder.decode(file.prefix(length), target: target)
      #expect(try decoder.decode(file, target: target) == image)
      #expect(!image.isPartial)
    }
  #endif

  @Test("No beginning suffices for the full size, nor of a baseline file")
  func noSufficientLength() {
    let photo = Picture.photo(width: 64, height: 64)
    let progressive = JPEGSample.make(photo, isProgressive: true)
    #expect(decoder.sufficientLength(of: progressive.dropLast(2), for: [.original]) == nil)
    #expect(decoder.sufficientLength(of: JPEGSample.make(photo), for: [.pixels(4)]) == nil)
  }

  #if os(Linux)
    @Test(
      "Colours stored at any size land where they belong",
      arguments: [(1, 1), (2, 1), (1, 2), (2, 2), (4, 1), (1, 4)], [false, true])
    func colorSampling(luma: (Int, Int), isProgressive: Bool) throws {
      // Smooth, so that the colours are not lost when they are stored, with odd sides.
      let photo = Picture(width: 251, height: 187) { x, y in
        func wave(_ phase: Double) -> UInt8 { UInt8(128 + 90 * sin(Double(x) / 17 + Double(y) / 23 + phase)) }
        return SIMD4(wave(0), wave(2), wave(4), 255)
      }
      let file = JPEGSample.make(photo, quality: 98, isProgressive: isProgressive, lumaSampling: luma)
      for quality in [ImageTarget.Quality.good, .fast] {
        for side in [251, 120, 60, 31, 16] {
          let image = try decoder.decode(
            file, target: ImageTarget(.box(PixelSize(width: side, height: side), .fit), quality: quality))
          // Half a pixel off would cost 15 dB. Colours at a quarter of the size are coarse by themselves.
          let isCoarse = luma.0 == 4 || luma.1 == 4
          let least = quality == .good ? (isCoarse ? 34.0 : 40) : (isCoarse ? 27 : 36)
          #expect(
            Picture(image).psnr(photo.lanczos(width: image.width, height: image.height)) > least,
            "\(quality) at \(side)")
        }
      }
    }
  #endif

  #if os(Linux)
    @Test("A file is read across the joints where scans were left out")
    func joints() throws {
      // Scans are dropped in the middle, so libjpeg reads over several joints.
      let file = JPEGSample.make(Picture.photo(width: 331, height: 217), isProgressive: true, restartRows: 2)
      let header = try JPEGHeader(file.span)
      let filter = JPEGScanFilter(
        file.span, header: header, scale: .quarter, quality: .good, maximumScans: 100)
      #expect(filter.pieces.count > 1)
      #expect(filter.pieces.map(\.count).reduce(0, +) < file.count * 6 / 10)
      #expect(try !decoder.decode(file, target: .pixels(40)).isPartial)
    }
  #endif

  @Test("Several sizes come from one reading of the file")
  func severalTargets() throws {
    let file = Self.baseline
    let polls = Counter()
    let options = DecodingOptions(isCancelled: {
      polls.increment(); return false
    })
    let alone = try decoder.decode(file, targets: [.pixels(110)], options: options)
    let onePass = polls.count
    let images = try decoder.decode(
      file, targets: [.pixels(110), .pixels(24), .pixels(36, mode: .crop)], options: options)
    // Three readings would be three times as many.
    #expect(polls.count - onePass < 2 * onePass)
    #expect(images.map(\.width) == [110, 24, 36])
    #expect(images[0] == alone[0])
    let full = Picture(try decoder.decode(file, target: .original))
    #expect(Picture(images[1]).psnr(full.lanczos(width: 24, height: images[1].height)) > 55)
  }

  @Test("The orientation of EXIF data is applied, whatever its byte order", arguments: 0...9, [true, false])
  func orientation(value: Int, isBigEndian: Bool) throws {
    let orientation = ImageOrientation(rawValue: value) ?? .up
    let upright = Picture.photo(width: 60, height: 40)
    let stored = JPEGSample.make(upright.stored(as: orientation), quality: 95, fullChroma: true)
    let exif = JPEGSample.exif(orientation: value, isBigEndian: isBigEndian)
    let file = JPEGSample.inserting(0xE1, exif, into: stored)
    #expect(try decoder.inspect(file).size == PixelSize(width: 60, height: 40))
    let image = try decoder.decode(file, target: .original)
    #expect(image.sourceSize == PixelSize(width: 60, height: 40))
    #expect(Picture(image).psnr(upright) > 34)
    // A box that is not square is meant upright.
    let fitted = try decoder.decode(file, target: .pixels(30, by: 30))
    #expect(fitted.size == PixelSize(width: 30, height: 20))
    #expect(Picture(fitted).psnr(upright.lanczos(width: 30, height: 20)) > 34)
  }

  @Test("An orientation that only XMP has is not applied, also not by ImageIO, which reads it")
  func orientationInXMP() throws {
    let upright = Picture.photo(width: 60, height: 40)
    let packet = """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
      <rdf:Description xmlns:tiff="http://ns.adobe.com/tiff/1.0/" tiff:Orientation="6"/></rdf:RDF></x:xmpmeta>
      """
    let file = JPEGSample.inserting(
      0xE1, Data("http://ns.adobe.com/xap/1.0/\0\(packet)".utf8),
      into: JPEGSample.make(upright, quality: 95, fullChroma: true))
    let image = try decoder.decode(file, target: .original)
    #expect(image.size == PixelSize(width: 60, height: 40))
    #expect(Picture(image).psnr(upright) > 34)
  }

  @Test(
    "A line of pixels stays one",
    arguments: [(1, 1, 1, 1), (640, 1, 300, 1), (1, 480, 1, 300), (3, 2, 3, 2), (17, 9, 17, 9)])
  func lines(width: Int, height: Int, newWidth: Int, newHeight: Int) throws {
    for isProgressive in [false, true] {
      let picture = Picture.photo(width: width, height: height)
      let file = JPEGSample.make(picture, quality: 95, isProgressive: isProgressive, fullChroma: true)
      let image = try decoder.decode(file, target: .pixels(300))
      #expect(image.size == PixelSize(width: newWidth, height: newHeight))
      let full = Picture(try decoder.decode(file, target: .original))
      #expect(Picture(image).psnr(full.lanczos(width: newWidth, height: newHeight)) > 30)
    }
  }

  #if os(Linux)
    @Test("Bytes before a restart marker are pixels that were not understood")
    func bytesBeforeRestart() throws {
      let file = [UInt8](JPEGSample.make(Picture.photo(width: 96, height: 64), restartRows: 1))
      let scan = JPEGSample.start(of: [0xDA], in: file)
      let restart = try #require(
        file.indices.last { $0 > scan && file[$0] == 0xFF && 0xD0...0xD7 ~= file[$0 + 1] })
      let damaged = Data(file[..<restart] + [UInt8](repeating: 0xA5, count: 40) + file[restart...])
      #expect(try !decoder.decode(Data(file), target: .original).isPartial)
      #expect(try decoder.decode(damaged, target: .original).isPartial)
    }

    @Test("CMYK counts light also without Adobe's marker, as in browsers")
    func inkWithoutMarker() throws {
      let file = [UInt8](JPEGSample.make(Picture.photo(width: 64, height: 48), colors: .cmyk, quality: 95))
      let adobe = try #require(JPEGSample.segments(file).first { $0.marker == 0xEE }).start
      let plain = Data(file[..<adobe] + file[(adobe + 16)...])
      #expect(
        try decoder.decode(plain, target: .original) == decoder.decode(Data(file), target: .original))
    }
  #endif

  #if os(Linux)
    @Test(
      "What cancels is asked between rows, and while a progressive file is read", arguments: [false, true])
    func cancellation(isProgressive: Bool) throws {
      let file = isProgressive ? Self.progressive : Self.baseline
      let polls = Counter()
      _ = try decoder.decode(
        file, target: .original,
        options: DecodingOptions(isCancelled: {
          polls.increment(); return false
        }))
      #expect(polls.count >= 176 / 16)
      for last in [1, 2, polls.count / 2] {
        let count = Counter()
        let options = DecodingOptions(isCancelled: { count.increment() >= last })
        #expect(code { try decoder.decode(file, target: .original, options: options) } == .cancelled)
        #expect(count.count == last)
      }
    }
  #endif

  @Test("Decoding ends when its time is over")
  func deadline() {
    var options = DecodingOptions()
    options.duration = .zero
    let file = JPEGSample.make(Self.photo)
    #expect(code { try decoder.decode(file, target: .original, options: options) } == .timedOut)
  }
}
