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
    /// The best pixels so far; `nil` in the place of which something else is to be displayed.
    public private(set) var image: DecodedImage?
    @ObservationIgnored private let url: URL
    @ObservationIgnored private let thumbnail: URL?
    @ObservationIgnored private let target: ImageTarget
    @ObservationIgnored private let market: Marketplace
    @ObservationIgnored private let tasks = ModelTasks()

    /// Makes a photo that is not loaded yet.
    /// - Parameters:
    ///   - url: Where it is; also a file of this device, as the photos of a listing that waits are.
    ///   - thumbnail: Where its small form is, which is displayed until the photo is there; `nil` for none.
    ///   - target: The size of both.
    ///   - market: What loads it.
    public init(_ url: URL, thumbnail: URL? = nil, fitting target: ImageTarget, in market: Marketplace) {
      (self.url, self.thumbnail, self.target, self.market) = (url, thumbnail, target, market)
    }

    /// Begins to load; call it when the photo appears on the screen. One that is in memory is there at once.
    public func appear() {}

    /// Stops loading and releases the pixels, which stay in the market's cache for a while; call it when the photo leaves
    /// the screen.
    public func disappear() {}

    /// Loads again what has failed; does nothing in any other phase.
    public func retry() {}
  }
#endif
