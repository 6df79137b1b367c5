import Foundation
import GRDB
import GRDBSQLite
import OpenMarketPacing

/// Words for failures of the file system, of which SQLite's errors have only a code.
enum SQLiteReason {
  /// Tells why the file at `path` cannot be opened.
  ///
  /// GRDB closes the connection that knew it, so another one is opened in the same way: by SQLite, as ``RawFile`` says.
  ///
  /// - Returns: The number of the system's error; `nil` when it can be opened now, or fails otherwise.
  static func ofOpening(_ path: String) -> CInt? {
    // No name is that of a temporary file to SQLite.
    guard !path.isEmpty else { return nil }
    var connection: OpaquePointer?
    defer { _ = unsafe sqlite3_close_v2(connection) }
    var code = unsafe sqlite3_open_v2(path, &connection, SQLITE_OPEN_READONLY, nil)
    if code == SQLITE_OK {
      var isOn: CInt = 1
      _ = unsafe sqlite3_file_control(connection, nil, SQLITE_FCNTL_PERSIST_WAL, &isOn)
      // Opens the log and its index.
      code = unsafe sqlite3_exec(connection, "SELECT 1 FROM sqlite_schema", nil, nil, nil)
    }
    let number = unsafe sqlite3_system_errno(connection)
    return code & 0xFF == SQLITE_CANTOPEN && number != 0 ? number : nil
  }

  /// Tells that no file can be made beside the one at `path`, as its log is, because there is no room for one.
  ///
  /// - Returns: The number of the system's error; `nil` when there is room, or no file can be made for another reason.
  static func ofMaking(beside path: String) -> CInt? {
    guard !path.isEmpty else { return nil }
    let probe = "\(path).\(UUID.random().uuidString).new"
    let file = unsafe open(probe, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
    guard file < 0 else {
      _ = unsafe unlink(probe)
      close(file)
      return nil
    }
    return errno == ENOSPC || errno == EDQUOT ? errno : nil
  }

  /// Tells that the path of a database is longer than SQLite opens, and what can be done; `nil` when it is not.
  static func ofLength(_ path: String) -> String? {
    guard let vfs = unsafe sqlite3_vfs_find(nil) else { return nil }
    // It wants room for the name of a journal, whose path has no links any more.
    let limit = unsafe Int(vfs.pointee.mxPathname) - "-journal".utf8.count
    let count = withoutLinks(path).utf8.count
    guard count > limit else { return nil }
    let lengths = "it has \(count) bytes, links resolved, and SQLite opens at most \(limit)"
    return "\(path) is too long: \(lengths): use a folder with a shorter path"
  }

  /// The path without symbolic links, also of a file that is not there yet.
  private static func withoutLinks(_ path: String) -> String {
    var (folder, rest) = (path[...], path[path.endIndex...])
    while !folder.isEmpty {
      if let real = unsafe realpath(String(folder), nil) {
        defer { unsafe free(real) }
        return unsafe String(cString: real) + rest
      }
      folder = folder[..<(folder.lastIndex(of: "/") ?? folder.startIndex)]
      rest = path[folder.endIndex...]
    }
    return path
  }

  /// Words for the code of an I/O error, and for what can be done.
  static func ofFailure(_ code: ResultCode) -> String {
    switch code {
    case .SQLITE_IOERR_READ, .SQLITE_IOERR_SHORT_READ, .SQLITE_IOERR_FSTAT, .SQLITE_IOERR_MMAP,
      .SQLITE_IOERR_DATA, .SQLITE_IOERR_CORRUPTFS:
      "cannot be read: the disk may be failing or gone"
    case .SQLITE_IOERR_WRITE, .SQLITE_IOERR_TRUNCATE, .SQLITE_IOERR_FSYNC, .SQLITE_IOERR_DIR_FSYNC,
      .SQLITE_IOERR_SEEK:
      "cannot be written: the disk may be full, failing or gone, or the file as long as is allowed"
    case .SQLITE_IOERR_LOCK, .SQLITE_IOERR_RDLOCK, .SQLITE_IOERR_UNLOCK, .SQLITE_IOERR_CHECKRESERVEDLOCK,
      .SQLITE_IOERR_BLOCKED, .SQLITE_IOERR_SHMLOCK:
      "cannot be locked, as on some disks of a network: use a folder on a disk of this device"
    case .SQLITE_IOERR_SHMOPEN, .SQLITE_IOERR_SHMMAP:
      "has a log whose index processes cannot share, as on some disks of a network: use a folder on a disk of this device"
    case .SQLITE_IOERR_NOMEM: "needs more memory than there is"
    case .SQLITE_IOERR_ACCESS, .SQLITE_IOERR_DELETE:
      "has a log that cannot be used: check who may use the folder"
    default: "cannot be used: the disk may be failing or gone"
    }
  }
}
