import ArgumentParser
import Foundation
import OpenMarket

/// Where what is stored on this device is.
struct StoreOptions: ParsableArguments {
  @OptionGroup var common: CommonOptions

  @Option(
    help: .value(
      "folder",
      "The store's folder (default: OPENMARKET_STORE, the configuration file, or one for each server)."),
    completion: .directory)
  var store: String?

  var json: Bool { common.json }

  func settings() throws -> Settings { try common.settings(store: store) }

  func print(_ value: some Encodable, _ lines: (Style) -> [String]) throws { try common.print(value, lines) }

  /// The folder, which need not be there.
  func folder() throws -> URL {
    let settings = try settings()
    if let folder = settings.store { return folder }
    return try StoreLocation.folder(for: settings.requiredServer(), credentials: settings.credentials())
  }

  /// Opens the store for reading only, which is far quicker than opening it for writing.
  /// - Throws: `StoreError` with `notStored` when nothing is.
  func reader() async throws -> StoreReader {
    let (folder, server) = (try folder(), try namedServer())
    if let reader = StoreReader(folder: folder, server: server) { return reader }
    guard isThere(folder) else { throw StoreError.nothingStored(in: folder) }
    // There is something to check, to bring up to date, to repair or to complain about.
    let store = try open(folder, for: server)
    defer { RecoveryWarning.print(for: store) }
    await store.finishCheck()
    // Says what keeps copies from being read, such as a full disk that has no room to make their file.
    let failure = await Result { _ = try await store.newest(limit: 1) }
    try store.close()
    try failure.get()
    guard let reader = StoreReader(folder: folder, server: server) else {
      throw StoreError(.failed, "what is stored in \(folder.path.printable) cannot be read")
    }
    return reader
  }

  /// Does something with the store, which must be there; `ofAnyServer` also with that of another server, for what looks after it.
  /// - Throws: `StoreError` with `notStored` when it is not.
  func withStore<Value>(
    ofAnyServer: Bool = false, _ body: (MarketStore) async throws -> Value
  ) async throws -> Value {
    guard let value = try await withStoreIfAny(ofAnyServer: ofAnyServer, body) else {
      throw StoreError.nothingStored(in: try folder())
    }
    return value
  }

  /// Does something with the store; `nil` when it is not there, which makes no folder.
  func withStoreIfAny<Value>(
    ofAnyServer: Bool = false, _ body: (MarketStore) async throws -> Value
  ) async throws -> Value? {
    let folder = try folder()
    guard isThere(folder) else { return nil }
    let store = try open(folder, for: ofAnyServer ? nil : namedServer())
    RecoveryWarning.print(for: store)
    // Closed in any case, which saves the next process from checking the files.
    defer {
      try? store.close()
      RecoveryWarning.print(for: store)
    }
    return try await body(store)
  }

  /// Reads what exists only on this device, also in a folder that cannot be written; `nil` when nothing is stored.
  func readUserData<Value>(_ body: (any UserDataReading) async throws -> Value) async throws -> Value? {
    do {
      return try await withStoreIfAny { try await body($0) }
    } catch let error as StoreError where error.code == .notPermitted {
      let folder = try folder()
      // In a folder that can be written, the error is about something else.
      guard unsafe access(folder.path, R_OK | X_OK) == 0, unsafe access(folder.path, W_OK) != 0 else {
        throw error
      }
      return try await body(UserDataReader(folder: folder, server: namedServer()))
    }
  }

  /// Whether anything is stored: copies, or data of the user's alone.
  func isThere() throws -> Bool { isThere(try folder()) }

  private func isThere(_ folder: URL) -> Bool {
    ["cache.db", "user.db"].contains {
      // Where a folder does not let one see what is in it, whoever opens it says so.
      unsafe access(folder.appending(path: $0).path, F_OK) == 0 || errno != ENOENT
    }
  }

  /// The server whose data must be in a folder that was named; `nil` for the default one, which is the server's by its name,
  /// and when no server is configured.
  private func namedServer() throws -> String? {
    let settings = try settings()
    guard settings.store != nil else { return nil }
    return try settings.server.map { try HTTPClient.name(of: $0) }
  }

  private func open(_ folder: URL, for server: String?) throws -> MarketStore {
    var configuration = MarketStore.Configuration()
    configuration.server = server
    return try RecoveryWarning.opening(folder) {
      try MarketStore(folder: folder, configuration: configuration)
    }
  }

  /// The market and its store, which is made when it is not there.
  ///
  /// It sends nothing that is queued by itself; `adapt` changes what a command wants otherwise.
  func openMarket(_ adapt: (inout Marketplace.Configuration) -> Void = { _ in }) throws -> Marketplace {
    let settings = try settings()
    let market = try RecoveryWarning.opening(folder()) {
      try Marketplace(server: settings.requiredServer(), folder: settings.store) { configuration in
        configuration.credentials = try settings.credentials()
        configuration.transport = try common.transport()
        common.applyEvents(to: &configuration)
        configuration.http.totalTimeout = settings.timeout
        configuration.http.headers[.userAgent] = UserAgent.ofCommand
        configuration.serverHonoursIdempotencyKeys = settings.serverHonoursIdempotencyKeys
        configuration.outbox.attemptTimeout = settings.timeout
        configuration.outbox.settlingTime = settings.settlingTime
        configuration.outbox.startsByItself = false
        adapt(&configuration)
      }
    }
    RecoveryWarning.print(for: market.store)
    return market
  }
}

extension Marketplace {
  /// Does something, then closes the market in any case, which saves the next process from checking the files.
  func closing<Value>(_ body: () async throws -> Value) async throws -> Value {
    let result = await Result { try await body() }
    try? await close()
    RecoveryWarning.print(for: store)
    if let failure = eventFileFailure {
      Terminal().note("market: warning: \(failure.message.printable)")
    }
    return try result.get()
  }
}

extension StoreError {
  static func nothingStored(in folder: URL) -> StoreError {
    StoreError(
      .notStored,
      "nothing is stored in \(folder.path.printable): 'market sync' stores all that the server has")
  }
}
