#if Images
  import Foundation
  import OpenMarketHTTP
  import OpenMarketImages
  import OpenMarketStore
  import Synchronization

  /// The market's loader of photos, made when somebody first asks for it: who shows none opens no cache.
  final class MarketPhotos: Sendable {
    private struct State {
      var loader: ImageLoader?
      var isClosed = false
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
      state.withLock { state in
        if let loader = state.loader { return loader }
        let loader = makeLoader(disk: state.isClosed ? nil : openDisk())
        if state.isClosed { loader.endAll() }
        state.loader = loader
        return loader
      }
    }

    /// Returns when what was on its way to the disk is there.
    func written() async {
      let loader = state.withLock { $0.loader }
      await loader?.written()
    }

    /// Ends what is being loaded, and returns when what was on its way to the disk is there.
    func close() async {
      let loader = state.withLock { state in
        state.isClosed = true
        return state.loader
      }
      await loader?.close()
    }

    private func makeLoader(disk: DiskImageCache?) -> ImageLoader {
      ImageLoader(client: client) { configuration in
        configuration.memory = MemoryImageCache(byteLimit: settings.memoryLimit)
        configuration.disk = disk
        configuration.time = http.time
        configuration.isConstrained = isConstrained
        settings.loader(&configuration)
      }
    }

    /// `nil` when nothing is to be kept on disk, or nothing can be: photos are then loaded all the same.
    private func openDisk() -> DiskImageCache? {
      guard settings.diskLimit > 0 else { return nil }
      do {
        let disk = try DiskImageCache(
          folder: folder, byteLimit: settings.diskLimit, ageLimit: settings.ageLimit,
          date: http.time.date)
        folder.excludeFromBackup()
        return disk
      } catch {
        events.send(
          .storeFailed(
            StoreError(.notPermitted, "No photos are kept on disk: \(error.message)", cause: error)))
        return nil
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

    func written() async {}

    func close() async {}
  }
#endif
