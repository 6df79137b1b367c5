import Foundation
import GRDB
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
}
