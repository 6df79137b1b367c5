import Dispatch
import Foundation
import GRDB
import OpenMarketAPI
import OpenMarketHTTP
import OpenMarketPacing
import Synchronization

/// The files of a store's folder, and what is done when one of them cannot be used.
///
/// Copies can be fetched again, so a `cache.db` that is damaged, too new or in the way of a write on a full disk is made
/// anew. `user.db` is never thrown away: see ``rescueUserData(_:)``.
final class StoreFiles: Sendable {
  let folder: StoreFolder
  let cache: DatabaseFile
  let user: DatabaseFile
  let changeHub = Broadcast<StoreChange>(patience: .max, gather: StoreChange.gather)
  let events: MarketEvents
  let pendingMarks = PendingMarks()
  let responses = ResponseLog()
  let use: FolderUse
  /// Where what may wait for another process does.
  private let waits = DispatchQueue(label: "openmarket.store.waits", qos: .userInitiated)
  /// The damaged files that were there when this store was opened.
  private let damagedFiles: Set<String>
  /// Whether this installation is still to be noted in a `user.db` that another one has written last, for which a full
  /// disk had no room.
  let owesInstallation = Atomic(false)
  /// The rescues by this store.
  let recoveries = Mutex<[UserDataRecovery]>([])
  /// The account's vendor, as it was read last.
  private let lastVendor = Mutex<Vendor?>(nil)
  /// How often a statement has met damage in a file.
  private let damageCounts = Mutex<[String: Int]>([:])
  let date: @Sendable () -> Date
  /// The refusals of sign-outs: of those under way, and of the one that has closed the store.
  private let refusals = Mutex<[WriteKind]>([])

  /// Opens everything, and repairs what it can.
  init(_ url: URL, events: MarketEvents, date: @escaping @Sendable () -> Date) throws(StoreError) {
    self.events = events
    self.date = date
    let cacheURL = url.standardizedFileURL.appending(path: DatabaseSettings.cache.name)
    let path = cacheURL.path(percentEncoded: false)
    if let reason = SQLiteReason.ofLength(path) { throw StoreError(.invalidInput, reason) }
    folder = try StoreFolder(url)
    damagedFiles = Self.damagedFiles(in: folder)
    use = FolderUse(folder)
    cache = DatabaseFile(.cache, in: folder)
    user = DatabaseFile(.user, in: folder)
    do {
      try use.exclusively { joinsAlone in
        try openUserData(isAlone: joinsAlone)
        try openCacheIfRoom()
      }
    } catch {
      throw StoreError(error, in: url.path(percentEncoded: false))
    }
  }

  /// Whether user data was rescued since this store was opened, here or by another process, or is being rescued.
  ///
  /// Nothing is removed then until the next launch: what looks unused may only have lost what used it.
  var haveRescued: Bool {
    Self.isRescuing(in: folder.url) || !Self.damagedFiles(in: folder).isSubset(of: damagedFiles)
  }

