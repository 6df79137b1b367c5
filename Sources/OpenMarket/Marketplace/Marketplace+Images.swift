#if Images
  public import Foundation
  public import OpenMarketImages

  extension Marketplace {
    /// Loads the market's photos at the size in which they are displayed, and keeps them in memory and on disk.
    ///
    /// ```swift
    /// let photo = try await market.images.image(at: url, fitting: .points(100, scale: 3))
    /// ```
    ///
    /// They come through the market's own HTTP client, with its transport, retries, rate limit and clock. What
    /// was loaded once is there offline: the disk cache lies in the store's folder unless
    /// ``Configuration/Images/folder`` says otherwise.
    ///
    /// Made when first asked for, which opens the disk cache: 20 ms with 10,000 files in it. A disk cache that
    /// cannot be opened is no reason to show no photos; ``events`` tells. After ``close()`` it refuses with
    /// an `ImageError`.
    public var images: ImageLoader { photos.loader }
  }

  extension Marketplace.Configuration {
    /// How a market loads photos, and how much of them it keeps.
    public struct Images: Sendable {
      /// The most bytes that decoded photos take in memory (default: 100 MiB); 0 for none.
      public var memoryLimit = 100 << 20
      /// The most bytes that files and thumbnails take on disk (default: 256 MiB); 0 for none.
      public var diskLimit = 256 << 20
      /// How long a file on disk is kept that nobody uses (default: 30 days).
      package var ageLimit = Duration.seconds(30 * 86_400)
      /// Where they are on disk (default: `images` in the store's folder).
      ///
      /// Markets of several accounts may share a folder.
      public var folder: URL?
      /// How the photos of a new listing are made fit for upload (default: upright, without metadata, less than
      /// 300,000 bytes).
      public var upload = UploadPreparation()
      /// Changes everything else about the loader, such as how much it does at a time; called once, when it is
      /// made.
      public var loader: @Sendable (inout ImageLoader.Configuration) -> Void = { _ in }

      package init() {}

      /// The folder of a store's photos.
      /// - Parameter store: The store's folder.
      /// - Returns: `images` in it.
      package static func folder(beside store: URL) -> URL {
        store.appending(path: "images", directoryHint: .isDirectory)
      }
    }
  }
#endif
