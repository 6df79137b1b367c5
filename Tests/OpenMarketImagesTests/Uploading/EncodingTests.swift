import Foundation
import Testing

@testable import OpenMarketImages

@Suite("Writing files")
struct EncodingTests {
  let decoder = SystemImageDecoder()

  @Test("PNG keeps every pixel, transparent ones too", arguments: [false, true])
  func png(isTransparent: Bool) throws {
    let photo = Picture.photo(width: 61, height: 40, isTransparent: isTransparent)
    let image = try decoder.decode(PNGSample(photo).data(), target: .original)
    let again = try decoder.decode(try image.encoded(as: .png), target: .original)
    #expect(again.format == image.format)
    #expect(Picture(again).psnr(Picture(image)) > (isTransparent ? 55 : .greatestFiniteMagnitude))
  }

  @Test("A better JPEG quality is nearer and longer")
  func jpeg() throws {
    let photo = Picture.photo(width: 120, height: 90)
    let image = try decoder.decode(PNGSample(photo).data(), target: .original)
    let results = try [40, 75, 95].map { quality in
      let file = try image.encoded(as: .jpeg(quality: quality))
      return (file.count, Picture(try decoder.decode(file, target: .original)).psnr(photo))
    }
    #expect(results[0].0 < results[1].0 && results[1].0 < results[2].0)
    #expect(results[0].1 < results[1].1 && results[1].1 < results[2].1 && results[2].1 > 36)
    #expect(code { try image.encoded(as: .jpeg(quality: 101)) } == .invalidInput)
  }

  @Test("PPM is the size and the bytes")
  func ppm() throws {
    let image = try DecodedImage(
      size: PixelSize(width: 2, height: 1), format: .rgba8888Premultiplied,
      bytes: [1, 2, 3, 255, 10, 0, 0, 128])
    #expect(try image.encoded(as: .ppm) == Data("P6\n2 1\n255\n".utf8) + Data([1, 2, 3, 137, 127, 127]))
  }

  @Test("Bytes that do not fit the size are refused")
  func wrongCount() {
    let size = PixelSize(width: 2, height: 2)
    #expect(code { try DecodedImage(size: size, format: .rgb888, bytes: [1, 2, 3]) } == .invalidInput)
    #expect(
      code { try DecodedImage(size: PixelSize(width: 0, height: 0), format: .rgb888, bytes: []) }
        == .invalidInput)
  }

  @Test("File names tell the encoding")
  func names() {
    #expect(ImageEncoding(fileExtension: "JPG") == .jpeg())
    #expect(ImageEncoding(fileExtension: "png") == .png)
    #expect(ImageEncoding(fileExtension: "ppm") == .ppm)
    #expect(ImageEncoding(fileExtension: "gif") == nil)
  }
}
