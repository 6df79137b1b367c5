import Foundation
import OpenMarketImages
import OpenMarketTestSupport
import Synchronization
import Testing

@Suite("MemoryImageCache") struct MemoryImageCacheTests {
  private static func image(
    _ width: Int, _ height: Int, format: PixelFormat = .rgb888, value: UInt8 = 0
  ) throws -> DecodedImage {
    try DecodedImage(
      size: PixelSize(width: width, height: height), format: format,
      bytes: [UInt8](repeating: value, count: width * height * format.bytesPerPixel))
  }

  private static func key(_ number: Int, _ target: ImageTarget = .pixels(184)) -> ImageKey {
    ImageKey(source: "https://images.example/products/\(number)/photo.jpg", target: target)
  }

  @Test("100 MiB hold at least 1,342 opaque images of 184×138, with everything counted")
  func capacity() throws {
    let cache = MemoryImageCache(byteLimit: 100 << 20)
    let image = try Self.image(184, 138)
    for number in 0..<2000 { cache.store(image, for: Self.key(number)) }
    #expect(cache.usage.decodedCount >= 1342)
    #expect(cache.usage.totalBytes <= 100 << 20)
    #expect(cache.usage.totalBytes > cache.usage.decodedCount * image.byteCount)
    #expect(cache.counters.evictions == 2000 - cache.usage.decodedCount)
  }

  @Test(
    "the process grows by no more than a tenth above the limit, and by a fifth while images are made",
    arguments: ["uniform", "mixed"])
  func residentMemory(sizes: String) async throws {
    let outcome = try await BuiltProgram("image-probe").run(["memory", "100", "100000", sizes])
    struct Result: Decodable { var images, counted, limit, growth, peakGrowth: Int }
    let result = try JSONDecoder().decode(Result.self, from: Data(outcome.output.utf8))
    #expect(Double(result.peakGrowth) <= 1.2 * Double(result.limit), "\(outcome.output)")
    #expect(Double(result.growth) <= 1.1 * Double(result.limit), "\(outcome.output)")
    if sizes == "uniform" { #expect(result.images >= 1342, "\(outcome.output)") }
  }

  @Test("an image above a tenth of the limit is not kept")
  func tooLarge() throws {
    let cache = MemoryImageCache(byteLimit: 1 << 20)
    #expect(!cache.store(try Self.image(200, 200), for: Self.key(1)))
    #expect(cache.store(try Self.image(180, 180), for: Self.key(2)))
    #expect(cache.counters.refusals == 1)
  }

  @Test("what is on the screen stays, also under critical pressure, until its pin is released")
  func pins() throws {
    let cache = MemoryImageCache(byteLimit: 1 << 20)
    for number in 0..<4 { cache.store(try Self.image(100, 100), for: Self.key(number)) }
    let pin = try #require(cache.pin(Self.key(1)))
    cache.relieve(.critical)
    #expect(cache.usage.decodedCount == 1 && cache.usage.pinnedBytes == cache.usage.decodedBytes)
    #expect(cache.contains(Self.key(1)))
    pin.release()
    cache.relieve(.critical)
    #expect(cache.usage.decodedCount == 0)
  }

  @Test("a pin ends with its object")
  func pinObject() throws {
    let cache = MemoryImageCache(byteLimit: 1 << 20)
    cache.store(try Self.image(100, 100), for: Self.key(1))
    do {
      let pin = cache.pin(Self.key(1))
      cache.removeAll()
      #expect(cache.usage.decodedCount == 1)
      withExtendedLifetime(pin) {}
    }
    cache.removeAll()
    #expect(cache.usage.decodedCount == 0)
    #expect(cache.pin(Self.key(1)) == nil)
  }

  @Test(
    "pressure gives back half, or all",
    arguments: [(MemoryPressure.normal, 20), (.warning, 10), (.critical, 0)])
  func pressure(level: MemoryPressure, atMost count: Int) throws {
    let image = try Self.image(100, 100)
    let probe = MemoryImageCache(byteLimit: 1 << 20)
    probe.store(image, for: Self.key(10))
    let cache = MemoryImageCache(byteLimit: 20 * probe.usage.totalBytes * 80 / 79 + 100)
    for number in 10..<30 { cache.store(image, for: Self.key(number)) }
    cache.relieve(level)
    #expect(cache.usage.decodedCount == count)
  }

  @Test("concurrent use keeps to the limit")
  func concurrentUse() throws {
    let cache = MemoryImageCache(byteLimit: 1 << 20)
    let image = try Self.image(50, 50)
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      for step in 0..<500 {
        let key = Self.key((step * 7 + thread * 13) % 300)
        if cache.image(for: key) == nil { cache.store(image, for: key) }
        if step % 50 == 0, let pin = cache.pin(key) { pin.release() }
        if step % 100 == 0 { cache.removeImages(of: key.source) }
      }
    }
    #expect(cache.usage.totalBytes <= 1 << 20)
    #expect(cache.usage.pinnedBytes == 0)
  }
}

