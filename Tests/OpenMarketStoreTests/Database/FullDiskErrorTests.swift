import Foundation
import GRDB
import OpenMarketTestSupport
import Testing

@testable import OpenMarketStore

struct FullDiskErrorTests {
  @Test(
    "whether the disk is full is in the database's error, whatever has failed on the calling thread before")
  func outOfRoom() {
    for code in [ResultCode.SQLITE_FULL, .SQLITE_IOERR_SHMSIZE] {
      #expect(StoreError.isDiskFull(DatabaseError(resultCode: code)))
    }
    let failure = DatabaseError(resultCode: .SQLITE_IOERR_WRITE)
    errno = ENOSPC
    let isOutOfRoom = failure.isOutOfRoom
    #expect(!isOutOfRoom)
  }

  @Test("a file that cannot be opened is told with the system's reason, which need not be a permission")
  func cannotOpen() throws {
    let folder = try TemporaryFolder()
    let path = folder.url.appending(path: "none/user.db").path
    let error = StoreError(DatabaseError(resultCode: .SQLITE_CANTOPEN), in: path)
    #expect(error.code == .failed && error.message.contains("No such file or directory"), "\(error)")
  }

  @Test(
    "locks that another process holds for long are to be waited for, also those of the log's index",
    arguments: [ResultCode.SQLITE_BUSY, .SQLITE_BUSY_RECOVERY, .SQLITE_LOCKED, .SQLITE_PROTOCOL])
  func locked(code: ResultCode) {
    let error = StoreError(DatabaseError(resultCode: code), in: "user.db")
    #expect(error.code == .busy && error.message == "another process keeps user.db locked", "\(error)")
  }

  @Test(
    "an I/O error is told in words, with what can be done",
    arguments: [
      (ResultCode.SQLITE_IOERR_WRITE, "cannot be written: the disk may be full"),
      (.SQLITE_IOERR_TRUNCATE, "cannot be written"), (.SQLITE_IOERR_FSYNC, "cannot be written"),
      (.SQLITE_IOERR_READ, "cannot be read"), (.SQLITE_IOERR_LOCK, "cannot be locked"),
      (.SQLITE_IOERR_NOMEM, "memory"),
    ] as [(ResultCode, String)])
  func words(code: ResultCode, text: String) {
    let error = StoreError(DatabaseError(resultCode: code), in: "user.db")
    #expect(error.code == .failed && error.message.contains(text), "\(error)")
    #expect(
      !error.message.contains("disk I/O error") && error.message.contains("\(code.rawValue)"), "\(error)")
  }
}
