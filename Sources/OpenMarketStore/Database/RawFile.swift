import Foundation
import GRDBSQLite

/// The bytes of a database's file, read by SQLite.
///
/// When a process closes a descriptor of a file, it loses all its locks on that file (POSIX), also those of other connections. SQLite
/// knows its locks, and closes such a descriptor after the last of them.
enum RawFile {
  /// The number of the system's error for which a file cannot be read; `nil` when all of it can, or there is none.
  static func readingFailure(_ path: String) -> CInt? {
    var failure: CInt?
    let number = forEachBlock(of: path, size: 65_536) { block, number in
      if block == nil { failure = number }
      return failure == nil
    }
    return number == 0 ? failure : number == ENOENT ? nil : number
  }

  /// The bytes of a file, with zeros in place of each block that cannot be read; `nil` when it cannot be opened.
  static func readableBytes(_ path: String, blockSize: Int) -> Data? {
    var bytes = Data()
    let number = forEachBlock(of: path, size: blockSize) { block, _ in
      bytes.append(contentsOf: block ?? [UInt8](repeating: 0, count: blockSize)[...])
      return true
    }
    return number == 0 ? bytes : nil
  }

  /// Reads the file block by block, as long as `body` returns that it wants more, which gets the number of the system's error
  /// in place of a block that cannot be read; and returns that number when the file cannot be opened, otherwise 0.
  private static func forEachBlock(
    of path: String, size: Int, _ body: (ArraySlice<UInt8>?, CInt) -> Bool
  ) -> CInt {
    // Names of databases end with several zeros. SQLite uses the name until the file is closed.
    let name = path.utf8CString + [0, 0, 0]
    return unsafe name.withUnsafeBufferPointer { name in
      guard let name = name.baseAddress, let vfs = unsafe sqlite3_vfs_find(nil) else { return ENOSYS }
      let count = Int(unsafe vfs.pointee.szOsFile)
      let space = UnsafeMutableRawPointer.allocate(byteCount: count, alignment: 16)
      defer { unsafe space.deallocate() }
      unsafe space.initializeMemory(as: UInt8.self, repeating: 0, count: count)
      let file = unsafe space.assumingMemoryBound(to: sqlite3_file.self)
      let flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_MAIN_DB
      guard unsafe vfs.pointee.xOpen(vfs, name, file, flags, nil) == SQLITE_OK,
        let methods = unsafe file.pointee.pMethods
      else { return unsafe vfs.pointee.xGetLastError(vfs, 0, nil) }
      defer { _ = unsafe methods.pointee.xClose(file) }
      var length: sqlite3_int64 = 0
      guard unsafe methods.pointee.xFileSize(file, &length) == SQLITE_OK else {
        return unsafe vfs.pointee.xGetLastError(vfs, 0, nil)
      }
      var block = [UInt8](repeating: 0, count: size)
      for start in stride(from: 0, to: length, by: size) {
        let wanted = min(size, Int(length - start))
        let code = unsafe methods.pointee.xRead(file, &block, CInt(wanted), start)
        var number: CInt = 0
        // What is shorter by now ends with zeros.
        let isRead = code == SQLITE_OK || code == SQLITE_IOERR | 2 << 8
        if !isRead { _ = unsafe methods.pointee.xFileControl(file, SQLITE_FCNTL_LAST_ERRNO, &number) }
        guard body(isRead ? block[..<wanted] : nil, number) else { break }
      }
      return 0
    }
  }
}
