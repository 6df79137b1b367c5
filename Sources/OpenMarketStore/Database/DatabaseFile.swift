import Foundation
import GRDB
import GRDBSQLite
import OpenMarketHTTP
import Synchronization

/// One database file of a store and the connections to it.
///
/// The connections may be exchanged for others at any time, when the file had to be made anew here or in
/// another process; ``connection()`` gives the current ones.
final class DatabaseFile: Sendable {
  /// The connections to one incarnation of the file: one that writes, and those that read, each opened when it is needed;
  /// on a full disk one for everything (``DatabaseSettings/connect(_:)``).
  final class Connection: Sendable {
    let identity: FileIdentity
    let path: String
    /// The lock with which a rescue of the file waits for its writes; `nil` for a file that is made anew instead.
    let writeLock: WriteLock?
    private let connections: any DatabaseWriter
    /// Whether there is one connection for everything, on which each read waits for the write under way.
    let isSingle: Bool
    private let writer = Atomic(Writer.idle)
    /// How many reads have met another one on the connection that writes.
    let meetings = Atomic(0)
    private let settings: DatabaseSettings
    /// The connection for reads at once of copies, which is opened when it is first needed.
    private let reader = Mutex<(queue: DatabaseQueue?, isClosed: Bool)>((nil, false))
    private let isReading = Atomic(false)
    /// The version of the file when other processes' writes were last looked for.
    private let knownVersion: Mutex<Int64>
    /// The tokens that the search index need not list again.
    let listedTokens = Mutex(ListedTokens())

    /// The present use of the connection that writes.
    private enum Writer: Int, AtomicRepresentable {
      /// Nothing, and there was no write since it was opened: it can read.
      case idle
      case reads
      /// Reads have connections of their own from now on.
      case writes
    }

    /// After so many, reads that meet have connections of their own.
    private static let meetingLimit = 16

    fileprivate init(_ connections: any DatabaseWriter, identity: FileIdentity, of file: DatabaseFile) throws
    {
      self.connections = connections
      isSingle = connections is DatabaseQueue
      (self.identity, path, settings) = (identity, file.path, file.settings)
      writeLock = file.settings.isDurable ? WriteLock(file.folder) : nil
      knownVersion = Mutex(try connections.writeWithoutTransaction { try $0.dataVersion() })
    }

    /// All connections, for whatever is more than a short read.
    var pool: any DatabaseWriter {
      writer.store(.writes, ordering: .relaxed)
      return connections
    }

    /// Reads a few rows from one state of the file, on the calling thread.
    ///
    /// The first reads after the file was opened, until a write or a longer read, or until they have met often, go through
    /// the connection that is there, one after the other: opening another one, with the schema that it parses, costs more
    /// than many of them.
    func readAtOnce<Value>(_ body: (Database) throws -> Value) throws -> Value {
      let (isIdle, use) = writer.compareExchange(expected: .idle, desired: .reads, ordering: .relaxed)
      let waits = use == .reads && meetings.add(1, ordering: .relaxed).newValue <= Self.meetingLimit
      guard isIdle || waits else { return try readBesideWrites(body) }
      defer { if isIdle { _ = writer.compareExchange(expected: .reads, desired: .idle, ordering: .relaxed) } }
      return try connections.writeWithoutTransaction { try $0.inOneState(body) }
    }

    /// Reads with the connection of its own, or with one of the pool's while that one is reading: the pool looks at the version of the
    /// tables before each read, and passes two queues, a fifth of finding suggestions.
    private func readBesideWrites<Value>(_ body: (Database) throws -> Value) throws -> Value {
      let pool = pool
      let isFree = isReading.compareExchange(expected: false, desired: true, ordering: .acquiring).exchanged
      defer { if isFree { isReading.store(false, ordering: .releasing) } }
      guard isFree, !isSingle, !settings.isDurable, let reader = openReader() else {
        return try pool.unsafeRead { try $0.inOneState(body) }
      }
      return try reader.unsafeRead { try $0.inOneState(body) }
    }

