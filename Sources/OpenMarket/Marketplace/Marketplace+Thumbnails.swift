import OpenMarketAPI

#if Images
  import OpenMarketImages

  extension Marketplace {
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
#else
  extension Marketplace {
    /// There is nothing to load in a build without images.
    func thumbnailPrefetch(
      _ configuration: ProductFeed.Configuration
    ) -> (@Sendable (Product) -> (any Sendable)?)? { nil }
  }
#endif
