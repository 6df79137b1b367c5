#if Images
  import Foundation
  import OpenMarketHTTP
  import OpenMarketImages
  import OpenMarketStore
  import Synchronization

  /// The market's loader of photos, made on first use: an app without photos opens no cache.
  final class MarketPhotos: Sendable {
    private struct State {
      var loader: ImageLoader?
      var isClosed = false
      var isSuspended = false
    }

    private let client: HTTPClient
    private let http: HTTPClient.Configuration
    private let folder: URL
    private let settings: Marketplace.Configuration.Images
    private let events: MarketEvents
    private let isConstrained: @Sendable () -> Bool
    private let state = Mutex(State())

    init(
      _ client: HTTPClient, beside store: MarketStore, _ configuration: Marketplace.Configuration,
      events: MarketEvents, isConstrained: @escaping @Sendable () -> Bool
    ) {
      self.client = client
      self.isConstrained = isConstrained
      http = configuration.http
      settings = configuration.images
      folder = settings.folder ?? Marketplace.Configuration.Images.folder(beside: store.folder)
      self.events = events
    }

    /// The loader, which refuses everything once the market is closed.
    var loader: ImageLoader {
      var refusal: ImageError?
      let loader = state.withLock { state in
        if let loader = state.loader { return loader }
        var disk: DiskImageCache?
        if !state.isClosed { do throws(ImageError) { disk = try openDisk() } catch { refusal = error } }
        let loader = makeLoader(disk: disk)
        if state.isClosed { loader.endAll() }
        if state.isSuspended { loader.disk?.pause() }
        state.loader = loader
        return loader
      }
      if let refusal {
        let reason = "No photos are kept on disk: \(refusal.message)"
        events.send(.storeFailed(StoreError(.notPermitted, reason, cause: refusal)))
      }
      return loader
    }

    /// The memory that they take; `nil` when none was asked for.
    var memoryUsage: MemoryImageCache.Usage? { state.withLock { $0.loader }?.memory.usage }

    /// Returns when what was on its way to the disk is there; nothing is kept on it until ``resume()``.
    func suspend() async { await change { $0.isSuspended = true }?.pause() }

    func resume() { change { $0.isSuspended = false }?.resume() }

    /// Ends what is being loaded, and returns when what was on its way to the disk is there.
    func close() async { await change { $0.isClosed = true }?.close() }

    /// Changes the state for a loader that is made later; returns the one that there is.
    private func change(_ change: (inout State) -> Void) -> ImageLoader? {
      state.withLock { state in
        change(&state)
        return state.loader
      }
    }

    private func makeLoader(disk: DiskImageCache?) -> ImageLoader {
      ImageLoader(client: client) { configuration in
        configuration.memory = MemoryImageCache(byteLimit: settings.memoryLimit)
        configuration.disk = disk
        configuration.time = http.time
        configuration.isConstrained = isConstrained
        if events.isTraced { configuration.onEvent = { [events] event in events.tell(event) } }
      }
    }

    /// `nil` when nothing is to be kept on disk; when nothing can be, photos are loaded all the same.
    private func openDisk() throws(ImageError) -> DiskImageCache? {
      guard settings.diskLimit > 0 else { return nil }
      return try DiskImageCache(
        folder: folder, byteLimit: settings.diskLimit, ageLimit: settings.ageLimit,
        date: http.time.date)
    }
  }

  extension MarketEvents {
    /// Tells of an event of the loader, and leaves out where the photo is.
    fileprivate func tell(_ event: ImageLoaderEvent) {
      let isDownload = event.kind == .downloadFinished || event.kind == .finishedEarly
      trace(.image, cause: event.cause) { record in
        record.outcome = event.kind.rawValue
        if isDownload { record.bytes = event.count } else { record.count = event.count }
        if event.duration > .zero { record.duration = event.duration }
        record.failure = event.error.map { $0.codeText }
      }
    }
  }
#else
  import OpenMarketHTTP
  import OpenMarketStore

  /// Stands for the photos in a build without them.
  struct MarketPhotos: Sendable {
    init(
      _ client: HTTPClient, beside store: MarketStore, _ configuration: Marketplace.Configuration,
      events: MarketEvents, isConstrained: @escaping @Sendable () -> Bool
    ) {}

    func suspend() async {}

    func resume() {}

    func close() async {}
  }
#endif