    private func openReader() -> DatabaseQueue? {
      reader.withLock { reader in
        if reader.queue == nil, !reader.isClosed { reader.queue = try? settings.openReader(path) }
        return reader.isClosed ? nil : reader.queue
      }
    }

    /// Closes all of them, after the reads and the write that are under way.
    fileprivate func close() throws {
      closeReader()
      try pool.close()
    }

    /// Closes the connection for reads at once, after the one under way; the pool does them from now on.
    fileprivate func closeReader() {
      let queue = reader.withLock { reader in
        reader.isClosed = true
        return reader.queue
      }
      try? queue?.close()
    }

    /// Ends the read at once that is under way beside writes.
    fileprivate func interruptReader() { reader.withLock { $0.queue }?.interrupt() }

    /// Whether another connection than these, such as another process's, has written since the last call.
    func hasForeignWrites() async throws -> Bool {
      let version = try await connections.writeWithoutTransaction { try $0.dataVersion() }
      return knownVersion.withLock { known in
        defer { known = version }
        return known != version
      }
    }

    /// The pool closes its readers last, which cannot empty the log; nor can any connection while one of them reads.
    ///
    /// - Parameter beginsAnew: Whether one page, unchanged, is put into the empty log, for the next process or the end of a
    ///   suspension: GRDB begins an empty one with a table that it makes and drops, which costs as much as all else.
    fileprivate func emptyLog(beginsAnew: Bool = false) {
      closeReader()
      // The last connection to be closed empties the log if it is the one that writes.
      if beginsAnew { try? connections.unsafeRead { _ in } }
      _ = try? connections.barrierWriteWithoutTransaction { db in
        try emptyLog(db) { if beginsAnew { try db.beginLog() } }
      }
    }

    /// Does what ``Database/emptyLog()`` does, and then `body`; neither while another process writes to a file that is not made
    /// anew, see ``WriteLock/aloneIfFree(_:)``. To be called on the connection that writes.
    func emptyLog(_ db: Database, _ body: () throws -> Void = {}) throws {
      func empty() throws {
        try db.emptyLog()
        try body()
      }
      guard let writeLock else { return try empty() }
      try writeLock.aloneIfFree(empty)
    }
  }

  private enum State {
    case open(Connection)
    /// It could not be opened again after it was given up.
    case unavailable
    case closed
  }

  let settings: DatabaseSettings
  let folder: StoreFolder
  /// Where it is; every access looks whether it still is the same file.
  let path: String
  private let state: Mutex<State>
  private let wasOpen = Atomic(false)
  /// The reads that have a connection, or wait for one.
  let readsUnderWay = Atomic(0)
  /// The connections that were made last, also while the file is being brought up to date; `nil` once closed.
  private let latest = Mutex<(any DatabaseWriter)?>(nil)
  /// The connections that are being closed.
  private let closing = Mutex<Connection?>(nil)

  /// Names the file; nothing is opened.
  init(_ settings: DatabaseSettings, in folder: StoreFolder) {
    self.settings = settings
    self.folder = folder
    path = folder.path(of: settings.name)
    state = Mutex(.unavailable)
  }

  /// The file and its companions, the write-ahead log and its index.
  var paths: [String] { ([""] + Self.companions).map { path + $0 } }

  /// The ends of the names of the files beside it: its log, and the journal of a file that is being made, which SQLite would roll
  /// back into any file beside it.
  static let companions = ["-wal", "-shm", "-journal"]

  /// Makes the file when there is none, opens it and brings its tables up to date. To be called under the
  /// ``FolderLock``.
  func open() throws {
    try use(make())
    // What need not survive a power failure need not survive the device either.
    if !settings.isDurable { for path in paths { URL(filePath: path).excludeFromBackup() } }
  }

  /// Does what ``open()`` does, but for ``use(_:)``: no other task gets the connections.
  func make() throws -> any DatabaseWriter {
    try folder.prepareFile(settings.name)
    let connections = try settings.open(path, wasOpen: wasOpen.load(ordering: .relaxed)) { connections in
      latest.withLock { $0 = connections }
    }
    wasOpen.store(true, ordering: .relaxed)
    return connections
  }

