import Foundation
import Testing

@testable import OpenMarketImages

/// Files that are not what they should be, each with what must come of it.
@Suite("Malformed files")
struct MalformedInputTests {
  let decoder = SystemImageDecoder()

  enum Outcome: Sendable, Equatable {
    case error(ImageError.Code)
    case image(isPartial: Bool)
  }

  struct Row: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var file: Data
    var outcome: Outcome

    init(_ name: String, _ file: Data, _ outcome: Outcome) {
      testDescription = name
      self.file = file
      self.outcome = outcome
    }
  }

  static let photo = Picture.photo(width: 96, height: 64)
  static let jpeg = JPEGSample.make(photo)
  static let progressive = JPEGSample.make(photo, isProgressive: true)
  static let png = PNGSample(photo).data()
  static let gif = GIFSample(GIFSample.reduced(photo)).data()

  static let noImages: [Row] = [
    Row("empty", Data(), .error(.truncated)),
    Row("one byte", Data([0xFF]), .error(.truncated)),
    Row("SOI alone", Data([0xFF, 0xD8]), .error(.truncated)),
    Row("SOI and a marker", Data([0xFF, 0xD8, 0xFF, 0xE0]), .error(.truncated)),
    Row("JPEG header cut", jpeg.prefix(100), .error(.truncated)),
    Row("PNG signature alone", png.prefix(8), .error(.truncated)),
    Row("PNG header cut", png.prefix(30), .error(.truncated)),
    Row("GIF signature alone", gif.prefix(6), .error(.truncated)),
    Row("GIF colours cut", gif.prefix(300), .error(.truncated)),
    Row("GIF cut before its pixels", gif.prefix(gifData), .error(.truncated)),
    Row("GIF with another block than a picture", changedGIF(at: 13 + 768, to: 0x77), .error(.damaged)),
    Row("GIF without pictures", gif.prefix(13 + 768) + [0x3B], .error(.damaged)),
    Row("GIF of width 0", changedGIF(at: gifData - 6, to: 0), .error(.damaged)),
    Row("GIF with codes of 13 bits", gif.prefix(gifData - 1) + [12, 2, 44, 1, 0, 0x3B], .error(.damaged)),
    Row("GIF with codes of 1 bit", changedGIF(at: gifData - 1, to: 0), .error(.damaged)),
    Row(
      "GIF that begins with a code without meaning", changedGIF(at: gifData + 2, to: 0xFF, count: 2),
      .error(.damaged)),
    Row("HTML", Data("<!DOCTYPE html><html><body>404</body></html>".utf8), .error(.notAnImage)),
    Row("JSON", Data(#"{"error": "not found", "status": 404}"#.utf8), .error(.notAnImage)),
    Row(
      "SVG", Data(#"<svg xmlns="http://www.w3.org/2000/svg" width="10"/>"#.utf8), .error(.unsupportedFormat)),
    Row(
      "BMP", Data("BM".utf8) + Data(count: 12) + Data([40, 0, 0, 0]) + Data(count: 60),
      .error(.unsupportedFormat)),
    Row("TIFF", Data([0x49, 0x49, 0x2A, 0, 8, 0, 0, 0]) + Data(count: 60), .error(.unsupportedFormat)),
    Row(
      "HEIC", Data([0, 0, 0, 24]) + Data("ftypheic".utf8) + Data(count: 60),
      .error(SystemImageDecoder.supports(.heif) ? .damaged : .unsupportedFormat)),
    Row("AVIF", Data([0, 0, 0, 24]) + Data("ftypavif".utf8) + Data(count: 60), .error(.unsupportedFormat)),
    Row("gzip", Data([0x1F, 0x8B, 8, 0]) + Data(count: 60), .error(.notAnImage)),
    Row("JPEG of height 0", JPEGSample.claiming(width: 96, height: 0, jpeg), .error(.damaged)),
    Row("12-bit JPEG", twelveBit, .error(.unsupportedFormat)),
    Row("PNG without IHDR", PNGSample.file([("IDAT", [UInt8](repeating: 0, count: 40))]), .error(.damaged)),
    Row("PNG of width 0", plainPNG(width: 0, height: 8), .error(.damaged)),
    Row("PNG header with a wrong checksum", wrongHeader, .error(.damaged)),
  ]

  static let bombs: [Row] =
    [
      Row("JPEG of 65,500²", JPEGSample.claiming(width: 65_500, height: 65_500, jpeg), .error(.tooLarge)),
      Row(
        "JPEG of 8,000², 2,000 scans",
        JPEGSample.repeatingScans(2_000, width: 8_000, height: 8_000, progressive), .error(.tooLarge)),
      Row(
        "JPEG of 4,000², 2,000 scans",
        JPEGSample.repeatingScans(2_000, width: 4_000, height: 4_000, progressive), .error(.tooLarge)),
      Row("PNG of 65,500²", plainPNG(width: 65_500, height: 65_500), .error(.tooLarge)),
      Row("PNG of 20,000², all in a thousandth", plainPNG(width: 20_000, height: 20_000), .error(.tooLarge)),
      Row(
        "PNG that says it has 5,000 frames",
        PNGSample.file([("IHDR", header(8, 8)), ("acTL", [0, 0, 0x13, 0x88, 0, 0, 0, 0])]), .error(.tooLarge)),
      Row("GIF of 65,500²", largeGIF, .error(.tooLarge)),
      Row("GIF of 5,000 frames", manyFrames, .error(.tooLarge)),
      Row("file of 21 MB", jpeg + Data(count: 21_000_000), .error(.tooLarge)),
    ] + aboveMemory

  #if os(Linux)
    private static let aboveMemory: [Row] = [
      Row(
        "progressive JPEG of 7,000², above the codec's memory",
        JPEGSample.claiming(width: 7_000, height: 7_000, progressive), .error(.tooLarge)),
      Row(
        "interlaced PNG of 7,000²", plainPNG(width: 7_000, height: 7_000, isInterlaced: true),
        .error(.tooLarge)
      ),
    ]
  #else
    // ImageIO has no such limit.
    private static let aboveMemory: [Row] = []
  #endif

  static let images: [Row] = [
    Row("JPEG cut in half", jpeg.prefix(jpeg.count / 2), .image(isPartial: true)),
    Row("JPEG without its end", jpeg.dropLast(2), .image(isPartial: true)),
    Row("progressive JPEG cut in half", progressive.prefix(progressive.count / 2), .image(isPartial: true)),
    Row("JPEG with a damaged scan", damagedScan, .image(isPartial: true)),
    // Cameras append previews and films to their photos; the picture itself is whole.
    Row(
      "JPEG with something after its end", jpeg + Data(repeating: 0xA5, count: 5_000),
      .image(isPartial: false)),
    Row("JPEG with bytes before a segment", padded, .image(isPartial: false)),
    Row(
      "progressive JPEG with bytes before its end", progressive.dropLast(2) + [0xA5, 0, 0, 0, 0, 0xFF, 0xD9],
      .image(isPartial: false)),
    Row("JFIF of version 9", changedJPEG(at: 11, to: 9), .image(isPartial: false)),
    Row("PNG that says it has more frames than can be", endlessPNG, .image(isPartial: false)),
    Row("GIF cut in half", gif.prefix(gif.count / 2), .image(isPartial: true)),
    Row(
      "GIF with a damaged code", changedGIF(at: gif.count / 2, to: 0xFF, count: 60), .image(isPartial: true)),
    Row("GIF without its end", gif.dropLast(), .image(isPartial: false)),
    Row("EXIF with an offset beyond its end", withEXIF { $0[13] = 0xFF }, .image(isPartial: false)),
    Row(
      "EXIF with a negative offset",
      withEXIF { $0.replaceSubrange(10..<14, with: [0xFF, 0xFF, 0xFF, 0xF0]) }, .image(isPartial: false)),
    Row("EXIF of ten bytes", withEXIF { $0 = $0.prefix(10) }, .image(isPartial: false)),
    Row(
      "EXIF with 65,535 entries", withEXIF { $0.replaceSubrange(14..<16, with: [0xFF, 0xFF]) },
      .image(isPartial: false)),
    Row("EXIF with an unknown byte order", withEXIF { $0[6] = 0x58 }, .image(isPartial: false)),
  ]

  @Test("What is no image, or no whole header, is a typed error", arguments: noImages)
  func refuses(_ row: Row) {
    expect(row)
    if row.outcome == .error(.notAnImage) {
      #expect(code { try decoder.inspect(row.file) } == .notAnImage)
    }
  }

  @Test("What would cost too much is refused", arguments: bombs)
  func refusesEarly(_ row: Row) { expect(row) }

  #if os(Linux)
    @Test("What would cost too much is refused before it does")
    func refusesCheaply() async {
      // In a process of its own, whose memory is known.
      await #expect(processExitsWith: .success) {
        let bombs = Self.bombs
        let before = try residentPeak()
        for row in bombs {
          #expect(throws: ImageError.self) { try SystemImageDecoder().decode(row.file, target: .original) }
        }
        #expect(try residentPeak() - before < 10_000_000)
      }
    }
  #endif

  @Test("What is damaged within its pixels is displayed as far as it goes, and says so", arguments: images)
  func shows(_ row: Row) throws {
    expect(row)
    let image = try decoder.decode(row.file, target: .original)
    #expect(image.size == PixelSize(width: 96, height: 64))
    let displayed = Picture(image)
    // Half of it is right at the least: the top, or all of it coarsely.
    let top = Picture(width: 96, height: 16) { x, y in displayed[x, y] }
    #expect(top.psnr(Picture(width: 96, height: 16) { x, y in Self.photo[x, y] }) > 20)
    let strict = DecodingOptions.strict
    let refusal = code { try decoder.decode(row.file, target: .original, options: strict) }
    #expect(refusal == (row.outcome == .image(isPartial: true) ? .truncated : nil))
  }

  @Test("Formats are told by their bytes, not by names: each format is read as what it is")
  func sniffing() throws {
    #expect(try decoder.inspect(Self.jpeg).format == .jpeg)
    #expect(try decoder.inspect(Self.png).format == .png)
    #expect(try decoder.inspect(Self.gif).format == .gif)
    #expect(ImageFormat.sniff(Data("RIFF1234WEBP".utf8)) == .webP)
    #expect(ImageFormat.sniff(Data("RIFF1234WAVE".utf8)) == nil)
    #expect(ImageFormat.sniff(Data("BMore text, not a bitmap at all".utf8)) == nil)
  }

  @Test("Bytes that begin in the middle of a buffer are read from their own beginning")
  func slices() throws {
    let buffer = Data(count: 77) + Self.jpeg + Data(count: 5)
    let slice = buffer[77..<77 + Self.jpeg.count]
    #expect(try decoder.decode(slice, target: .pixels(40)) == decoder.decode(Self.jpeg, target: .pixels(40)))
  }

  @Test("Every prefix of a file is an image or a typed error")
  func prefixes() {
    for file in [Self.jpeg, Self.progressive, Self.png, Self.gif] {
      for count in stride(from: 0, to: file.count, by: max(1, file.count / 60)) {
        let failure = code { try decoder.decode(file.prefix(count), target: .pixels(20)) }
        #expect(failure == nil || failure == .truncated || failure == .damaged, "\(count) bytes")
      }
    }
  }

  private func expect(_ row: Row) {
    switch row.outcome {
    case .error(let expected): #expect(code { try decoder.decode(row.file, target: .pixels(30)) } == expected)
    case .image(let isPartial):
      #expect(throws: Never.self) {
        let image = try decoder.decode(row.file, target: .pixels(60))
        #expect(image.isPartial == isPartial && image.width == 60)
      }
    }
  }

  private static var twelveBit: Data {
    var bytes = [UInt8](jpeg)
    bytes[JPEGSample.frameHeader(bytes) + 4] = 12
    return Data(bytes)
  }

  private static var damagedScan: Data {
    var bytes = [UInt8](jpeg)
    let scan = JPEGSample.start(of: [0xDA], in: bytes)
    for at in stride(from: scan + (bytes.count - scan) * 2 / 3, to: bytes.count - 10, by: 37) {
      bytes[at] = 0xFF
    }
    return Data(bytes)
  }

  private static func changedJPEG(at position: Int, to value: UInt8) -> Data {
    var bytes = [UInt8](jpeg)
    bytes[position] = value
    return Data(bytes)
  }

  /// What tools leave that write EXIF data with a wrong length.
  private static var padded: Data {
    let table = JPEGSample.start(of: [0xDB], in: [UInt8](jpeg))
    return jpeg.prefix(table) + [0xA5, 0, 0, 0, 0] + jpeg.dropFirst(table)
  }

  /// Browsers display it as a still picture.
  private static var endlessPNG: Data {
    let chunk = PNGSample.file([("acTL", [0x80, 0, 0, 1, 0, 0, 0, 0])]).dropFirst(8)
    return png.prefix(33) + chunk + png.dropFirst(33)
  }

  private static var wrongHeader: Data {
    var bytes = png
    bytes[30] ^= 0xFF
    return bytes
  }

  private static func withEXIF(_ change: (inout Data) -> Void) -> Data {
    var exif = JPEGSample.exif(orientation: 6, isBigEndian: true)
    change(&exif)
    return JPEGSample.inserting(0xE1, exif, into: jpeg)
  }

  private static func header(_ width: Int, _ height: Int) -> [UInt8] {
    PNGSample.header(width: width, height: height, depth: 8, color: .rgb)
  }

  private static func plainPNG(width: Int, height: Int, isInterlaced: Bool = false) -> Data {
    let header = header(width, height).dropLast() + [isInterlaced ? 1 : 0]
    return PNGSample.file([
      ("IHDR", Array(header)), ("IDAT", Deflate.bomb(0, count: 1_000_000)), ("IEND", []),
    ])
  }

  /// Where the pixels of `gif` begin, after the length of their codes.
  private static let gifData = 13 + 768 + 8 + 10 + 1

  private static func changedGIF(at position: Int, to value: UInt8, count: Int = 1) -> Data {
    var bytes = gif
    for index in position..<position + count { bytes[index] = value }
    return bytes
  }

  private static var largeGIF: Data {
    var bytes = gif
    bytes.replaceSubrange(6..<10, with: [0xDC, 0xFF, 0xDC, 0xFF])
    return bytes
  }

  private static var manyFrames: Data {
    let frame = gif[(13 + 768)..<gif.count - 1]
    return gif.dropLast() + (0..<5_000).reduce(into: Data()) { all, _ in all += frame }
  }
}
