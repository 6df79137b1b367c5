public import Foundation
public import OpenMarketAPI
public import OpenMarketHTTP
public import OpenMarketStore

extension Marketplace {
  /// The settings of a market; every property says its default.
  public struct Configuration: Sendable {
    /// The address that the server had before: its store is this server's from now on, with all that is queued (default: none).
    ///
    /// The default folder of that address gets the name of the new one, unless there is one by that name already: close a market of
    /// that address first. Never name another server, such as a test's: the queue would be sent to this one.
    public var formerServer: URL?
    /// The credentials of the vendor: `VendorCredentials`, those of a `CredentialsStore`, or a provider of one's own
    /// (default: none, for reading only).
    public var credentials: (any CredentialsProvider)?
    /// The vendor's number and name, which no call of the API returns; needed for ``Marketplace/mySales(_:configure:)``
    /// and ``ProductDetailModel/isMine`` (default: the one that a `CredentialsStore` has kept since an earlier write; otherwise
    /// unknown until the first one).
    public var vendor: Vendor?
    /// Whether the server performs all requests with the same `Idempotency-Key` once (default: no).
    public var serverHonoursIdempotencyKeys = false
    /// The transport that performs the requests (default: a `URLSession` of its own).
    public var transport: any HTTPTransport
    /// The network layer: time limits, retries, logging, rate.
    ///
    /// Its `HTTPClient.Configuration.clock` is the clock of the whole market. Its
    /// `HTTPClient.Configuration.responseCacheLimit` does not count, as the store keeps the responses.
    public var http = HTTPClient.Configuration()
    /// The store's settings; its time is replaced by that of ``http``.
    package var store = MarketStore.Configuration()
    /// The approximate limit for copies in the store, in bytes, without synced ones (default: 64 MiB).
    public var storeByteLimit: Int {
      get { store.byteLimit }
      set { store.byteLimit = newValue }
    }
    /// The words treated as equivalent in searches of this device (default: `SearchEquivalents.standard`).
    public var searchEquivalents: SearchEquivalents {
      get { store.searchEquivalents }
      set { store.searchEquivalents = newValue }
    }
    #if Images
      /// The settings for loading and caching photos.
      public var images = Images()
    #endif
    /// Whether responses are cached in the store, so that the server need not send unchanged ones again
    /// after a relaunch either (default: yes).
    ///
    /// Otherwise ``http`` decides what is cached.
    package var cachesResponses = true
    /// The age from which a stored list is stale: displayed, and refreshed in the background (default: 0 s). A
    /// ``ProductFeed`` reads its beginning anew whenever it starts; this age decides at refreshes, such as when the app
    /// returns.
    package var listStaleTime = Duration.zero
    /// The age from which a stored product is stale (default: 60 s).
    package var detailStaleTime = Duration.seconds(60)

    /// Whether the market suspends itself when the app enters the background, and resumes when it returns (default:
    /// yes); see ``Marketplace/suspend(gracePeriod:)``.
    ///
    /// Only where the system suspends apps: iOS, tvOS and visionOS. A market made while the app is in the background, as
    /// after a silent push, is suspended by itself only if its store is in the container of an app group, when the system's
    /// time runs out: do that work in ``Marketplace/performBackgroundTask(_:)``.
    public var suspendsInBackground = true

    /// Whether the network is to be used sparingly, called whenever that matters; `nil` for the system's setting (default),
    /// which is Low Data Mode on Apple platforms and never elsewhere.
    ///
    /// Then nothing is loaded that is not displayed yet: no thumbnails of products that come next, nothing that
    /// `OpenMarketImages.ImageLoader.prefetch(_:onlyToDisk:)` is given, and the next page of a list only when its last product
    /// is displayed. For a photo with a thumbnail, only the thumbnail is loaded until more is requested (`PhotoModel`).
    public var isNetworkConstrained: (@Sendable () -> Bool)?

    /// Whether every step of every request, read and write is one of the ``Marketplace/events`` (default: no).
    ///
    /// The latest 10,000 are kept in memory, less than 8 MB.
    public var tracesEvents = false
    /// A new file to which the events are written as lines of JSON, for `market inspect`, 64 MiB at most; traces the events
    /// (default: none).
    ///
    /// Only its owner can read it. If it cannot be written to its end, ``Marketplace/events`` has an event of that.
    public var eventFile: URL?
    /// The maximum size of ``eventFile``, in bytes (default: 64 MiB).
    package var eventFileLimit = 64 << 20
    /// A Unix domain socket at which programs of the same user can follow the events, as `market inspect` does; traces the
    /// events (default: none).
    ///
    /// In a folder that only its owner can open; the path has at most 100 bytes. Closed while the market is suspended; if it
    /// cannot be made again afterwards, ``Marketplace/events`` has an event of that.
    public var inspectorSocket: URL?
    /// The time that opening waits for an inspector at ``inspectorSocket`` (default: none).
    package var inspectorWait = Duration.zero
    /// How long inspectors that do not read are waited for when the market is closed or suspended (default: a second).
    package var inspectorPatience = Duration.seconds(1)

    /// The settings of the outbox.
    public var outbox = Outbox.Configuration()

    /// Called when the market was closed.
    package var onClose: @Sendable () -> Void = {}

    package init() { transport = URLSessionTransport() }
  }
}
