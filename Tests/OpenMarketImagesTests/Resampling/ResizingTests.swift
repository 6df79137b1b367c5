import Testing

@testable import OpenMarketImages

@Suite("Resizing")
struct ResizingTests {
  @Test(
    "A resized image is a filter by the definition",
    arguments: [(50, 38), (37, 28), (99, 74), (1, 1)], [false, true])
  func quality(size: (Int, Int), isTransparent: Bool) throws {
    let photo = Picture.photo(width: 100, height: 75, isTransparent: isTransparent)
    let image = try image(photo)
    let resized = try image.resized(to: .pixels(size.0, by: size.1))
    #expect(resized.size == PixelSize(width: size.0, height: size.1))
    let expected = photo.lanczos(width: size.0, height: size.1)
    #expect(Picture(resized).psnr(expected) > 47)
    #expect(resized.sourceSize == image.sourceSize)
  }

  @Test("A crop of a resized image is the middle of the resized image")
  func crop() throws {
    let photo = Picture.photo(width: 80, height: 40)
    let resized = try image(photo).resized(to: .pixels(20, mode: .crop))
    let whole = photo.lanczos(width: 40, height: 20)
    #expect(Picture(resized).psnr(Picture(width: 20, height: 20) { x, y in whole[x + 10, y] }) > 55)
  }

  @Test("A flat colour stays what it is, to the edge")
  func flat() throws {
    let flat = Picture(width: 133, height: 37) { _, _ in SIMD4(12, 200, 255, 255) }
    let resized = try image(flat).resized(to: .pixels(50))
    #expect(Picture(resized).pixels.allSatisfy { $0 == SIMD4(12, 200, 255, 255) })
  }

  @Test(
    "However much smaller, a picture is a filter by the definition",
    arguments: [(12, 9), (5, 4), (2, 1), (1, 1)])
  func strongReduction(size: (Int, Int)) throws {
    let photo = Picture.photo(width: 500, height: 391)
    let resized = try image(photo).resized(to: .pixels(size.0, by: size.1, mode: .crop))
    let whole = photo.lanczos(width: resized.width, height: resized.height)
    // The crop cuts off very little.
    #expect(Picture(resized).psnr(whole) > 36)
  }

  @Test("Every colour is multiplied by every alpha and rounded once")
  func premultiplication() throws {
    let all = Picture(width: 256, height: 256) { x, y in
      SIMD4(UInt8(x), UInt8(255 - x), UInt8(truncatingIfNeeded: 7 * x), UInt8(y))
    }
    let plan = ResamplingPlan(
      input: .rgba, planes: [SourcePlane(PixelSize(width: 256, height: 256))],
      region: RenderLayout.Region(x: 0, y: 0, width: 256, height: 256),
      outputSize: PixelSize(width: 256, height: 256))
    var resampler = try RowResampler(plan, interruption: Interruption(DecodingOptions()))
    let bytes = all.rgba
    try unsafe bytes.withUnsafeBufferPointer { buffer in
      guard let start = buffer.baseAddress else { return }
      try unsafe resampler.append(start, stride: 1024, count: 256)
    }
    #expect(resampler.finish().bytes == all.premultiplied.rgba)
  }

  @Test("An image is not enlarged")
  func enlarging() throws {
    let small = try image(Picture.photo(width: 20, height: 10))
    #expect(try small.resized(to: .pixels(100)) == small)
  }

  private func image(_ picture: Picture) throws -> DecodedImage {
    let isOpaque = picture.isOpaque
    return try DecodedImage(
      size: PixelSize(width: picture.width, height: picture.height),
      format: isOpaque ? .rgb888 : .rgba8888Premultiplied,
      bytes: isOpaque ? picture.rgb : picture.premultiplied.rgba)
  }
}
