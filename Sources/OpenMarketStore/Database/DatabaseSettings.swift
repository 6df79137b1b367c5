import Foundation
import GRDB
import GRDBSQLite

/// How one kind of file is opened.
struct DatabaseSettings: Sendable {
  let name: String
  let migrator: DatabaseMigrator
  /// Whether a commit waits until the disk has it, so that even a power failure loses nothing.
  let isDurable: Bool
  /// Brings up to date what is derived from other tables.
  let refresh: @Sendable (any DatabaseWriter) throws -> Void

  /// How long a write waits for another process's, in seconds.
  static let busyTimeout: TimeInterval = 5
  /// The most connections that read; each is opened when it is needed.
  static let readerCount = 8

  /// Opens the file, which must be there, and brings its tables up to date; a full disk need not have room for anything
  /// if they are. Tables that a newer version of this library has changed are left as they are, and
  /// ``StoreError/Code/newerSchema`` is thrown.
  ///
  /// That this process has had it open before saves another connection; `opened` is called with the connections before they
  /// are first used.
  func open(
    _ path: String, wasOpen: Bool, opened: (any DatabaseWriter) -> Void
  ) throws -> any DatabaseWriter {
    if !wasOpen, FileIdentity.Status(path: path)?.byteCount != 0, try wasMadeNewer(path) {
      throw Self.newerSchema(path)
    }
    let connections = try connect(path)
    opened(connections)
    let isUpToDate = try connections.writeWithoutTransaction { db in
      // Not in the preparation: the pool sets NORMAL after that.
      if isDurable { try db.setSynchronousFull(name) }
      if try migrator.hasBeenSuperseded(db) { throw Self.newerSchema(path) }
      return try migrator.hasCompletedMigrations(db)
    }
    if !isUpToDate { try migrator.migrate(connections) }
    try refresh(connections)
    return connections
  }

  /// Connects to the file: one connection writes, others read beside it.
  ///
  /// These begin an empty log with a write, for which a full disk has no room. There one connection does everything, and
  /// writes only what it is told to. Where there is not even room for the index of the log, which processes share, it has
  /// that in memory, and the file to itself.
  private func connect(_ path: String) throws -> any DatabaseWriter {
    do {
      return try DatabasePool(path: path, configuration: configuration())
    } catch let error as DatabaseError
      where (error.isOutOfRoom || error.extendedResultCode == .SQLITE_IOERR_WRITE)
      && FileIdentity.Status(path: path)?.byteCount != 0
    {
      // Also where a quota is used up, which to SQLite is an I/O error.
      if let single = try? DatabaseQueue(path: path, configuration: configuration()) { return single }
      if let alone = try? DatabaseQueue(path: path, configuration: configuration(isAlone: true)) {
        return alone
      }
      throw error
    }
  }

  static func newerSchema(_ path: String) -> StoreError {
    StoreError(.newerSchema, "a newer version of this library wrote \(path): update the app")
  }

  /// Looks through a connection that cannot write, if that is possible, so that a refused file stays as it is.
  private func wasMadeNewer(_ path: String) throws -> Bool {
    do {
      return try wasMadeNewer(path, configuration(isReading: true))
    } catch let error as DatabaseError where error.isOutOfRoom {
      // For a connection that shares the log's index; the one that opens the file looks, too.
      return false
    } catch let error as DatabaseError
      where [.SQLITE_READONLY, .SQLITE_CANTOPEN].contains(error.resultCode)
    {
      // A process that died has left a transaction that only a connection that can write is able to end.
      var configuration = configuration(isReading: true)
      configuration.readonly = false
      return try wasMadeNewer(path, configuration)
    }
  }

  private func wasMadeNewer(_ path: String, _ configuration: Configuration) throws -> Bool {
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    defer { try? queue.close() }
    return try queue.read { db in try migrator.hasBeenSuperseded(db) }
  }

  /// Opens the file to read, which must have the tables of this version; `nil` when there is none.
  ///
  /// - Throws: ``StoreError/Code/newerSchema``, or ``StoreError/Code/notPermitted`` when its tables have to be brought up to date
  ///   first.
  func openIfCurrent(_ path: String) throws -> DatabaseQueue? {
    guard let status = FileIdentity.Status(path: path), status.isRegularFile, status.byteCount > 0 else {
      return nil
    }
    let queue = try openForReading(path)
    let (isCurrent, isNewer) = try queue.read { db in
      try (migrator.hasCompletedMigrations(db), migrator.hasBeenSuperseded(db))
    }
    if isNewer { throw Self.newerSchema(path) }
    guard isCurrent else { throw StoreError.unwritable("\(path) is of an earlier version") }
    return queue
  }

