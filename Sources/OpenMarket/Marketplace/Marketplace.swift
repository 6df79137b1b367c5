import Dispatch
public import Foundation
public import OpenMarketAPI
import OpenMarketHTTP
import OpenMarketPacing
public import OpenMarketStore

/// A marketplace client with a store: data read once is available at once and offline, and the server is asked
/// when needed.
///
/// ```swift
/// let market = try Marketplace(server: url)
/// let page = try await market.products(page: 1)        // cache-first by default
/// let hits = try await market.search("맥ㅂ")             // works with no network
/// let names = try await market.suggestions(for: "ㄴㅌㅂ")
/// ```
///
/// Every read returns a value with its source, its age and the reasons (``Stamped``), and takes
/// ``ReadOptions``. Every response of the server is stored. A store that fails does not stop reads from the
/// server, and a server that fails does not stop reads from the store; ``events`` reports both.
///
/// Make one for each server and account, and keep it. Several, in one process or many, may share a folder.
/// All methods can be called from any thread.
public final class Marketplace: Sendable {
  /// The client of the server's API; for calls that need no store.
  public let client: MarketClient
  /// The store on this device.
  public let store: MarketStore
  /// As given when the market was made.
  package let configuration: Configuration

  /// The queue that sends writes to the server.
  public let outbox: Outbox

  let lifecycle: Lifecycle
  let autosaves = SavesUnderWay()
  let refresher: Refresher
  let network: NetworkState
  private let clock: PausableClock
  private let suspendableTransport: SuspendableTransport
  #if canImport(UIKit) && !os(watchOS)
    private let background: BackgroundObserver?
  #endif
  let reader: Reader
  let photos: MarketPhotos
  private let inspection: Inspection
  let flights: ReadFlights
  let serverSuggestions: ServerSuggestions

  /// Opens the store, creating it if there is none; no connection is opened.
  ///
  /// Takes some milliseconds, and longer while another process migrates or repairs the folder: an app that shares it with an
  /// extension makes the market in a task, beside the main thread.
  ///
  /// - Parameters:
  ///   - server: The market's base address: http or https, optionally with a port and a path prefix.
  ///   - folder: The folder of the store, for one account on one server. Default: one for this server and account in
  ///     `Application Support` on Apple platforms, in `$XDG_DATA_HOME` or `~/.local/share` on Linux. On tvOS in `Caches`:
  ///     the system may remove the store, and with it the queue, while the app is not running.
  ///   - configure: Changes the defaults.
  /// - Throws: `HTTPError` with `invalidInput` for an address that cannot be used; `StoreError` when the
  ///   store cannot be opened, with `invalidInput` when neither `folder` nor the `account` of the credentials is known, with
  ///   `notPermitted` when the folder holds another server's data or another account's
  ///   queue; what `configure` throws.
  public init(
    server: URL, folder: URL? = nil,
    configure: (inout Configuration) throws -> Void = { _ in }
  ) throws {
    var configuration = Configuration()
    try configure(&configuration)
    _ = try HTTPClient.name(of: server)  // Before files are made.
    inspection = try Inspection(
      file: configuration.eventFile, limit: configuration.eventFileLimit,
      socket: configuration.inspectorSocket, patience: configuration.inspectorPatience)
    let events = configuration.makeEvents()
    let steadyClock = configuration.http.time.clock
    clock = PausableClock(steadyClock)
    configuration.http.time.clock = AnyClock(clock)
    let store = try configuration.openStore(in: folder, for: server, events)
    let responses = ResponseWatch()
    suspendableTransport = SuspendableTransport(
      WatchedTransport(base: configuration.transport, watch: responses))
    let client = try MarketClient(
      server: server, credentials: configuration.credentials, transport: suspendableTransport,
      serverHonoursIdempotencyKeys: configuration.serverHonoursIdempotencyKeys
    ) { [http = configuration.http] in $0 = http }
    flights = ReadFlights(clock: configuration.http.time.clock)
    reader = Reader(time: configuration.http.time, background: BackgroundWork(), events: events)
    serverSuggestions = ServerSuggestions(client)
    self.client = client
    self.store = store
    self.configuration = configuration
    outbox = Outbox(
      client, store, configuration.outbox, vendor: configuration.vendor, http: configuration.http,
      events: events)
    refresher = Refresher(clock: steadyClock, date: configuration.http.time.date) {
      [weak outbox] in await outbox?.retryPending()
    }
    network = NetworkState(isConstrained: configuration.isNetworkConstrained) {
      [weak outbox, weak refresher] in
      outbox?.noteNetwork()
      refresher?.fire("network")
    }
    network.start()
    photos = MarketPhotos(
      client.http, beside: store, configuration, events: reader.events,
      isConstrained: { [network] in network.isConstrained })
    lifecycle = Lifecycle(
      clock: steadyClock,
      Lifecycle.Steps(
        autosaves: autosaves, outbox: outbox, transport: suspendableTransport, photos: photos, store: store,
        network: network, refresher: refresher, clock: clock, inspection: inspection))
    // Before anything can suspend it.
    inspection.begin(
      InspectionFeed(events, of: server, store, outbox, photos), wait: configuration.inspectorWait)
    #if canImport(UIKit) && !os(watchOS)
      background = configuration.suspendsInBackground ? BackgroundObserver(lifecycle, store.folder) : nil
    #endif
    responses.listen { [weak driver = outbox.driver, weak refresher] isReturn in
      if let driver, driver.waitsForNetwork { driver.noteNetwork() }
      if isReturn { refresher?.fire("network") }
    }
  }

