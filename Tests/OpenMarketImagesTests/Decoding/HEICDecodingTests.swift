import Foundation
import OpenMarketTestSupport
import Testing

@testable import OpenMarketImages

/// A photo of an iPhone: read by ImageIO alone.
@Suite("HEIC")
struct HEICDecodingTests {
  let decoder = SystemImageDecoder()
  private let file = PhoneHEIC.file

  @Test(
    "The brands of HEIF and of AVIF are told apart",
    arguments: [
      ("heic", .heif), ("heix", .heif), ("hevc", .heif), ("heim", .heif), ("heis", .heif), ("mif1", .heif),
      ("msf1", .heif), ("avif", .avif), ("avis", .avif), ("isom", nil), ("qt  ", nil),
    ] as [(String, ImageFormat?)])
  func brands(brand: String, format: ImageFormat?) {
    #expect(ImageFormat.sniff(Data([0, 0, 0, 24]) + Data("ftyp\(brand)\0\0\0\0mif1".utf8)) == format)
  }

  #if canImport(ImageIO)
    private let size = PixelSize(width: PhoneHEIC.size.width, height: PhoneHEIC.size.height)

    /// Compares the middle of each quarter with its colour in sRGB.
    private func expectColors(_ image: DecodedImage, accuracy: Int = 8) {
      let wanted = Picture(width: 2, height: 2) { x, y in
        let color = PhoneHEIC.colors[2 * y + x]
        return SIMD4(color[0], color[1], color[2], 255)
      }.fromDisplayP3
      let found = Picture(image)
      let middles = Picture(width: 2, height: 2) { x, y in
        found[(2 * x + 1) * found.width / 4, (2 * y + 1) * found.height / 4]
      }
      #expect(middles.difference(wanted).largest <= accuracy, "\(middles.pixels) \(wanted.pixels)")
    }

    @Test("It stands upright, in sRGB, with its edge cut off")
    func whole() throws {
      let info = try decoder.inspect(file)
      #expect(info.format == .heif && info.size == size && info.orientation == .right)
      let image = try decoder.decode(file, target: .original, options: .strict)
      #expect(image.size == size && image.format == .rgb888 && !image.isPartial)
      expectColors(image)
    }

    @Test("Small sizes are made from the photo, not from its thumbnail, which is yellow")
    func small() throws {
      let image = try decoder.decode(file, target: .pixels(30), options: .strict)
      #expect(image.size == PixelSize(width: 20, height: 30) && image.sourceSize == size)
      expectColors(image)
    }

    @Test("It is uploaded as JPEG, without its place")
    func upload() throws {
      let prepared = try UploadPreparation().prepared(file)
      #expect(prepared.size == size && ImageFormat.sniff(prepared.jpeg) == .jpeg)
      for trace in PhoneHEIC.traces + ["Exif", "ICC_PROFILE"] {
        #expect(prepared.jpeg.range(of: Data(trace.utf8)) == nil, "\(trace)")
      }
      expectColors(try decoder.decode(prepared.jpeg, target: .original), accuracy: 12)
    }

    @Test("A part of it is not uploaded", arguments: [100, 1_000, 1_300, 1_700])
    func part(count: Int) {
      #expect(code { try UploadPreparation().prepared(file.prefix(count)) } == .truncated)
    }
  #else
    @Test(
      "Without ImageIO the error says what to use instead, and a part is called no other",
      arguments: [100, 1_300, 1_930])
    func refused(count: Int) throws {
      let part = file.prefix(count)
      #expect(code { try decoder.inspect(part) } == .unsupportedFormat)
      #expect(code { try UploadPreparation().prepared(part) } == .unsupportedFormat)
      let error = #expect(throws: ImageError.self) { try decoder.decode(part, target: .pixels(30)) }
      #expect(error?.code == .unsupportedFormat && error?.message.contains("use JPEG") == true)
    }
  #endif
}
