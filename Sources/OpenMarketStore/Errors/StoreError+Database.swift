import GRDB

extension StoreError {
  /// Converts `error`, thrown by the database, to the error that the app gets.
  ///
  /// Statements stay out of the message: they are the library's business.
  init(_ error: any Error, in file: String) {
    switch error {
    case let error as StoreError: self = error
    case let error as DatabaseError: self.init(database: error, in: file)
    // A column holds what its table forbids.
    case is RowDecodingError: self.init(.damaged, "\(file) is damaged", cause: error)
    default: self.init(.failed, "\(file) cannot be used: \(error)", cause: error)
    }
  }

  private init(database error: DatabaseError, in file: String) {
    switch error.resultCode {
    case _ where error.isOutOfRoom:
      self.init(.diskFull, "no room left on the disk for \(file)", cause: error)
    // `SQLITE_PROTOCOL` says that another process holds locks of the log's index for some ten seconds.
    case .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_PROTOCOL:
      self.init(.busy, "another process keeps \(file) locked", cause: error)
    case .SQLITE_CORRUPT, .SQLITE_NOTADB:
      self.init(.damaged, "\(file) is damaged", cause: error)
    case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH:
      self.init(.notPermitted, "\(file) cannot be opened or written", cause: error)
    case .SQLITE_CANTOPEN: self.init(cannotOpen: file, error)
    case .SQLITE_IOERR:
      // With words of its own the error tells the system's reason: see `tellingReason(_:)`.
      let code = error.extendedResultCode
      let isPlain = error.message == nil || error.message == DatabaseError(resultCode: code).message
      let reason = isPlain ? SQLiteReason.ofFailure(code) : error.message ?? ""
      self.init(.failed, "\(file) \(reason) (SQLite \(code.rawValue))", cause: error)
    default:
      self.init(
        .failed, "\(file): \(error.message ?? "error") (SQLite \(error.extendedResultCode.rawValue))",
        cause: error)
    }
  }
}

extension StoreError {
  private init(cannotOpen file: String, _ error: DatabaseError) {
    if let reason = SQLiteReason.ofLength(file) {
      self.init(.invalidInput, reason, cause: error)
      return
    }
    if let number = SQLiteReason.ofMaking(beside: file) ?? SQLiteReason.ofOpening(file) {
      self.init(Code(system: number), "\(file) cannot be opened: \(Self.reason(number))", cause: error)
      return
    }
    // Apple's platforms forbid it until the device was unlocked, which may be so by now.
    #if canImport(Darwin)
      let code = Code.notPermitted
    #else
      let code = Code.failed
    #endif
    self.init(code, "\(file) could not be opened for a moment: try again", cause: error)
  }

  /// Whether `error`, of the database or of the store, means that the disk is full.
  static func isDiskFull(_ error: any Error) -> Bool { StoreError(error, in: "").code == .diskFull }
}

extension DatabaseError {
  /// Whether the disk is full. Extending the shared memory of the write-ahead log fails with an I/O error then.
  ///
  /// The system's reason for other I/O errors is not in the error, and `errno` is that of another thread.
  var isOutOfRoom: Bool { resultCode == .SQLITE_FULL || extendedResultCode == .SQLITE_IOERR_SHMSIZE }
}
