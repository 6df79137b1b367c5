import Foundation
import Testing

@testable import OpenMarketImages

@Suite("Compressed files in the compressed tier") struct CompressedFileCodecTests {
  private static func image(_ picture: Picture, isAnimated: Bool = false) throws -> DecodedImage {
    try DecodedImage(
      size: PixelSize(width: picture.width, height: picture.height),
      format: picture.isOpaque ? .rgb888 : .rgba8888Premultiplied,
      bytes: picture.isOpaque ? picture.rgb : picture.premultiplied.rgba,
      sourceSize: PixelSize(width: 1840, height: 1380), isAnimated: isAnimated)
  }

  private static let photo = Picture.photo(width: 184, height: 138)

  @Test("A photo takes a fifth of its pixels, and comes back as 37 dB of itself")
  func opaque() throws {
    let codec = CompressedFileCodec()
    let image = try Self.image(Self.photo)
    let bytes = try #require(codec.compress(image))
    #expect(ImageFormat.sniff(bytes) == .jpeg)
    #expect(bytes.count < image.byteCount / 5)
    let restored = try #require(codec.restore(bytes, size: image.size))
    #expect(restored.size == image.size && restored.format == .rgb888)
    #expect(Picture(restored).psnr(Self.photo) > 37)
  }

  @Test("A file of another size than was kept is not the image")
  func otherSize() throws {
    let codec = CompressedFileCodec()
    let bytes = try #require(codec.compress(try Self.image(Self.photo)))
    #expect(codec.restore(bytes, size: PixelSize(width: 138, height: 184)) == nil)
    let long = ExtremeSample.png(width: 65_535, height: 700)
    #expect(codec.restore(long, size: PixelSize(width: 184, height: 138)) == nil)
  }

  @Test("What has transparent parts comes back byte for byte")
  func transparent() throws {
    let codec = CompressedFileCodec()
    let image = try Self.image(Picture.photo(width: 184, height: 138, isTransparent: true))
    let bytes = try #require(codec.compress(image))
    #expect(ImageFormat.sniff(bytes) == .png)
    #expect(codec.restore(bytes, size: image.size)?.bytes == image.bytes)
  }

  @Test("A higher quality takes more and loses less; one out of range is the nearest")
  func quality() throws {
    let image = try Self.image(Self.photo)
    let results = try [-5, 40, 92, 300].map { quality in
      let codec = CompressedFileCodec(quality: quality)
      let bytes = try #require(codec.compress(image))
      return (bytes.count, Picture(try #require(codec.restore(bytes, size: image.size))).psnr(Self.photo))
    }
    for (one, next) in zip(results, results.dropFirst()) { #expect(one.0 < next.0 && one.1 < next.1) }
    #expect(CompressedFileCodec(quality: -5).quality == 1 && CompressedFileCodec(quality: 300).quality == 100)
  }

  @Test("Bytes that are no image are no image")
  func damaged() throws {
    let codec = CompressedFileCodec()
    let bytes = try #require(codec.compress(try Self.image(Self.photo)))
    #expect(codec.restore(Data(bytes.prefix(20)), size: Self.photo.size) == nil)
    #expect(codec.restore(Data("<html>".utf8), size: Self.photo.size) == nil)
  }

  @Test("What a cache released comes back from its file, with what it was")
  func inCache() throws {
    let cache = MemoryImageCache(
      byteLimit: 4 << 20,
      compressedTier: MemoryImageCache.CompressedTier(codec: CompressedFileCodec(), share: 0.5))
    let image = try Self.image(Self.photo, isAnimated: true)
    func key(_ number: Int) -> ImageKey { ImageKey(source: "photo \(number)", target: .pixels(184)) }
    for number in 0..<60 { cache.store(image, for: key(number)) }
    #expect(cache.image(for: key(0)) == nil)
    let restored = try #require(cache.restoredImage(for: key(0)))
    #expect(Picture(restored).psnr(Self.photo) > 37)
    #expect(restored.sourceSize == image.sourceSize && restored.isAnimated && !restored.isPartial)
    // It has its pixels again, and in all there are more than would fit with theirs.
    #expect(cache.image(for: key(0)) == restored)
    #expect(cache.usage.compressedCount + cache.usage.decodedCount >= 60)
    #expect(cache.usage.decodedCount < 30)
  }
}

extension Picture {
  fileprivate var size: PixelSize { PixelSize(width: width, height: height) }
}