  /// Takes these connections for the current ones.
  func use(_ connections: any DatabaseWriter) throws {
    guard let identity = FileIdentity(path: path) else { throw StoreError(.failed, "\(path) has vanished") }
    let connection = try Connection(connections, identity: identity, of: self)
    state.withLock { $0 = .open(connection) }
  }

  /// The current connections; `nil` when there are none, or when the file is not the one that they lead to.
  func connection() throws(StoreError) -> Connection? {
    let connection: Connection? = try state.withLock { state throws(StoreError) in
      switch state {
      case .open(let connection): return connection
      case .unavailable: return nil
      case .closed: throw StoreError.wasClosed
      }
    }
    guard let connection, connection.identity == FileIdentity(path: path) else { return nil }
    return connection
  }

  /// Closes the connections, after the reads and the write that are under way; ``open()`` makes new ones. `emptiesLog`
  /// saves the next one to open the file from reading all of the log, unless another process reads.
  func disconnect(emptiesLog: Bool = false) {
    let connection = state.withLock { state in
      guard case .open(let connection) = state else { return nil as Connection? }
      state = .unavailable
      closing.withLock { $0 = connection }
      return connection
    }
    defer { closing.withLock { $0 = nil } }
    if emptiesLog { connection?.emptyLog(beginsAnew: true) }
    try? connection?.close()
    latest.withLock { $0 = nil }
  }

  /// Ends the statements that run now; a transaction that was under way is rolled back.
  func interrupt() {
    latest.withLock { $0 }?.interrupt()
    closing.withLock { $0 }?.interruptReader()
    if case .open(let connection) = state.withLock({ $0 }) { connection.interruptReader() }
  }

  /// Reads the whole file, and compares every index with its table: what only an index shows wrongly, such as a write
  /// that is due, would go unnoticed. Throws a `DatabaseError` with code 11 when it is damaged.
  func fullCheck() throws {
    guard let connection = try connection() else { return }
    try connection.pool.read { db in
      try db.check(isFull: true)
      try db.requireNames(settings.migrator)
    }
  }

  /// The error for the app that `error`, of a statement, stands for: where damage has changed a name in the first page,
  /// statements fail as wrong ones do.
  func explained(_ error: any Error) -> StoreError {
    if (error as? DatabaseError)?.resultCode == .SQLITE_ERROR {
      do { try requireNames() } catch let loss {
        let damage = StoreError(loss, in: path)
        // With the statement's own error as the cause: unlike a page that cannot be read, this lasts.
        if damage.code == .damaged { return StoreError(.damaged, damage.message, cause: error) }
      }
    }
    return StoreError(error, in: path)
  }

  private func requireNames() throws {
    try connection()?.readAtOnce { db in
      // A newer version may have changed the file since it was opened.
      if try !settings.migrator.hasBeenSuperseded(db) { try db.requireNames(settings.migrator) }
    }
  }

  /// Whether it is damaged, though it may be so in a way that looks like something else.
  ///
  /// A file that cannot be read now, as on a locked device, is not damaged.
  var isDamaged: Bool {
    do {
      let queue = try settings.openReader(path)
      defer { try? queue.close() }
      try queue.read { db in
        try db.check(isFull: true)
        let migrator = settings.migrator
        guard try migrator.hasCompletedMigrations(db), try !migrator.hasBeenSuperseded(db) else { return }
        try db.requireNames(migrator)
      }
      return false
    } catch {
      return StoreError(error, in: path).code == .damaged
    }
  }

  /// Closes for good.
  func close() throws {
    let previous = state.withLock { state in
      let previous = state
      state = .closed
      return previous
    }
    guard case .open(let connection) = previous else { return }
    do {
      connection.emptyLog()
      try connection.close()
      latest.withLock { $0 = nil }
    } catch {
      state.withLock { $0 = previous }
      throw error
    }
  }

  /// Deletes the file and its companions, which frees their room even on a full disk, where a DELETE fails. A folder in
  /// their place stays.
  func delete() {
    for path in paths { _ = unsafe unlink(path) }
  }
}

