import Foundation
import GRDB
import OpenMarketHTTP
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The rescue of damaged user data.
extension StoreFiles {
  /// Puts the damaged file aside under a name that says when, and copies into a new one what can be read.
  ///
  /// The name is a provisional one until the copy is complete: whatever ends the rescue before, also the end of the
  /// process, ``takeBackRescue()`` finds the damaged file by it.
  ///
  /// - Throws: ``StoreError/Code/notPermitted`` when the file cannot be read, which is no damage: it stays where it is.
  ///   After any other failure it is back in its place, and is rescued when it is next opened.
  func rescueUserData(_ reason: String) throws {
    for path in user.paths { try StoreFolder.requireReadable(path) }
    user.disconnect()
    let moment = Int64(Date().timeIntervalSince1970 * 1000)
    let (provisional, kept) = (rescuePath("\(moment)"), keptPath("\(moment)"))
    let count: Int
    do {
      try Self.moveFiles(from: user.path, to: provisional)
      count = try fillUserData(from: provisional, at: moment)
      try Self.moveFiles(from: provisional, to: kept)
    } catch {
      user.disconnect()
      try takeBackRescue()
      throw error
    }
    // Before the user's next write goes to the new file.
    try? StoreFolder.flush(folder.url.path(percentEncoded: false))
    let recovery = UserDataRecovery(keptFile: URL(filePath: kept), rescuedRowCount: count)
    recoveries.withLock { $0.append(recovery) }
    events.send(
      MarketEvent(
        .userDataRecovered, reason: reason, keptFile: recovery.keptFile, rescuedRowCount: count))
  }

  /// Takes back a rescue that has not come to its end, so that it begins anew: the damaged file comes back in the place of
  /// the new one, to which nothing can have been written. To be called under the lock, while the file is closed.
  ///
  /// The steps are in an order in which they can end anywhere and be repeated: the file itself leaves its place first
  /// and comes back last, and no log or journal ever lies beside another file.
  func takeBackRescue() throws {
    let prefix = "\(DatabaseSettings.user.name).rescuing-"
    let names = try folder.names(beginningWith: prefix)
    for moment in Set(names.map { $0.dropFirst(prefix.count).prefix(while: \.isNumber) }) {
      let provisional = rescuePath(moment)
      _ = unsafe unlink(RowRescue.mendedPath(provisional))
      if FileIdentity(path: provisional) != nil {
        // As long as the new file is there, the log is its own; afterwards it is that of the damaged one.
        if FileIdentity(path: user.path) != nil {
          for path in user.paths.reversed() { _ = unsafe unlink(path) }
        }
        try Self.moveFiles(from: provisional, to: user.path, isFileLast: true)
      } else {
        // It was complete.
        try Self.moveFiles(from: provisional, to: keptPath(moment))
      }
    }
  }

  private func rescuePath(_ moment: some StringProtocol) -> String { "\(user.path).rescuing-\(moment)" }

  private func keptPath(_ moment: some StringProtocol) -> String { "\(user.path).corrupt-\(moment)" }

  private static func moveFiles(from path: String, to other: String, isFileLast: Bool = false) throws {
    let ends = isFileLast ? DatabaseFile.companions + [""] : [""] + DatabaseFile.companions
    for end in ends where FileIdentity(path: path + end) != nil {
      guard unsafe rename(path + end, other + end) == 0 else {
        throw StoreFolder.error("cannot rename \(path + end)")
      }
    }
  }

  /// Makes `user.db` anew of what can be read in the damaged file.
  ///
  /// - Returns: How many rows of the user were saved.
  private func fillUserData(from damaged: String, at moment: Int64) throws -> Int {
    try user.open()
    guard let pool = try user.connection()?.pool else {
      throw StoreError(.failed, "\(user.path) was replaced while it was rescued")
    }
    _ = try? pool.writeWithoutTransaction { try $0.emptyLog() }
    let firstPage = FirstPage.read(user.path)
    return try pool.write { db in
      let count = try RowRescue(path: damaged, firstPage: firstPage, db: db).run()
      try RescuedRows(db: db, now: moment).repair()
      return count
    }
  }
}
