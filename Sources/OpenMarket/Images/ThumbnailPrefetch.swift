#if Images
  public import OpenMarketImages

  /// Prefetching of the thumbnails of products that come next in a feed.
  ///
  /// They are loaded two at a time, when no other load waits, and only while the feed exists.
  public enum ThumbnailPrefetch: Sendable, Hashable {
    /// Loads the files into the disk cache.
    case disk
    /// Loads the pixels into memory. Show them at the same size, so that they are found.
    case memory(ImageTarget)
  }
#endif