extension Database {
  /// Reads everything, and throws a `DatabaseError` with code 11 unless ``problems(isFull:)`` finds none.
  func check(isFull: Bool = false) throws {
    let problems = try problems(isFull: isFull)
    guard problems.isEmpty else {
      throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: problems.joined(separator: "; "))
    }
  }

  /// The faults in the structure of the file, a sentence each; `isFull` compares indexes with their tables, too, which takes
  /// several times as long.
  func problems(isFull: Bool = false) throws -> [String] {
    let problems = try rows(isFull ? "PRAGMA integrity_check(20)" : "PRAGMA quick_check(20)") { $0.text(0) }
      .filter { $0 != "ok" }
    if let failure = Self.readingFailure(in: problems) { throw failure }
    return problems
  }

  /// The failure to read a page, which the check lists among the faults: a device that was locked meanwhile is no damage,
  /// and a file must not be rescued that cannot be read.
  static func readingFailure(in problems: [String]) -> DatabaseError? {
    for problem in problems {
      guard let match = problem.firstMatch(of: /unable to get the page\. error code=(\d+)/),
        let number = CInt(match.1)
      else { continue }
      let code = ResultCode(rawValue: number)
      if [.SQLITE_IOERR, .SQLITE_AUTH, .SQLITE_PERM, .SQLITE_CANTOPEN, .SQLITE_NOMEM].contains(
        code.primaryResultCode)
      {
        return DatabaseError(resultCode: code)
      }
    }
    return nil
  }

  /// - Throws: `DatabaseError` with code 11 when the file has not the columns that `migrator` makes.
  fileprivate func requireNames(_ migrator: DatabaseMigrator) throws {
    let sound = try DatabaseQueue()
    try migrator.migrate(sound)
    // The copies have the tables of the index besides.
    guard try Set(columnNames()).isSuperset(of: sound.read { try $0.columnNames() }) else {
      throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "columns are missing")
    }
  }

  private func columnNames() throws -> [String] {
    try rows(
      """
      SELECT t.type, t.name, t.tbl_name, c.name FROM sqlite_schema t, pragma_table_xinfo(t.name) c \
      WHERE t.name NOT LIKE 'grdb_%' ORDER BY t.name, c.cid
      """
    ) { "\($0.text(0)) \($0.text(1)) \($0.text(2)) \($0.text(3))" }
  }

  /// Moves what the write-ahead log holds into the file, and truncates the log, without waiting: beside a
  /// reader, such as a backup, the log stays until the next write.
  ///
  /// An empty log is left alone: to truncate it looks like a write to other connections, and two processes that each look for
  /// the other's writes, and empty the log afterwards, would do so for ever.
  ///
  /// - Throws: `DatabaseError` with code 5 when there is a reader.
  func emptyLog() throws {
    // A checkpoint waits for readers as long as a write for another, on the only connection that writes.
    try withoutWaiting { if !isLogEmpty { _ = try checkpoint(.truncate) } }
  }

  /// Does `body`, in which a lock of another connection is a failure at once.
  func withoutWaiting<Value>(_ body: () throws -> Value) throws -> Value {
    // Closed meanwhile: SQLite's functions do not look.
    guard unsafe sqliteConnection != nil else { throw DatabaseError(resultCode: .SQLITE_MISUSE) }
    _ = unsafe sqlite3_busy_timeout(sqliteConnection, 0)
    defer { _ = unsafe sqlite3_busy_timeout(sqliteConnection, CInt(DatabaseSettings.busyTimeout * 1_000)) }
    return try body()
  }

  /// Writes the first page into the log as it is. Nothing is lost when the disk never gets it.
  fileprivate func beginLog() throws {
    let version = try firstRow("PRAGMA user_version") { $0.int64(0) } ?? 0
    try execute(sql: "PRAGMA synchronous = OFF; PRAGMA user_version = \(version)")
  }

  /// Changes whenever another connection has committed, and never by what this one commits.
  func dataVersion() throws -> Int64 { try firstRow("PRAGMA data_version") { $0.int64(0) } ?? 0 }

  /// Changes whenever any connection has made or dropped a table.
  func tablesVersion() throws -> Int64 { try firstRow("PRAGMA schema_version") { $0.int64(0) } ?? 0 }
}
