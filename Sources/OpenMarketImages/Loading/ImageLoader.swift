public import Foundation
package import HTTPTypes
public import OpenMarketHTTP
public import OpenMarketPacing

/// A loader of images at their display size.
///
/// ```swift
/// let loader = ImageLoader(client: client)
/// let thumbnail = try await loader.image(at: url, fitting: .points(100, scale: 3))
/// ```
///
/// - Memory first, then a larger image of the same source, then disk, then the network.
/// - A source is downloaded once, and decoded in one pass for all sizes requested at the time.
/// - Higher priorities go first, also when a priority changes while an image waits; without a caller, download
///   and decode stop.
///
/// All methods may be called from any thread and do their work on others. They throw ``ImageError``, and
/// `CancellationError` when the calling task was cancelled.
public final class ImageLoader: Sendable {
  /// Gets the file at an address, or the part of it that fields such as `Range` and `If-None-Match` ask for, as a response
  /// 200, 206 or 304, best with a body that is a stream: a download can then end early.
  ///
  /// Throws `HTTPError` for any other status, as `HTTPClient` does, or what else went wrong.
  package typealias Source = @Sendable (URL, HTTPFields, RequestPriority) async throws -> TransportResponse

  /// The memory cache of decoded images.
  package let memory: MemoryImageCache
  /// The disk cache of files and thumbnails.
  package let disk: DiskImageCache?

  let engine: LoaderEngine
  private let pressure: Task<Void, Never>?

  /// Makes a loader of files that need not come from an `HTTPClient`.
  package init(source: @escaping Source, configure: (inout Configuration) -> Void = { _ in }) {
    var configuration = Configuration()
    configure(&configuration)
    memory = configuration.memory
    disk = configuration.disk
    let engine = LoaderEngine(source: source, configuration: configuration)
    self.engine = engine
    pressure = (configuration.memoryPressure ?? MemoryPressure.ofSystem).map { levels in
      Task { for await level in levels { engine.relieve(level) } }
    }
  }

  deinit { pressure?.cancel() }

  /// Makes a loader that downloads through `client`, with its retries, redirects and rate limit. It reads files of this
  /// device, too, such as the photos of pending listings.
  ///
  /// - Parameters:
  ///   - client: The client that downloads files.
  ///   - memoryLimit: The memory limit for decoded images, in bytes (default: 100 MiB, in an app's extension 8 MiB). One
  ///     image may take a tenth.
  ///   - disk: The disk cache of files and thumbnails (default: none).
  public convenience init(client: HTTPClient, memoryLimit: Int? = nil, disk: DiskImageCache? = nil) {
    self.init(client: client) {
      if let memoryLimit { $0.memory = MemoryImageCache(byteLimit: memoryLimit) }
      $0.disk = disk
    }
  }

  /// Makes a loader that downloads through `client`, and changes the defaults.
  package convenience init(client: HTTPClient, configure: (inout Configuration) -> Void) {
    var configuration = Configuration()
    configure(&configuration)
    let settings = configuration
    self.init(
      source: { url, fields, priority in
        guard !url.isFileURL else {
          throw ImageError(.storage, "the image's file \(url.lastPathComponent) cannot be read")
        }
        return try await client.fetch(
          url, to: .stream, headers: fields,
          options: RequestOptions {
            $0.priority = priority
            // What comes faster than it is read is in memory, too, and only the transport sees how much that is.
            $0.responseLimit = Int64(settings.decoding.fileBytes)
          })
      }, configure: { $0 = settings })
  }

  /// Returns the image at `url`, at the size of `target`.
  public func image(
    at url: URL, fitting target: ImageTarget, priority: RequestPriority = .visible
  ) async throws -> DecodedImage {
    try await image(for: ImageRequest(url, fitting: target, priority: priority))
  }

  /// Returns the image for `request`.
  package func image(for request: ImageRequest) async throws -> DecodedImage {
    if let image = cachedImage(for: request) { return image }
    return try await load(request).value
  }

  /// Returns the image for `request` if its pixels are in memory: at once, for the first frame of a cell.
  ///
  /// Takes about a microsecond.
  public func cachedImage(for request: ImageRequest) -> DecodedImage? {
    request.cachePolicy == .revalidate ? nil : engine.cachedImage(for: request)
  }

  /// Starts to load the image for `request`.
  ///
  /// - Returns: The load, to wait for, to give another priority, or to cancel; releasing it cancels it too.
  public func load(_ request: ImageRequest) -> ImageLoad<DecodedImage> { ImageLoad([part(of: request)]) }

  private func part(of request: ImageRequest) -> ImageLoadPart {
    engine.load(request, want: .image(request.key.target))
  }

  /// Loads images that may be needed soon, when no other load waits; nothing while the market's network is constrained.
  ///
  /// - Parameters:
  ///   - requests: The images that may be needed; their priority is not used.
  ///   - onlyToDisk: Whether their files are only downloaded to disk, not decoded.
  /// - Returns: The load, to wait for, to give another priority, or to cancel; releasing it cancels it too.
  public func prefetch(
    _ requests: [ImageRequest], onlyToDisk: Bool = false
  ) -> ImageLoad<Int> {
    guard !engine.configuration.isConstrained() else { return ImageLoad([]) }
    return ImageLoad(
      requests.compactMap { request in
        var request = request
        request.priority = .prefetch
        if onlyToDisk { return engine.load(request, want: .file) }
        return memory.contains(request.key) ? nil : part(of: request)
      })
  }

  /// Keeps the image for `request` in memory for as long as the pin is held.
  ///
  /// - Returns: The pin; `nil` when the image is not in memory.
  public func pin(_ request: ImageRequest) -> ImagePin? { memory.pin(request.key) }

  /// Removes images from memory until they take at most `byteCount` bytes, or only pinned ones are left.
  public func trimMemory(to byteCount: Int) { memory.trim(to: byteCount) }

  /// Cancels all loads, and returns when pending disk writes are finished.
  ///
  /// Loads end as cancelled, later ones are refused with an ``ImageError``. Images in memory stay,
  /// for those on the screen.
  public func close() async {
    endAll()
    await engine.written()
  }

  /// Returns when what was on its way to the disk is there; what comes later is not stored, and so locks no file, until
  /// ``resume()``.
  package func pause() async { await engine.pause() }

  /// Keeps files on disk again.
  package func resume() { disk?.resume() }

  /// Closes without waiting for the disk.
  package func endAll() { engine.close() }

  /// The numbers of events so far.
  package var counters: ImageLoaderCounters { engine.counters }

  /// Removes all images in memory, except pinned ones, and all on disk or being written there.
  public func removeAll() {
    memory.removeAll()
    engine.forgetAll()
  }
}
