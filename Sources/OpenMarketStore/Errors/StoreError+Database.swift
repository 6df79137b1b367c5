import Foundation
import GRDB

extension StoreError {
  /// Converts `error`, thrown by the database, to the error that the app gets.
  ///
  /// Statements stay out of the message: they are the library's business.
  init(_ error: any Error, in file: String) {
    if error is RowDecodingError {
      // A column holds what its table forbids.
      self.init(.damaged, "\(file) is damaged", cause: error)
      return
    }
    guard let error = error as? DatabaseError else {
      self = error as? StoreError ?? StoreError(.failed, "\(file) cannot be used: \(error)", cause: error)
      return
    }
    switch error.resultCode {
    case .SQLITE_FULL:
      self.init(.diskFull, "no room left on the disk for \(file)", cause: error)
    case .SQLITE_BUSY, .SQLITE_LOCKED:
      self.init(.busy, "another process keeps \(file) locked", cause: error)
    case .SQLITE_CORRUPT, .SQLITE_NOTADB:
      self.init(.damaged, "\(file) is damaged", cause: error)
    case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH, .SQLITE_CANTOPEN:
      self.init(.notPermitted, "\(file) cannot be opened or written", cause: error)
    case .SQLITE_IOERR where error.isOutOfRoom:
      self.init(.diskFull, "no room left on the disk for \(file)", cause: error)
    default:
      self.init(
        .failed, "\(file): \(error.message ?? "error") (SQLite \(error.extendedResultCode.rawValue))",
        cause: error)
    }
  }
}

extension DatabaseError {
  /// Extending the shared memory of the write-ahead log and writing temporary files fail with I/O errors when
  /// the disk is full.
  fileprivate var isOutOfRoom: Bool {
    extendedResultCode == .SQLITE_IOERR_SHMSIZE
      || extendedResultCode == .SQLITE_IOERR_WRITE
        && errno == ENOSPC
  }
}
