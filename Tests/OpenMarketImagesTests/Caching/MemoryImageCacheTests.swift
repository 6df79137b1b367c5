import Foundation
import OpenMarketImages
import OpenMarketTestSupport
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
    #expect(cache.usage.decodedBytes <= 100 << 20)
    #expect(cache.usage.decodedBytes > cache.usage.decodedCount * image.byteCount)
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

  @Test("in an app's extension the cache and the files under way fit into 40 MB")
  func inExtension() {
    let limits = ImageLoader.Configuration(isInExtension: true)
    // Those that come, from two hosts, with the old ones that they may replace; those that are looked up, that wait for a decode
    // and for the disk, two each; and those that are decoded.
    let files = 4 * limits.maxDownloads + 2 + 2 + 2 + limits.maxDecodes
    let bytes = limits.memory.byteLimit + limits.resumableBytes + files * limits.decoding.fileBytes
    #expect(bytes <= 40_000_000)
    #expect(limits.memory.byteLimit == ImageLoader.standardMemoryLimit(isInExtension: true))
    #expect(ImageLoader.Configuration(isInExtension: false).memory.byteLimit == 100 << 20)
  }

  @Test("an image above a tenth of the limit is not kept")
  func tooLarge() throws {
    let cache = MemoryImageCache(byteLimit: 1 << 20)
    #expect(!cache.store(try Self.image(200, 200), for: Self.key(1)))
    #expect(cache.store(try Self.image(180, 180), for: Self.key(2)))
    #expect(cache.usage.decodedCount == 1)
  }

  @Test("what is on the screen stays, also under critical pressure, until its pin is released")
  func pins() throws {
    let cache = MemoryImageCache(byteLimit: 1 << 20)
    for number in 0..<4 { cache.store(try Self.image(100, 100), for: Self.key(number)) }
    do {
      let pin = try #require(cache.pin(Self.key(1)))
      cache.relieve(.critical)
      #expect(cache.usage.decodedCount == 1 && cache.usage.pinnedBytes == cache.usage.decodedBytes)
      #expect(cache.contains(Self.key(1)))
      withExtendedLifetime(pin) {}
    }
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
    arguments: [(MemoryPressure.warning, 10), (.critical, 0)])
  func pressure(level: MemoryPressure, atMost count: Int) throws {
    let image = try Self.image(100, 100)
    let probe = MemoryImageCache(byteLimit: 1 << 20)
    probe.store(image, for: Self.key(10))
    let cache = MemoryImageCache(byteLimit: 20 * probe.usage.decodedBytes * 80 / 79 + 100)
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
        if step % 50 == 0 { _ = cache.pin(key) }
        if step % 100 == 0 { cache.removeImages(of: key.source) }
      }
    }
    #expect(cache.usage.decodedBytes <= 1 << 20)
    #expect(cache.usage.pinnedBytes == 0)
  }
}
