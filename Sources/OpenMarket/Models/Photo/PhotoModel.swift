#if Images
  public import Foundation
  public import Observation
  public import OpenMarketImages

  /// A photo on a screen: a placeholder, then its thumbnail, then the photo itself.
  ///
  /// ```swift
  /// @State private var photo: PhotoModel
  /// init(_ image: ProductImage, size: ImageTarget, in market: Marketplace) {
  ///   _photo = State(initialValue: PhotoModel(image.url, thumbnail: image.thumbnailURL, fitting: size, in: market))
  /// }
  /// var body: some View { Pixels(photo.image).onAppear { photo.appear() }.onDisappear { photo.disappear() } }
  /// ```
  @MainActor @Observable
  public final class PhotoModel {
    /// The phase of loading a photo.
    public enum Phase: Sendable, Equatable {
      /// There is nothing to show yet.
      case placeholder
      /// The thumbnail is displayed, the photo is loading.
      case thumbnail
      /// The thumbnail is displayed, and the photo is not loaded automatically, as in Low Data Mode
      /// (``Marketplace/Configuration/isNetworkConstrained``); ``PhotoModel/retry()`` loads it.
      case thumbnailOnly
      /// The photo is displayed.
      case full
      /// The photo could not be loaded; ``PhotoModel/retry()`` tries again. The thumbnail stays, if it came. It is also tried again
      /// without a response when the market refreshes, as when the network is back, three times a minute, and after a 403 or 404
      /// twice, as it may not be stored yet.
      case failed(LoadFailure)
    }

    /// The present phase.
    public private(set) var phase = Phase.placeholder
    /// The best pixels so far; `nil` while there are none.
    public private(set) var image: DecodedImage?
    @ObservationIgnored private let full: ImageRequest
    @ObservationIgnored private let thumbnail: ImageRequest?
    @ObservationIgnored private let market: Marketplace
    @ObservationIgnored private let tasks = ModelTasks()
    @ObservationIgnored private var state = PhotoState()
    /// Has a photo that failed loaded again when the network is back.
    @ObservationIgnored private var whenBack: Displayed?
    @ObservationIgnored private var retries = PhotoRetries()

    /// Makes a photo that is not loaded yet.
    /// - Parameters:
    ///   - url: The photo's address; also a file of this device, as for photos of a pending listing.
    ///   - thumbnail: The address of the thumbnail, displayed until the photo is loaded; `nil` for none.
    ///   - target: The size of both.
    ///   - market: The market that loads it.
    public init(_ url: URL, thumbnail: URL? = nil, fitting target: ImageTarget, in market: Marketplace) {
      full = ImageRequest(url, fitting: target)
      self.thumbnail = thumbnail.flatMap { $0 == url ? nil : ImageRequest($0, fitting: target) }
      self.market = market
    }

    /// Begins to load; call it when the photo appears on the screen.
    ///
    /// A photo in memory is displayed when this returns.
    public func appear() {
      guard state.appear() else { return }
      retries.appear()
      load()
    }

    /// Stops loading and releases the pixels, which stay in the market's cache for a while; call it when the photo leaves
    /// the screen.
    public func disappear() {
      tasks.cancelAll()
      whenBack = nil
      take { $0.disappear() }
    }

    /// Loads a photo that has failed, or that is not loaded automatically; does nothing in any other phase.
    public func retry() { retry(isAsked: true) }

    private func retry(isAsked: Bool) {
      let isAgain = if case .failed = state.phase { true } else { false }
      guard state.retry() else { return }
      whenBack = nil
      phase = state.phase
      // The loader remembers failures, so that lists do not ask again at every pass; the user does ask again.
      load(cachePolicy: isAgain ? .revalidate : .standard, isAsked: isAsked)
    }

    /// Loads both forms; without being asked for it, only the thumbnail where the network is to be used sparingly.
    private func load(cachePolicy: ImageCachePolicy = .standard, isAsked: Bool = false) {
      var full = full
      full.cachePolicy = cachePolicy
      if let cached = market.images.cachedImage(for: full) { return take { $0.arrived(cached) } }
      let isWhole = isAsked || thumbnail == nil || !market.network.isConstrained
      if image == nil, let sent = market.sentPhoto(full.url, fitting: full.target) {
        take { $0.thumbnailArrived(sent, isLast: !isWhole) }
      }
      if image == nil, let thumbnail {
        if let cached = market.images.cachedImage(for: thumbnail) {
          take { $0.thumbnailArrived(cached, isLast: !isWhole) }
        } else {
          tasks.add { [weak self, market] in
            let image = try? await market.images.image(for: thumbnail)
            guard let self, !Task.isCancelled else { return }
            // Without a thumbnail the photo itself decides.
            if let image { take { $0.thumbnailArrived(image, isLast: !isWhole) } }
            if image == nil, !isWhole { load(isAsked: true) }
          }
        }
      }
      if isWhole { loadFull(full) }
    }

    private func loadFull(_ full: ImageRequest) {
      tasks.add { [weak self, market] in
        do {
          let image = try await market.images.image(for: full)
          if !Task.isCancelled { self?.take { $0.arrived(image) } }
        } catch let error as ImageError {
          if !Task.isCancelled { self?.failed(error) }
        } catch {
          // Ended by the end of the market, which is no failure of the photo.
        }
      }
    }

    private func failed(_ error: ImageError) {
      take { $0.failed(error) }
      if let delay = retries.delay(after: error) {
        tasks.add { [weak self, clock = market.reader.time.clock] in
          try? await clock.sleep(until: clock.now.advanced(by: delay), tolerance: nil)
          if !Task.isCancelled { self?.retry(isAsked: false) }
        }
      } else if retries.waitsForRefresh(after: error) {
        whenBack = market.refresher.display { [weak self] run in await self?.retry(in: run) }
      }
    }

    private func retry(in run: RefreshRun) {
      if retries.isDue(in: run) { retry(isAsked: false) }
    }

    private func take(_ event: (inout PhotoState) -> Bool) {
      guard event(&state) else { return }
      if phase != state.phase { phase = state.phase }
      if image != state.image { image = state.image }
    }
  }
#endif
