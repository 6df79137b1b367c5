package import OpenMarketHTTP

package struct ImageLoaderEvent: Sendable {
  package enum Kind: String, Sendable {
    /// An image was in memory with its pixels.
    case memoryHit
    /// An image was made from a larger one of the same source.
    case derived
    /// An image, or its file, was on disk.
    case diskHit
    /// A request was sent for a file.
    case downloadStarted
    /// A file is complete.
    case downloadFinished
    /// A download was stopped because what had come suffices.
    case finishedEarly
    /// The server confirmed the cached file.
    case revalidated
    /// The server could not be asked, so the cached file was used though it is old.
    case servedStale
    /// A download was stopped because no caller waits for it.
    case downloadCancelled
    /// A download failed.
    case downloadFailed
    /// A file was decoded, once for all sizes that were wanted.
    case decoded
    /// A decode was stopped because no caller waits for it.
    case decodeCancelled
    /// A file could not be decoded.
    case decodeFailed
  }

  package var kind: Kind
  /// Where the image is, without the query, which may hold a signature; `nil` where only the identity is known.
  package var source: String
  /// How many bytes came, or how many images.
  package var count: Int
  /// How long it took, where that was measured.
  package var duration: Duration
  package var error: ImageError?
  package var cause: MarketEvent.Cause?
}

/// The numbers of events in an ``ImageLoader`` so far.
package struct ImageLoaderCounters: Sendable, Hashable {
  /// Loads started, prefetches included; an image that is in memory when it is asked for needs none.
  package var requests = 0
  /// Images that were in memory with their pixels.
  package var memoryHits = 0
  /// Images that were made from a larger image.
  package var derived = 0
  /// Reads that found something on disk.
  package var diskHits = 0
  /// Requests that joined one for the same size of the same source.
  package var coalesced = 0
  /// Downloads started.
  package var downloads = 0
  /// Times that a download was continued instead of begun anew.
  package var resumptions = 0
  /// Bytes that came.
  package var downloadedBytes = 0
  /// Downloads that ended early because what had come sufficed.
  package var earlyFinishes = 0
  /// Responses that confirmed a cached file.
  package var revalidations = 0
  /// Downloads stopped because no caller waited for them.
  package var cancelledDownloads = 0
  /// Files decoded: passes over the entropy-coded data.
  package var decodes = 0
  /// Images that came of them.
  package var decodedImages = 0

  mutating func note(_ event: ImageLoaderEvent) {
    switch event.kind {
    case .memoryHit: memoryHits += 1
    case .derived: derived += 1
    case .diskHit: diskHits += 1
    case .downloadStarted: downloads += 1
    case .finishedEarly: earlyFinishes += 1
    case .revalidated: revalidations += 1
    case .downloadCancelled: cancelledDownloads += 1
    case .decoded:
      decodes += 1
      decodedImages += event.count
    default: break
    }
  }
}
