import Foundation
import Testing

@testable import OpenMarketImages

@Suite("WebP, built in", .enabled(if: WebPSample.canBeMade))
struct WebPDecodingTests {
  let decoder = SystemImageDecoder()

  @Test("A lossless file is decoded to the exact pixels", arguments: [false, true])
  func lossless(isTransparent: Bool) throws {
    let photo = Picture.photo(width: 101, height: 67, isTransparent: isTransparent)
    let image = try decoder.decode(WebPSample.make(photo), target: .original)
    #expect(Picture(image).psnr(photo.premultiplied) > (isTransparent ? 50 : .greatestFiniteMagnitude))
    #expect(image.format == (isTransparent ? .rgba8888Premultiplied : .rgb888))
  }

  @Test(
    "A reduced picture is close to a full decode and a filter by the definition", arguments: [24, 50, 110])
  func quality(side: Int) throws {
    let file = WebPSample.make(Picture.photo(width: 240, height: 176), quality: 80)
    let full = Picture(try decoder.decode(file, target: .original))
    let image = try decoder.decode(file, target: .pixels(side))
    #expect(image.width == side)
    #expect(Picture(image).psnr(full.lanczos(width: image.width, height: image.height)) > 43)
  }

  @Test(
    "The first frame of an animation is displayed, on its place of the canvas", arguments: [Float(0), 90])
  func animated(quality: Float) throws {
    let photo = Picture.photo(width: 40, height: 30)
    let file = WebPSample.animation(of: photo, count: 3, canvas: (40, 30), quality: quality)
    #expect(try decoder.inspect(file).isAnimated)
    let image = try decoder.decode(file, target: .original)
    #expect(image.isAnimated && Picture(image).psnr(photo) > 28)

    let placed = WebPSample.animation(of: photo, count: 2, canvas: (100, 50), x: 20, y: 10, quality: quality)
    let canvas = Picture(try decoder.decode(placed, target: .original))
    #expect(canvas.width == 100 && canvas.height == 50)
    #expect(canvas[19, 20].w == 0 && canvas[20, 9].w == 0 && canvas[60, 20].w == 0 && canvas[20, 40].w == 0)
    let part = Picture(width: 40, height: 30) { x, y in canvas[20 + x, 10 + y] }
    #expect(part.psnr(photo) > 28)
  }

  @Test("A picture is opaque when its header says so, as in browsers", arguments: [Float(0), 90], [24, 101])
  func opaque(quality: Float, side: Int) throws {
    let photo = Picture.photo(width: 101, height: 67, isTransparent: true)
    var file = WebPSample.make(photo, quality: quality)
    #expect(try decoder.decode(file, target: .pixels(side)).hasAlpha)
    // The flag of a header of the extended kind, or of the lossless kind.
    file[file.startIndex + (quality > 0 ? 20 : 24)] &= ~0x10
    let image = try decoder.decode(file, target: .pixels(side))
    #expect(!image.hasAlpha && !image.isPartial && image.width == side)
  }

  @Test("Of a file that breaks off, the upper rows are displayed")
  func partial() throws {
    let photo = Picture.photo(width: 100, height: 400)
    let file = WebPSample.make(photo, quality: 90)
    let image = try decoder.decode(file.prefix(file.count / 2), target: .original)
    #expect(image.isPartial)
    let displayed = Picture(image)
    let top = Picture(width: 100, height: 100) { x, y in displayed[x, y] }
    #expect(top.psnr(Picture(width: 100, height: 100) { x, y in photo[x, y] }) > 28)
    let strict = DecodingOptions.strict
    #expect(
      code { try decoder.decode(file.prefix(file.count / 2), target: .original, options: strict) }
        == .truncated)
  }

  #if os(Linux)
    @Test("A lossless picture counts against the codec's memory before it is decoded")
    func memory() {
      var options = DecodingOptions()
      options.codecMemory = 4 * 100 * 100
      let file = WebPSample.make(Picture.photo(width: 100, height: 101))
      #expect(code { try decoder.decode(file, target: .original, options: options) } == .tooLarge)
    }
  #endif

  @Test("More frames than allowed are refused, and a frame outside its canvas")
  func frames() {
    let photo = Picture.photo(width: 8, height: 8)
    var options = DecodingOptions()
    options.frames = 4
    let many = WebPSample.animation(of: photo, count: 5, canvas: (8, 8))
    #expect(code { try decoder.decode(many, target: .original, options: options) } == .tooLarge)
    let outside = WebPSample.animation(of: photo, count: 1, canvas: (8, 8), x: 2)
    #expect(code { try decoder.decode(outside, target: .original) } == .damaged)
  }
}

@Suite("WebP, not built in", .enabled(if: !SystemImageDecoder.supports(.webP)))
struct WebPMissingTests {
  @Test("A WebP file is recognised, and the error says what is missing")
  func missing() throws {
    // The header of 20 × 10 pixels, lossless.
    let file =
      Data("RIFF\u{1A}\0\0\0WEBPVP8L\u{0D}\0\0\0".utf8) + Data([0x2F, 19, 0x40, 2, 0]) + Data(count: 8)
    #expect(try SystemImageDecoder().inspect(file).size == PixelSize(width: 20, height: 10))
    #expect(code { try SystemImageDecoder().decode(file, target: .original) } == .codecMissing)
  }
}
