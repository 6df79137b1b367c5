#if Images
  public import Foundation
  public import OpenMarketImages

  extension Marketplace {
    /// The loader of the market's photos, which decodes them at display size and caches them in memory and on disk.
    ///
    /// ```swift
    /// let photo = try await market.images.image(at: url, fitting: .points(100, scale: 3))
    /// ```
    ///
    /// They come through the market's own HTTP client, with its transport, retries, rate limit and clock. What
    /// was loaded once is there offline: the disk cache lies in the store's folder unless
    /// ``Configuration/Images/folder`` says otherwise.
    ///
    /// Made when first asked for, which makes the disk cache's folder. A disk cache that cannot be opened is no
    /// reason to show no photos; ``events`` tells. After ``close()`` it refuses with an `ImageError`.
    public var images: ImageLoader { photos.loader }

    /// Begins to load a product's thumbnail, as a feed's configuration says.
    func thumbnailPrefetch(
      _ configuration: ProductFeed.Configuration
    ) -> (@Sendable (Product) -> (any Sendable)?)? {
      let target: ImageTarget
      let isOnlyToDisk: Bool
      switch configuration.thumbnails {
      case nil: return nil
      case .disk?: (target, isOnlyToDisk) = (.original, true)
      case .memory(let wanted)?: (target, isOnlyToDisk) = (wanted, false)
      }
      return { [photos] product in
        product.thumbnail.map {
          photos.loader.prefetch([ImageRequest($0, fitting: target)], onlyToDisk: isOnlyToDisk)
        }
      }
    }
  }

  extension Marketplace.Configuration {
    /// The settings for loading and caching a market's photos.
    public struct Images: Sendable {
      /// The memory limit for decoded photos, in bytes (default: 100 MiB, in an app's extension 8 MiB); 0 for none.
      public var memoryLimit: Int = ImageLoader.standardMemoryLimit()
      /// The disk limit for files and thumbnails, in bytes (default: 256 MiB); 0 for none.
      public var diskLimit = 256 << 20
      /// How long an unused file stays on disk (default: 30 days).
      package var ageLimit = Duration.seconds(30 * 86_400)
      /// The folder of the disk cache (default: `images` in the store's folder).
      ///
      /// Markets of several accounts may share a folder.
      public var folder: URL?
      /// The preparation of a new listing's photos for upload (default: upright, without metadata, less than
      /// 300,000 bytes).
      public var upload = UploadPreparation()

      package init() {}

      /// The folder of the photos of the store in a folder.
      package static func folder(beside store: URL) -> URL {
        store.appending(path: "images", directoryHint: .isDirectory)
      }
    }
  }
#endif
