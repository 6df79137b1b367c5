/// An event in an ``ImageLoader``, for logs and measurements.
public struct ImageLoaderEvent: Sendable {
  /// The kinds of events; an open set.
  public struct Kind: RawRepresentable, Sendable, Hashable {
    /// The stable text of the kind.
    public let rawValue: String
    /// Makes a kind from its text.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// An image was in memory with its pixels.
    public static let memoryHit = Kind(rawValue: "memoryHit")
    /// An image was restored from the compressed tier.
    public static let compressedHit = Kind(rawValue: "compressedHit")
    /// An image was made from a larger one of the same source.
    public static let derived = Kind(rawValue: "derived")
    /// An image, or its file, was on disk.
    public static let diskHit = Kind(rawValue: "diskHit")
    /// A request was sent for a file.
    public static let downloadStarted = Kind(rawValue: "downloadStarted")
    /// A file is complete.
    public static let downloadFinished = Kind(rawValue: "downloadFinished")
    /// A download was stopped because what had come suffices.
    public static let finishedEarly = Kind(rawValue: "finishedEarly")
    /// The server confirmed the cached file.
    public static let revalidated = Kind(rawValue: "revalidated")
    /// The server could not be asked, so the cached file was used though it is old.
    public static let servedStale = Kind(rawValue: "servedStale")
    /// A download was stopped because nobody waits for it.
    public static let downloadCancelled = Kind(rawValue: "downloadCancelled")
    /// A download failed.
    public static let downloadFailed = Kind(rawValue: "downloadFailed")
    /// A file was decoded, once for all sizes that were wanted.
    public static let decoded = Kind(rawValue: "decoded")
    /// A decode was stopped because nobody waits for it.
    public static let decodeCancelled = Kind(rawValue: "decodeCancelled")
    /// A file could not be decoded.
    public static let decodeFailed = Kind(rawValue: "decodeFailed")
  }

  /// The kind of event.
  public var kind: Kind
  /// Where the image is, without the query, which may hold a signature; `nil` where only the identity is known.
  public var source: String
  /// How many bytes came, or how many images.
  public var count: Int
  /// How long it took, where that was measured.
  public var duration: Duration
  /// Why it failed.
  public var error: ImageError?
}

/// The numbers of events in an ``ImageLoader`` so far.
public struct ImageLoaderCounters: Sendable, Hashable {
  /// Loads started, prefetches included; an image that is in memory when it is asked for needs none.
  public var requests = 0
  /// Images that were in memory with their pixels.
  public var memoryHits = 0
  /// Images that were restored from the compressed tier.
  public var compressedHits = 0
  /// Images that were made from a larger image.
  public var derived = 0
  /// Reads that found something on disk.
  public var diskHits = 0
  /// Requests that joined one for the same size of the same source.
  public var coalesced = 0
  /// Requests refused because the source failed a moment ago.
  public var knownFailures = 0
  /// Downloads started.
  public var downloads = 0
  /// Times that a download was continued instead of begun anew.
  public var resumptions = 0
  /// Bytes that came.
  public var downloadedBytes = 0
  /// Downloads that ended early because what had come sufficed.
  public var earlyFinishes = 0
  /// Responses that confirmed a cached file.
  public var revalidations = 0
  /// Downloads stopped because nobody waited for them.
  public var cancelledDownloads = 0
  /// Downloads that failed.
  public var failedDownloads = 0
  /// Files decoded: passes over the entropy-coded data.
  public var decodes = 0
  /// Images that came of them.
  public var decodedImages = 0
  /// Decodes stopped because nobody waited for them.
  public var cancelledDecodes = 0
  /// Decodes that failed.
  public var failedDecodes = 0
  /// The time of all downloads.
  public var downloadTime = Duration.zero
  /// The time of all decodes.
  public var decodeTime = Duration.zero

  mutating func note(_ event: ImageLoaderEvent) {
    switch event.kind {
    case .memoryHit: memoryHits += 1
    case .compressedHit: compressedHits += 1
    case .derived: derived += 1
    case .diskHit: diskHits += 1
    case .downloadStarted: downloads += 1
    case .finishedEarly:
      earlyFinishes += 1
      downloadTime += event.duration
    case .downloadFinished: downloadTime += event.duration
    case .revalidated: revalidations += 1
    case .downloadCancelled: cancelledDownloads += 1
    case .downloadFailed: failedDownloads += 1
    case .decoded:
      decodes += 1
      decodedImages += event.count
      decodeTime += event.duration
    case .decodeCancelled: cancelledDecodes += 1
    case .decodeFailed: failedDecodes += 1
    default: break
    }
  }
}