  deinit {
    network.stop()
    reader.background.cancelAll()
    reader.events.finish()
    inspection.cancel()
  }

  /// The events that no call reports, such as failures in the background: the latest 32, then those to come.
  ///
  /// With ``Configuration/tracesEvents`` also every step of every request, read and write: the latest 10,000, then those to
  /// come. A listener who is slow misses the oldest.
  public var events: AsyncStream<MarketEvent> { reader.events.stream() }

  /// Why ``Configuration/eventFile`` ends before the events; `nil` when it does not.
  package var eventFileFailure: StoreError? { inspection.failure }

  /// Ends background work, and closes the store.
  ///
  /// Reads that go on fail with `StoreError.Code.closed`, as do later ones. Goes on when the calling task is cancelled. A
  /// market that is released without it ends its background work, too.
  /// - Throws: `StoreError` when something still uses the files.
  public func close() async throws {
    // In a task of its own, as a service that ends is often cancelled: what was typed last would not be waited for.
    try await Task { try await closeAll() }.value
  }

  private func closeAll() async throws {
    if !store.isSuspended {
      try? await withDeadline(ContinuousClock.now + .seconds(5), clock: ContinuousClock()) { [autosaves] in
        await autosaves.finish()
      }
    }
    await lifecycle.close()
    network.stop()
    refresher.suspend()
    await outbox.stop()
    await reader.background.close()
    await photos.close()
    reader.events.finish()
    outbox.driver.sender.progress.finish()
    await inspection.close(canRead: !store.isSuspended)
    defer {
      suspendableTransport.resume()
      clock.resume()
    }
    // Not in a task: it may wait for another process, and for reads.
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global(qos: .userInitiated).async { [store] in
        continuation.resume(with: Result { try store.close() })
      }
    }
    configuration.onClose()
  }
}

extension Marketplace.Configuration {
  /// Makes what everything tells its events to.
  fileprivate mutating func makeEvents() -> MarketEvents {
    let isTraced = tracesEvents || eventFile != nil || inspectorSocket != nil
    let events = MarketEvents(isTraced: isTraced, logger: http.logger, date: http.time.date)
    http.events = isTraced ? events : nil
    return events
  }

  /// Opens the store, which keeps responses, too, if that is wanted, for the vendor of the credentials.
  fileprivate mutating func openStore(
    in folder: URL?, for server: URL, _ events: MarketEvents
  ) throws -> MarketStore {
    store.time = http.time
    store.events = events
    store.account = credentials?.account.map { SignIn.digest(of: Secret($0)) }
    store.server = try HTTPClient.name(of: server)
    // Known since an earlier write, maybe into a store that is gone.
    vendor = vendor ?? (credentials as? StoredCredentials)?.vendor
    store.formerServer = try formerServer.map(HTTPClient.name)
    let folder = try folder ?? defaultFolder(for: server)
    let opened = try MarketStore(folder: folder, configuration: store)
    if cachesResponses {
      http.revalidationStore = StoreRevalidation(opened, credentialHeaders: http.credentialHeaders)
    }
    return opened
  }

  private func defaultFolder(for server: URL) throws -> URL {
    let folder = try StoreLocation.folder(for: server, credentials: credentials)
    if let formerServer {
      try StoreLocation.move(StoreLocation.folder(for: formerServer, credentials: credentials), to: folder)
    }
    return folder
  }
}

extension Marketplace {
  var now: Date { reader.time.date() }

  var overlays: OverlaySource {
    OverlaySource(store: store, vendor: configuration.vendor, events: reader.events)
  }

  /// Another outbox on the same store, as that of a process that was started anew.
  package func makeOutbox() -> Outbox {
    Outbox(
      client, store, configuration.outbox, vendor: configuration.vendor, http: configuration.http,
      events: reader.events)
  }
}