@Suite("The compressed tier") struct CompressedTierTests {
  /// Keeps one byte: enough to see what went through it.
  private final class FirstByteCodec: ImageCompressionCodec {
    let compressed = Mutex(0)

    func compress(_ image: DecodedImage) -> Data? {
      guard image.format == .rgb888 else { return nil }
      compressed.withLock { $0 += 1 }
      return Data([image.bytes[0]])
    }

    func restore(_ bytes: Data, size: PixelSize) -> DecodedImage? {
      guard let value = bytes.first, value != 13 else { return nil }
      return try? DecodedImage(
        size: size, format: .rgb888, bytes: [UInt8](repeating: value, count: size.pixelCount * 3))
    }
  }

  private let codec = FirstByteCodec()
  private let cache: MemoryImageCache

  init() {
    cache = MemoryImageCache(
      byteLimit: 1 << 20, compressedTier: MemoryImageCache.CompressedTier(codec: codec, share: 0.5))
  }

  private func key(_ number: Int) -> ImageKey { ImageKey(source: "\(number)", target: .pixels(100)) }

  private func store(_ number: Int, format: PixelFormat = .rgb888) throws {
    let count = 100 * 100 * format.bytesPerPixel
    let image = try DecodedImage(
      size: PixelSize(width: 100, height: 100), format: format,
      bytes: [UInt8](repeating: UInt8(number), count: count), sourceSize: PixelSize(width: 400, height: 400),
      isAnimated: true)
    cache.store(image, for: key(number))
  }

  @Test("what the pixels' part releases is restored, with what was known of it")
  func restores() throws {
    for number in 0..<40 { try store(number) }
    #expect(cache.image(for: key(0)) == nil)
    let image = try #require(cache.restoredImage(for: key(0)))
    #expect(image.bytes.allSatisfy { $0 == 0 } && image.width == 100)
    #expect(image.sourceSize == PixelSize(width: 400, height: 400) && image.isAnimated)
    #expect(cache.image(for: key(0)) == image)
    #expect(cache.usage.totalBytes <= 1 << 20)
  }

  @Test("an image is compressed once, however often it is restored and released")
  func compressesOnce() throws {
    for number in 0..<40 { try store(number) }
    let first = codec.compressed.withLock { $0 }
    for _ in 0..<3 { for number in 0..<20 { _ = cache.restoredImage(for: key(number)) } }
    let later = codec.compressed.withLock { $0 }
    #expect(first > 0 && later <= 40)
  }

  @Test("transparent images are not kept by a codec that would lose it")
  func transparent() throws {
    for number in 0..<40 { try store(number, format: .rgba8888Premultiplied) }
    #expect(cache.usage.compressedCount == 0)
  }

  @Test("compressed bytes that cannot be restored are forgotten")
  func damaged() throws {
    try store(13)
    for number in 14..<50 { try store(number) }
    #expect(cache.restoredImage(for: key(13)) == nil)
    #expect(cache.counters.compressedHits == 0)
  }
}
