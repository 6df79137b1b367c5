public import Foundation
public import OpenMarketHTTP
public import OpenMarketPacing

/// Loads images at the size in which they are displayed.
///
/// ```swift
/// let loader = ImageLoader(client: client)
/// let thumbnail = try await loader.image(at: url, fitting: .points(100, scale: 3))
/// ```
///
/// - Memory first, then a larger image of the same source, then disk, then the network.
/// - A source is downloaded once, and read once for all sizes that are wanted at the time.
/// - What matters more goes first, also when that changes while it waits; when nobody waits any more, download
///   and decode stop.
///
/// All methods may be called from any thread and do their work on others. They throw ``ImageError``, and
/// `CancellationError` when the calling task was cancelled.
public final class ImageLoader: Sendable {
  /// Decoded images.
  public let memory: MemoryImageCache
  /// Files and thumbnails on disk.
  public let disk: DiskImageCache?

  let engine: LoaderEngine
  private let pressure: Task<Void, Never>?

  /// Makes a loader.
  ///
  /// - Parameters:
  ///   - source: Where files come from, if not from an `HTTPClient`.
  ///   - configure: Changes the defaults.
  package init(source: any ImageSource, configure: (inout Configuration) -> Void = { _ in }) {
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

  /// Makes a loader that downloads through `client`, with its retries, redirects and rate limit.
  ///
  /// - Parameters:
  ///   - client: What downloads files.
  ///   - configure: Changes the defaults.
  public convenience init(client: HTTPClient, configure: (inout Configuration) -> Void = { _ in }) {
    self.init(source: HTTPImageSource(client), configure: configure)
  }

  /// The image at `url`, at the size of `target`.
  public func image(
    at url: URL, fitting target: ImageTarget, priority: RequestPriority = .visible
  ) async throws -> DecodedImage {
    try await image(for: ImageRequest(url, fitting: target, priority: priority))
  }

  /// The image for `request`.
  public func image(for request: ImageRequest) async throws -> DecodedImage {
    if let image = cachedImage(for: request) { return image }
    return try await load(request).value
  }

  /// The image for `request` if it is in memory with its pixels: at once, for the first frame of a cell.
  ///
  /// Takes about a microsecond.
  public func cachedImage(for request: ImageRequest) -> DecodedImage? {
    request.cachePolicy == .revalidate ? nil : engine.cachedImage(for: request)
  }

  /// Starts to load the image for `request`.
  ///
  /// - Returns: The load, to wait for, to give another priority, or to cancel; releasing it cancels it too.
  public func load(_ request: ImageRequest) -> ImageLoad {
    engine.load(request, want: .image(request.key.target))
  }

  /// Loads images that may be wanted soon, when nothing else waits; nothing while the market's network is constrained.
  ///
  /// - Parameters:
  ///   - requests: What may be wanted; their priority is not used.
  ///   - onlyToDisk: Whether their files are brought to the disk and not decoded.
  /// - Returns: The prefetch, to cancel; releasing it cancels it too.
  public func prefetch(
    _ requests: [ImageRequest], onlyToDisk: Bool = false
  ) -> ImagePrefetch {
    guard !engine.configuration.isConstrained() else { return ImagePrefetch([]) }
    return ImagePrefetch(
      requests.compactMap { request in
        var request = request
        request.priority = .prefetch
        if onlyToDisk { return engine.load(request, want: .file) }
        return memory.contains(request.key) ? nil : load(request)
      })
  }

  /// Keeps the image for `request` in memory for as long as the pin is held.
  ///
  /// - Returns: `nil` when it is not there.
  public func pin(_ request: ImageRequest) -> ImagePin? { memory.pin(request.key) }

  /// Ends everything that is under way, and returns when what was on its way to the disk is there.
  ///
  /// Loads end as cancelled, later ones are refused with an ``ImageError``. What is in memory stays,
  /// for what is on the screen.
  public func close() async {
    endAll()
    await engine.written()
  }

  /// Returns when what was on its way to the disk is there.
  package func written() async { await engine.written() }

  /// Closes without waiting for the disk.
  package func endAll() { engine.close() }

  /// The numbers of events so far.
  package var counters: ImageLoaderCounters { engine.counters }

  /// Forgets what is in memory, except what is pinned, and what is on disk or on its way there.
  public func removeAll() {
    memory.removeAll()
    engine.forgetAll()
  }
}
