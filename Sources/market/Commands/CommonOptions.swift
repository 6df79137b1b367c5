import ArgumentParser
import Foundation
import OpenMarket
import OpenMarketHTTP
import OpenMarketPacing

/// The options of every command.
struct CommonOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The market's address (else OPENMARKET_SERVER, else the configuration file).", valueName: "url"))
  var server: String?

  @Option(
    help: ArgumentHelp("Seconds for the whole call, retries included (default: 60).", valueName: "seconds"))
  var timeout: Double?

  @Flag(help: "Print JSON, one document a line, for scripts.")
  var json = false

  /// The client that the options, the environment and the configuration file describe.
  func makeClient() throws -> MarketClient {
    let settings = try settings(store: nil)
    return try MarketClient(server: settings.requiredServer(), credentials: settings.credentials()) {
      configuration in
      configuration.totalTimeout = settings.timeout
    }
  }

  func settings(store: String?) throws -> Settings {
    try Settings(
      server: server, timeout: timeout, store: store, environment: ProcessInfo.processInfo.environment)
  }
}

/// Where what is stored on this device is.
struct StoreOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The folder of what is stored (else OPENMARKET_STORE, else the configuration file, else one for each server).",
      valueName: "folder"))
  var store: String?

  /// The folder, which need not be there.
  func folder(_ common: CommonOptions) throws -> URL {
    let settings = try common.settings(store: store)
    if let folder = settings.store { return folder }
    return try StoreLocation.automatic.url(
      server: settings.requiredServer(), credentials: settings.credentials())
  }

  /// Opens the store for reading only, which is far quicker than opening it for writing.
  /// - Throws: `StoreError` with `notStored` when nothing is.
  func reader(_ common: CommonOptions) async throws -> StoreReader {
    let folder = try folder(common)
    if let reader = StoreReader(folder: folder) { return reader }
    guard isThere(folder) else { throw StoreError.nothingStored(in: folder) }
    // There is something to check, to bring up to date, to repair or to complain about.
    let store = try MarketStore(folder: folder)
    await store.finishCheck()
    try store.close()
    guard let reader = StoreReader(folder: folder) else {
      throw StoreError(.failed, "what is stored in \(folder.path.printable) cannot be read")
    }
    return reader
  }

  /// Pending writes, over what `reader` reads.
  func waiting(_ common: CommonOptions, _ reader: StoreReader) throws -> PendingWrites {
    let settings = try common.settings(store: store)
    return PendingWrites(reader, vendor: (try? settings.credentials())?.vendor)
  }

  /// The stored products, and the pending writes over them.
  func stored(_ common: CommonOptions) async throws -> (reader: StoreReader, waiting: PendingWrites) {
    let reader = try await reader(common)
    return (reader, try waiting(common, reader))
  }

  /// A walk through what is stored, with pending writes.
  func walk(_ common: CommonOptions, filter: ProductFilter) async throws -> StoredWalk {
    let (reader, waiting) = try await stored(common)
    return StoredWalk(reader, filter: filter, waiting: waiting)
  }

  /// Does something with the store, which must be there.
  /// - Throws: `StoreError` with `notStored` when it is not.
  func withStore<Value>(
    _ common: CommonOptions, _ body: (MarketStore) async throws -> Value
  ) async throws -> Value {
    guard let value = try await withStoreIfAny(common, body) else {
      throw StoreError.nothingStored(in: try folder(common))
    }
    return value
  }

  /// Does something with the store; `nil` when it is not there, which makes no folder.
  func withStoreIfAny<Value>(
    _ common: CommonOptions, _ body: (MarketStore) async throws -> Value
  ) async throws -> Value? {
    let folder = try folder(common)
    guard isThere(folder) else { return nil }
    let store = try MarketStore(folder: folder)
    // Closed in any case, which saves the next process from checking the files.
    defer { try? store.close() }
    return try await body(store)
  }

  /// Whether anything is stored.
  func isThere(_ common: CommonOptions) throws -> Bool { isThere(try folder(common)) }

  private func isThere(_ folder: URL) -> Bool {
    FileManager.default.fileExists(atPath: folder.appending(path: "cache.db").path)
  }

  /// The market and its store, which is made when it is not there.
  ///
  /// `rate` is the most that is asked of the server.
  func openMarket(_ common: CommonOptions, rate: RateLimit = .unlimited) throws -> Marketplace {
    let settings = try common.settings(store: store)
    let location = settings.store.map(StoreLocation.folder) ?? .automatic
    return try Marketplace(server: settings.requiredServer(), store: location) { configuration in
      let credentials = try settings.credentials()
      configuration.credentials = credentials
      configuration.vendor = credentials?.vendor
      configuration.http.totalTimeout = settings.timeout
      configuration.http.rateLimit = rate
      configuration.serverHonoursIdempotencyKeys = settings.serverHonoursIdempotencyKeys
      configuration.outbox.attemptTimeout = settings.timeout
      configuration.outbox.settlingTime = settings.settlingTime
      // Commands that only read send nothing.
      configuration.outbox.startsByItself = false
    }
  }
}

extension Marketplace {
  /// Does something, then closes the market in any case, which saves the next process from checking the files.
  func closing<Value>(_ body: () async throws -> Value) async throws -> Value {
    let result = await Result { try await body() }
    try? await close()
    return try result.get()
  }
}

extension StoreError {
  static func nothingStored(in folder: URL) -> StoreError {
    StoreError(
      .notStored,
      "nothing is stored in \(folder.path.printable): 'market sync' stores all that the server has"
    )
  }
}

/// Which part of a list to show.
struct PageOptions: ParsableArguments {
  @Option(help: "The page, from 1.")
  var page = 1

  @Option(help: "Products on a page, 1 to 1000.")
  var size = 20

  @Flag(help: "Every page; with --json one product a line.")
  var all = false

  @Option(help: ArgumentHelp("With --all: stop after so many products.", valueName: "count"))
  var limit: Int?

  /// How many products stand before the page.
  var offset: Int { (page - 1) * size }

  func validate() throws {
    guard 1...Int(Int32.max) ~= page else {
      throw ValidationError("--page is \(page); it must be 1 to \(Int32.max)")
    }
    guard 1...1000 ~= size else { throw ValidationError("--size is \(size); it must be 1 to 1000") }
    guard limit.map({ $0 >= 1 }) ?? true else { throw ValidationError("--limit must be 1 or more") }
    guard all || limit == nil else { throw ValidationError("--limit goes with --all") }
    guard !all || page == 1 else { throw ValidationError("--page and --all exclude each other") }
  }
}