  /// Opens the file with one connection to read what others have written; on a disk without room for the index of the log,
  /// which processes share, with one that has the file to itself.
  func openForReading(_ path: String) throws -> DatabaseQueue {
    do {
      return try openReader(path)
    } catch let error as DatabaseError where error.isOutOfRoom {
      return try DatabaseQueue(path: path, configuration: configuration(isAlone: true))
    } catch let error as DatabaseError where error.resultCode == .SQLITE_CANTOPEN {
      guard let unshared = try openUnshared(path) else { throw error }
      return unshared
    }
  }

  /// Opens a file beside which the log or its index is missing, and cannot be made; no process has it open then.
  ///
  /// The log is read with an index in memory, for which SQLite wants the file to itself, and so a lock that only those get who
  /// may write. A file without a log it opens only as one that never changes, and then it looks for no log.
  ///
  /// - Returns: `nil` when there are both, or where they can be made.
  private func openUnshared(_ path: String) throws -> DatabaseQueue? {
    let folder = URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false)
    let hasLog = FileIdentity.Status(path: "\(path)-wal") != nil
    let hasIndex = FileIdentity.Status(path: "\(path)-shm") != nil
    guard unsafe access(folder, W_OK) != 0, !(hasLog && hasIndex) else { return nil }
    let name = path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? path
    let options = hasLog ? "mode=ro&vfs=unix-none" : "immutable=1"
    return try DatabaseQueue(
      path: "file:\(name)?\(options)", configuration: configuration(isReading: true, isAlone: true))
  }

  /// Opens a connection that cannot write.
  func openReader(_ path: String) throws -> DatabaseQueue {
    try DatabaseQueue(path: path, configuration: configuration(isReading: true))
  }

  /// With `isAlone` no other process may have the file open.
  private func configuration(isReading: Bool = false, isAlone: Bool = false) -> Configuration {
    var configuration = Configuration()
    configuration.readonly = isReading
    configuration.label = "openmarket.\(name)"
    configuration.busyMode = .timeout(Self.busyTimeout)
    configuration.maximumReaderCount = Self.readerCount
    configuration.prepareDatabase { db in
      do {
        try prepare(db, isReading: isReading, isAlone: isAlone)
      } catch let error as DatabaseError where error.extendedResultCode == .SQLITE_IOERR_SHMOPEN {
        // To SQLite a quota that is used up is an I/O error, also where the index of the log begins.
        let isFull = [ENOSPC, EDQUOT].contains(unsafe sqlite3_system_errno(db.sqliteConnection))
        throw isFull ? DatabaseError(resultCode: .SQLITE_FULL) : error
      }
    }
    return configuration
  }

  private func prepare(_ db: Database, isReading: Bool, isAlone: Bool) throws {
    // Before the file is first read, which makes the index of the log.
    if isAlone { try db.execute(sql: "PRAGMA locking_mode = EXCLUSIVE") }
    try Self.keepLog(db)
    let isReading = isReading || db.configuration.readonly
    // For the copies 8 MiB to read, but 2 MiB to write, which is no slower: a list that is scrolled through for long writes
    // all the time, and each page that it writes stays.
    let cacheSize = isDurable ? 512 : isReading ? 8_192 : 2_048
    try db.execute(
      sql: """
        PRAGMA cache_size = -\(cacheSize);
        PRAGMA temp_store = MEMORY;
        """)
    guard !isReading else { return }
    // Only where it is not so: it is a write, with its flush, also when it changes nothing.
    if try db.firstRow("PRAGMA auto_vacuum", [], { $0.int64(0) }) != 2 {
      try db.execute(sql: "PRAGMA auto_vacuum = INCREMENTAL")
    }
    try db.execute(sql: "PRAGMA journal_size_limit = 4194304")
    guard isDurable else { return }
    try db.execute(
      sql: """
        PRAGMA secure_delete = ON;
        PRAGMA fullfsync = ON;
        PRAGMA checkpoint_fullfsync = ON;
        """)
  }

  /// Keeps the write-ahead log when the last connection closes.
  ///
  /// A process that still has a deleted file open would otherwise, on closing it, delete the log of the new
  /// file of the same name.
  private static func keepLog(_ db: Database) throws {
    var isOn: CInt = 1
    let code = unsafe sqlite3_file_control(db.sqliteConnection, nil, SQLITE_FCNTL_PERSIST_WAL, &isOn)
    guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
  }
}

extension Database {
  fileprivate func setSynchronousFull(_ name: String) throws {
    try execute(sql: "PRAGMA synchronous = FULL")
    guard try firstRow("PRAGMA synchronous", [], { $0.int64(0) }) == 2 else {
      throw StoreError(.failed, "\(name) does not accept PRAGMA synchronous = FULL")
    }
  }
}
