#if Images
  public import OpenMarketImages

  /// Prefetching of the thumbnails of products that come next in a feed.
  ///
  /// They are loaded when nothing else waits, two at a time, and no further once the feed goes.
  public enum ThumbnailPrefetch: Sendable, Hashable {
    /// Nothing.
    case off
    /// Their files, into the disk cache.
    case disk
    /// Their pixels, into memory. Show them at the same size, so that they are found.
    case memory(ImageTarget)
  }
#endif
