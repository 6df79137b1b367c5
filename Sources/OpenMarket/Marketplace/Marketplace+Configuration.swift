public import OpenMarketAPI
public import OpenMarketHTTP
public import OpenMarketStore

extension Marketplace {
  /// The settings of a market; every property says its default.
  public struct Configuration: Sendable {
    /// The credentials of the vendor: `VendorCredentials`, `StoredCredentials` or a provider of one's own
    /// (default: none, for reading only).
    public var credentials: (any CredentialsProvider)?
    /// The vendor's number and name, which no call of the API tells; needed for ``Marketplace/mySales(_:configure:)``
    /// (default: unknown).
    public var vendor: Vendor?
    /// Whether the server performs all requests with the same `Idempotency-Key` once (default: no).
    public var serverHonoursIdempotencyKeys = false
    /// The transport that performs the requests (default: a `URLSession` of its own).
    public var transport: any HTTPTransport
    /// The network layer: time limits, retries, logging, rate.
    ///
    /// Its `HTTPClient.Configuration.clock` is the clock of the whole market. Its
    /// `HTTPClient.Configuration.responseCacheLimit` counts only where ``cachesResponses`` is off.
    public var http = HTTPClient.Configuration()
    /// The store's settings; its time is replaced by that of ``http``.
    package var store = MarketStore.Configuration()
    /// About how many bytes the copies in the store may take, without those that were synced (default: 64 MiB).
    public var storeByteLimit: Int {
      get { store.byteLimit }
      set { store.byteLimit = newValue }
    }
    /// The age from which copies that were not synced are removed, counted from their last use (default: 7 days).
    public var storeAgeLimit: Duration {
      get { store.ageLimit }
      set { store.ageLimit = newValue }
    }
    /// The words that mean the same when this device is searched (default: `SearchEquivalents.standard`).
    public var searchEquivalents: SearchEquivalents {
      get { store.searchEquivalents }
      set { store.searchEquivalents = newValue }
    }
    #if Images
      /// How photos are loaded, and how much of them is kept.
      public var images = Images()
    #endif
    /// Whether responses are kept in the store, so that the server need not send again what has not changed
    /// since, also after a relaunch (default: yes).
    ///
    /// Otherwise ``http`` decides what is kept.
    public var cachesResponses = true
    /// The age from which a stored list is stale: displayed, and refreshed in the background (default: 0 s).
    public var listStaleTime = Duration.zero
    /// The age from which a stored product is stale (default: 60 s).
    public var detailStaleTime = Duration.seconds(60)

    /// Whether the market suspends itself when the app enters the background, and resumes when it returns (default:
    /// yes); see ``Marketplace/suspend(gracePeriod:)``.
    ///
    /// Only where the system suspends apps: iOS, tvOS and visionOS.
    public var suspendsInBackground = true

    /// Whether the network is to be used sparingly, asked whenever that matters; `nil` for what the system says (default),
    /// which is Low Data Mode on Apple platforms and never elsewhere.
    ///
    /// Then nothing is loaded that is not displayed yet: no thumbnails of products that come next, nothing that
    /// `OpenMarketImages.ImageLoader.prefetch(_:onlyToDisk:)` is given, and the next page of a list only when its last product
    /// is displayed. Of a photo with a thumbnail only that is loaded, until somebody asks for more (`PhotoModel`).
    public var isNetworkConstrained: (@Sendable () -> Bool)?

    /// How writes are sent.
    public var outbox = Outbox.Configuration()

    /// Called when the market was closed.
    package var onClose: @Sendable () -> Void = {}

    init() { transport = URLSessionTransport() }
  }
}