  /// Whether a rescue is under way, or has ended before it was complete; yes where that cannot be told.
  static func isRescuing(in folder: URL) -> Bool {
    let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))
    return names?.contains { $0.hasPrefix("\(DatabaseSettings.user.name).rescuing-") } ?? true
  }

  private static func damagedFiles(in folder: StoreFolder) -> Set<String> {
    Set((try? folder.names(beginningWith: "\(DatabaseSettings.user.name).corrupt-")) ?? [])
  }

  /// The damaged files that were put aside and are still there, without their logs; the oldest first.
  var keptFiles: [String] {
    let names = Self.damagedFiles(in: folder)
    return names.filter { name in
      !DatabaseFile.companions.contains {
        name.hasSuffix($0) && names.contains(String(name.dropLast($0.count)))
      }
    }.sorted { $0.compare($1, options: .numeric) == .orderedAscending }
  }

  /// Makes sure that the data is that of `owner`, and notes its server from the first time on that one is named.
  ///
  /// - Throws: ``StoreError/Code/notPermitted`` when it is another server's or another account's.
  func require(_ owner: StoreOwner) throws {
    guard owner.server != nil || owner.account != nil else { return }
    let connection = try connectionAtOnce(to: user)
    let server = try connection.readAtOnce { db in
      try owner.check(db)
      return try StoreOwner.server(in: db)
    }
    guard owner.server != nil, server != owner.server else { return }
    do {
      try connection.writeAtOnce { db in
        // Another process may have been faster.
        try owner.check(db)
        try owner.noteServer(db)
      }
    } catch is FileWasMoved {
      try require(owner)
    } catch  where StoreError.isDiskFull(error) {
      // The first write into the queue notes it, too.
    }
  }

  /// Refuses writes of this kind from now on, or takes them again.
  func refuse(_ kind: WriteKind, _ refuses: Bool) {
    refusals.withLock { refusals in
      if refuses { return refusals.append(kind) }
      if let index = refusals.firstIndex(of: kind) { refusals.remove(at: index) }
    }
  }

  /// Throws ``StoreError/Code/closed`` when writes of this kind are refused; to be called in the transaction, so that a write
  /// that has passed is before the sign-out's.
  func take(_ kind: WriteKind) throws(StoreError) {
    if kind != .essential, refusals.withLock({ $0.contains { kind <= $0 } }) { throw StoreError.wasClosed }
  }

  /// Does `body`, unless writes of this kind are refused.
  func take<Value>(
    _ kind: WriteKind, _ db: Database, _ body: (Database) throws -> Value
  ) throws -> Value {
    try take(kind)
    return try body(db)
  }

  /// The connections to `file`, after opening it anew when another process has replaced it.
  func connection(to file: DatabaseFile) async throws -> DatabaseFile.Connection {
    if use.latch.isClosed { throw StoreError.suspended }
    if let connection = try file.connection() { return connection }
    return try await waiting(for: file) { try self.connectionAtOnce(to: file) }
  }

  /// Does what may wait for another process on a thread of its own: tasks have as many as there are processors, and with
  /// these waiting nothing else would go on, for up to two minutes.
  private func waiting<Value: Sendable>(
    for file: DatabaseFile, _ body: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      waits.async {
        let result = Result { try body() }
        continuation.resume(with: result.mapError { StoreError($0, in: file.path) })
      }
    }
  }

  /// The connections to `file` for callers that are no task: as ``connection(to:)``, but on the calling thread, which may
  /// wait for another process.
  func connectionAtOnce(to file: DatabaseFile) throws -> DatabaseFile.Connection {
    if use.latch.isClosed { throw StoreError.suspended }
    if let connection = try file.connection() { return connection }
    do {
      try use.exclusively { _ in
        guard try file.connection() == nil else { return }
        file.disconnect()
        if file === cache { return try openCache() }
        try openUserData(isAlone: false)
      }
    } catch {
      throw StoreError(error, in: file.path)
    }
    publishChange(of: file)
    guard let connection = try file.connection() else {
      throw StoreError(.failed, "\(file.path) was replaced while it was opened")
    }
    return connection
  }

  /// The account's vendor, as far as it is known. Opens nothing, which may wait for another process, and waits for no write:
  /// while `user.db` is closed, has one connection for everything or cannot be read, it is what was read last.
  var knownVendor: Vendor? {
    guard let connection = try? user.connection(), !connection.isSingle else {
      return lastVendor.withLock { $0 }
    }
    return readVendor(connection)
  }

  @discardableResult func readVendor(_ connection: DatabaseFile.Connection) -> Vendor? {
    do {
      let vendor = try connection.readAtOnce { try $0.vendor() }
      lastVendor.withLock { $0 = vendor }
      return vendor
    } catch {
      return lastVendor.withLock { $0 }
    }
  }

  /// Does what can be done about `error`, which a statement met on `connection`, and returns whether another attempt is
  /// worth it.
  func repair(
    _ file: DatabaseFile, after error: StoreError, on connection: DatabaseFile.Connection
  ) async throws -> Bool {
    switch error.code {
    case .damaged:
      try await waiting(for: file) { [self] in
        try use.exclusively { _ in
          // Unless another store has replaced it since.
          if try file.connection() === connection { try mend(file, after: error) }
        }
        publishChange(of: file)
      }
      return true
    case .diskFull:
      events.send(MarketEvent(.diskFull, reason: error.message))
      guard file === user, FileIdentity(path: cache.path) != nil else { return false }
      // What only this device has goes before copies. They are opened again when they are next used.
      try await waiting(for: cache) { [self] in
        try use.exclusively { _ in dropCache(because: error.message) }
      }
      return true
    default:
      // Whoever replaced the file has closed the connections under this statement.
      return try file.connection() !== connection
    }
  }

  /// Tells the listeners that anything in `file` may be different.
  func publishChange(of file: DatabaseFile) {
    guard file === user else { return changeHub.send(.everything) }
    pendingMarks.forget()
    changeHub.send(.recentSearches)
    changeHub.send(.drafts)
    changeHub.send(.submissions(nil))
  }

  /// Throws the copies away and starts anew.
  func resetCache() async throws {
    try await waiting(for: cache) { [self] in
      try use.exclusively { _ in
        // Not of a store that was closed meanwhile.
        _ = try cache.connection()
        deleteCache()
        try openCacheIfRoom()
      }
    }
    changeHub.send(.everything)
  }

  /// Closes the files until ``resume()``, after what is under way; what takes long is interrupted, and begins anew then. In
  /// good order, the next one can trust the files.
  func suspend(inGoodOrder: Bool) async {
    let (cache, user, use, marks) = (cache, user, use, pendingMarks)
    let interrupter = Task.detached {
      while (try? await Task.sleep(for: Self.patience)) != nil {
        cache.interrupt()
        user.interrupt()
      }
    }
    // Not in a task: it waits for reads, whose ends need the few threads that tasks run on.
    await withCheckedContinuation { continuation in
      DispatchQueue.global(qos: .userInitiated).async {
        // For those who ask until the file is open again.
        _ = self.knownVendor
        use.stepAside(inGoodOrder: inGoodOrder) {
          cache.disconnect(emptiesLog: true)
          user.disconnect(emptiesLog: true)
        }
        continuation.resume()
      }
    }
    interrupter.cancel()
    marks.forget()
  }

  /// How long a transaction may go on after the beginning of a suspension.
  private static let patience = Duration.milliseconds(500)

  /// Closes everything for good, or throws a `DatabaseError` when something still uses the files.
  func close(inGoodOrder: Bool) throws {
    try use.leave(inGoodOrder: inGoodOrder) {
      try cache.close()
      try user.close()
    }
    use.latch.open()
    changeHub.finish()
  }

  /// Opens a damaged file anew, and at first as it is: see ``openCache()``.
  ///
  /// User data is read as a whole before, and not believed more than twice to be sound; copies, which can be fetched again, are
  /// believed once.
  private func mend(_ file: DatabaseFile, after error: StoreError) throws {
    file.disconnect()
    let path = file.path
    let count = damageCounts.withLock { counts in
      counts[path, default: 0] += 1
      return counts[path] ?? 0
    }
    // What is wrong with a value or the search index only the statement finds.
    if (error.cause as? DatabaseError)?.extendedResultCode == .SQLITE_CORRUPT {
      if file === cache, count == 1 { return try openCache() }
      if file === user, count < 3, !file.isDamaged { return try openUserData(isAlone: false) }
    }
    if file === user { return try rescueUserData(error.message) }
    try rebuildCache(because: error.message)
  }
}
