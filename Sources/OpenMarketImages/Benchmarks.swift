public import Foundation
import HTTPTypes
import OpenMarketHTTP
import OpenMarketPacing

// What the benchmarks call, and no app needs.

/// The key of an image in the memory cache.
@_spi(Benchmarks) public struct BenchmarkKey: Hashable, Sendable {
  fileprivate let key: ImageKey

  /// Makes the key of an image.
  public init(source: String, target: ImageTarget) { key = ImageKey(source: source, target: target) }
}

/// The memory cache of decoded images.
@_spi(Benchmarks) public struct BenchmarkMemoryCache: Sendable {
  private let cache: MemoryImageCache

  /// Makes an empty cache.
  public init(byteLimit: Int) { cache = MemoryImageCache(byteLimit: byteLimit) }

  /// Stores an image.
  public func add(_ image: DecodedImage, for key: BenchmarkKey) { cache.store(image, for: key.key) }

  /// Looks an image up.
  public func lookUp(_ key: BenchmarkKey) -> DecodedImage? { cache.image(for: key.key) }
}

extension DecodedImage {
  /// Such as `300×225`.
  @_spi(Benchmarks) public var sizeText: String { size.description }
}

extension DiskImageCache {
  /// Stores a file that stays fresh.
  @_spi(Benchmarks) public func add(_ file: Data, for key: String) {
    store(DiskEntry(.original(file), storedAt: Date(), freshUntil: .distantFuture), for: key)
  }

  /// Whether an entry can be read.
  @_spi(Benchmarks) public func canRead(_ key: String) -> Bool { entry(for: key) != nil }
}

extension ImageError {
  /// The stable text of the code.
  @_spi(Benchmarks) public var codeName: String { code.rawValue }
}

extension ImageTarget {
  /// The same, decoded faster.
  @_spi(Benchmarks) public var decodedFast: ImageTarget { fast }
}

extension ImageEncoding {
  /// Chooses an encoding by the extension of a file's name.
  @_spi(Benchmarks) public init?(endingOf name: String) { self.init(fileExtension: name) }
}

extension ImageLoader {
  /// Removes all images of a source from memory.
  @_spi(Benchmarks) public func forget(_ source: String) { memory.removeImages(of: source) }

  /// Makes a loader without a network, whose downloads start at once.
  @_spi(Benchmarks) public convenience init(
    memoryLimit: Int, file: @escaping @Sendable (URL) -> Data
  ) {
    self.init(source: GivenFiles(file: file)) {
      $0.memory = MemoryImageCache(byteLimit: memoryLimit)
      $0.startRate = .unlimited
    }
  }
}

private struct GivenFiles: ImageSource {
  let file: @Sendable (URL) -> Data

  func fetch(_ url: URL, fields: HTTPFields, priority: RequestPriority) async throws -> TransportResponse {
    let file = file(url)
    return TransportResponse(
      head: HTTPResponse(status: .ok, headerFields: [.contentLength: "\(file.count)"]), body: .data(file))
  }
}
