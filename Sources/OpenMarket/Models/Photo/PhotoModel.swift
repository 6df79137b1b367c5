#if Images
  public import Foundation
  public import Observation
  public import OpenMarketImages

  /// A photo on a screen: nothing, then its thumbnail, then the photo itself.
  ///
  /// ```swift
  /// @State private var photo = PhotoModel(image.url, thumbnail: image.thumbnailURL, fitting: size, in: market)
  ///
  /// Pixels(photo.image)
  ///   .onAppear { photo.appear() }
  ///   .onDisappear { photo.disappear() }
  /// ```
  @MainActor @Observable
  public final class PhotoModel {
    /// How far a photo has come.
    public enum Phase: Sendable {
      /// There is nothing to show yet.
      case placeholder
      /// The thumbnail is there, the photo is on its way.
      case thumbnail
      /// The photo is there.
      case full
      /// The photo could not be loaded; ``PhotoModel/retry()`` tries again. The thumbnail stays, if it came.
      case failed(ImageError)
    }

    /// How far it has come.
    public private(set) var phase = Phase.placeholder
    /// The best pixels so far; `nil` while there are none.
    public private(set) var image: DecodedImage?
    @ObservationIgnored private let full: ImageRequest
    @ObservationIgnored private let thumbnail: ImageRequest?
    @ObservationIgnored private let market: Marketplace
    @ObservationIgnored private let tasks = ModelTasks()
    @ObservationIgnored private var state = PhotoState()

    /// Makes a photo that is not loaded yet.
    /// - Parameters:
    ///   - url: Where it is; also a file of this device, as the photos of a listing that waits are.
    ///   - thumbnail: Where its small form is, which is displayed until the photo is there; `nil` for none.
    ///   - target: The size of both.
    ///   - market: The market that loads it.
    public init(_ url: URL, thumbnail: URL? = nil, fitting target: ImageTarget, in market: Marketplace) {
      full = ImageRequest(url, fitting: target)
      self.thumbnail = thumbnail.flatMap { $0 == url ? nil : ImageRequest($0, fitting: target) }
      self.market = market
    }

    /// Begins to load; call it when the photo appears on the screen.
    ///
    /// One that is in memory is there when this returns.
    public func appear() {
      guard state.appear() else { return }
      load()
    }

    /// Stops loading and releases the pixels, which stay in the market's cache for a while; call it when the photo leaves
    /// the screen.
    public func disappear() {
      tasks.cancelAll()
      take { $0.disappear() }
    }

    /// Loads again what has failed; does nothing in any other phase.
    public func retry() {
      guard state.retry() else { return }
      phase = state.phase
      load()
    }

    private func load() {
      if let cached = cached(full) { return take { $0.arrived(cached) } }
      if image == nil, let thumbnail {
        if let cached = cached(thumbnail) {
          take { $0.thumbnailArrived(cached) }
        } else {
          tasks.add { [weak self, market] in
            // Without a thumbnail the photo itself decides.
            guard let image = try? await Self.image(thumbnail, in: market), !Task.isCancelled else { return }
            self?.take { $0.thumbnailArrived(image) }
          }
        }
      }
      tasks.add { [weak self, market, full] in
        do throws(ImageError) {
          let image = try await Self.image(full, in: market)
          if !Task.isCancelled { self?.take { $0.arrived(image) } }
        } catch {
          if !Task.isCancelled { self?.take { $0.failed(error) } }
        }
      }
    }

    private func take(_ event: (inout PhotoState) -> Bool) {
      guard event(&state) else { return }
      (phase, image) = (state.phase, state.image)
    }

    private func cached(_ request: ImageRequest) -> DecodedImage? {
      request.url.isFileURL ? nil : market.images.cachedImage(for: request)
    }

    @concurrent private static func image(
      _ request: ImageRequest, in market: Marketplace
    ) async throws(ImageError) -> DecodedImage {
      do {
        guard request.url.isFileURL else { return try await market.images.image(for: request) }
        let file = try Data(contentsOf: request.url, options: .mappedIfSafe)
        return try DecodedImage(decoding: file, fitting: request.target)
      } catch let error as ImageError {
        throw error
      } catch is CancellationError {
        throw ImageError(.cancelled, "the photo is not loaded any more")
      } catch {
        throw ImageError(.storage, "the photo's file cannot be read", cause: error)
      }
    }
  }
#endif
