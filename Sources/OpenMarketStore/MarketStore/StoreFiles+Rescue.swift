import Foundation
import GRDB
import OpenMarketHTTP
import Synchronization

/// The rescue of damaged user data.
extension StoreFiles {
  /// Puts the damaged file aside under a name that says when, and copies into a new one what can be read.
  ///
  /// - Throws: ``StoreError/Code/notPermitted`` when the file cannot be read, which is no damage: it stays where it is.
  ///   On a full disk it stays, too, and is rescued when it is next opened.
  func rescueUserData(_ reason: String) throws {
    for path in user.paths { try StoreFolder.requireReadable(path) }
    user.disconnect()
    let moment = Int64(Date().timeIntervalSince1970 * 1000)
    let kept = user.path + ".corrupt-\(moment)"
    try Self.moveFiles(from: user.path, to: kept)
    let count: Int
    do {
      count = try fillUserData(from: kept, at: moment)
    } catch  where StoreError.isDiskFull(error) {
      user.disconnect()
      user.delete()
      try Self.moveFiles(from: kept, to: user.path)
      throw error
    }
    let recovery = UserDataRecovery(keptFile: URL(filePath: kept), rescuedRowCount: count)
    recoveries.withLock { $0.append(recovery) }
    events.send(
      MarketEvent(
        .userDataRecovered, reason: reason, keptFile: recovery.keptFile, rescuedRowCount: count))
  }

  private static func moveFiles(from path: String, to other: String) throws {
    for suffix in ["", "-wal", "-shm"] where FileIdentity(path: path + suffix) != nil {
      try FileManager.default.moveItem(atPath: path + suffix, toPath: other + suffix)
    }
  }

  /// Makes `user.db` anew of what can be read in the damaged file.
  ///
  /// - Returns: How many rows of the user were saved.
  private func fillUserData(from kept: String, at moment: Int64) throws -> Int {
    try user.open()
    guard let pool = try user.connection()?.pool else { return 0 }
    _ = try? pool.writeWithoutTransaction { try $0.emptyLog() }
    let firstPage = FirstPage.read(user.path)
    return try pool.write { db in
      let count = try RowRescue(path: kept, firstPage: firstPage, db: db).run()
      try RescuedRows(db: db, now: moment).repair()
      return count
    }
  }
}
