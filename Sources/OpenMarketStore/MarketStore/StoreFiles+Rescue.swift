package import Foundation
import GRDB
import OpenMarketHTTP
import Synchronization

package struct UserDataRecovery: Sendable, Hashable {
  /// The damaged file, which was put aside.
  package var keptFile: URL
  /// How many rows of the user's could be read, and are in the new file.
  package var rescuedRowCount: Int
}

/// The rescue of damaged user data.
extension StoreFiles {
  /// Puts the damaged file aside under a name that says when, and copies into a new one what can be read.
  ///
  /// The name is a provisional one until the copy is complete: whatever ends the rescue before, also the end of the
  /// process, ``takeBackRescue()`` finds the damaged file by it.
  ///
  /// - Parameters:
  ///   - reason: The damage.
  ///   - patience: How long to wait for the end of the writes of others that are under way.
  /// - Throws: ``StoreError/Code/notPermitted`` or ``StoreError/Code/failed`` when the file cannot be read, which is no damage:
  ///   it stays where it is, unless that lasts (``UnreadableCount``).
  ///   After any other failure it is back in its place, and is rescued when it is next opened; so it is with
  ///   ``StoreError/Code/busy`` when a write of another process does not come to its end.
  func rescueUserData(_ reason: String, patience: Duration = WriteLock.patience) throws {
    user.disconnect()
    do { try requireReadableData() } catch let error as StoreError where error.isOfDevice {
      guard UnreadableCount(of: user.path).add(at: date()) else { throw error }
    }
    let now = Timestamp.milliseconds(date())
    let moment = freeMoment(now)
    let (provisional, kept) = (rescuePath(moment), keptPath(moment))
    let count: Int
    // No other task gets them before the copy is complete: what it would write could be lost with it.
    var connections: (any DatabaseWriter)?
    do {
      try Self.moveFiles(from: user.path, to: provisional)
      // What others commit to it until now is copied; what they begin from now on finds it moved.
      try WriteLock(folder).waitForWrites(patience: patience)
      // Into a file of its own, whose first page is read while it is closed.
      let empty = try user.make()
      _ = try? empty.writeWithoutTransaction { try $0.emptyLog() }
      try empty.close()
      let firstPage = FirstPage.read(user.path)
      let new = try user.make()
      connections = new
      count = try Self.fill(new, from: provisional, firstPage, at: now)
      try Self.moveFiles(from: provisional, to: kept)
      try user.use(new)
    } catch {
      try? connections?.close()
      user.disconnect()
      try takeBackRescue()
      throw error
    }
    // Before the user's next write goes to the new file.
    try? StoreFolder.flush(folder.url.path(percentEncoded: false))
    recoveries.withLock {
      $0.append(UserDataRecovery(keptFile: URL(filePath: kept), rescuedRowCount: count))
    }
    UnreadableCount(of: user.path).forget()
    events.send(MarketEvent(.userDataRecovered, reason: reason, count: count))
  }

  /// Rescues the user's data if it could not be read at several openings, this one included, and returns whether it has.
  func rescueUnreadableData() throws -> Bool {
    let count = UnreadableCount(of: user.path)
    do {
      try requireReadableData()
      count.forget()
      return false
    } catch let error as StoreError where error.isOfDevice {
      guard count.add(at: date()) else { return false }
      try rescueUserData(error.message)
      return true
    } catch {
      return false
    }
  }

  /// Makes sure that all of the user's data can be read.
  private func requireReadableData() throws {
    for path in user.paths where !path.hasSuffix("-shm") { try StoreFolder.requireReadable(path) }
  }

  /// Takes back a rescue that has not come to its end, so that it begins anew: the damaged file comes back in the place of
  /// the new one, to which nothing can have been written. To be called under the lock, while the file is closed.
  ///
  /// The steps are in an order in which they can end anywhere and be repeated: the file itself leaves its place first
  /// and comes back last, and no log or journal ever lies beside another file.
  func takeBackRescue() throws {
    let prefix = "\(DatabaseSettings.user.name).rescuing-"
    let names = try folder.names(beginningWith: prefix)
    // Earlier versions wrote moments before 1970, too.
    let moments = Set(
      names.compactMap { name in
        name.dropFirst(prefix.count).prefixMatch(of: /-?[0-9]+/).flatMap { Int64($0.output) }
      }
    ).sorted()
    for moment in moments {
      let provisional = rescuePath(moment)
      _ = unsafe unlink(RowRescue.mendedPath(provisional))
      if moment == moments.last, FileIdentity(path: provisional) != nil,
        FileIdentity(path: keptPath(moment)) == nil
      {
        // As long as the new file is there, the log is its own; afterwards it is that of the damaged one.
        if FileIdentity(path: user.path) != nil {
          for path in user.paths.reversed() { _ = unsafe unlink(path) }
        }
        try Self.moveFiles(from: provisional, to: user.path, isFileLast: true)
      } else {
        // It was complete, or is an older one that a backup has brought back.
        try Self.moveFiles(from: provisional, to: keptPath(moment))
      }
    }
  }

  /// Removes the damaged files that rescues have put aside, with their logs, as far as the system lets it; a file
  /// that the user has named in a similar way stays.
  func removeKeptFiles() {
    for name in (try? folder.names(beginningWith: "\(DatabaseSettings.user.name).corrupt-")) ?? []
    where name.wholeMatch(of: /user\.db\.corrupt--?[0-9]+(-wal|-shm|-journal)?/) != nil {
      _ = unsafe unlink(folder.path(of: name))
    }
  }

  /// Returns `now`, or the next millisecond from 1970 on that names no damaged file: a calendar may stand still.
  private func freeMoment(_ now: Int64) -> Int64 {
    var moment = max(0, now)
    while FileIdentity(path: keptPath(moment)) != nil { moment += 1 }
    return moment
  }

  private func rescuePath(_ moment: Int64) -> String { "\(user.path).rescuing-\(moment)" }

  private func keptPath(_ moment: Int64) -> String { "\(user.path).corrupt-\(moment)" }

  private static func moveFiles(from path: String, to other: String, isFileLast: Bool = false) throws {
    let ends = isFileLast ? DatabaseFile.companions + [""] : [""] + DatabaseFile.companions
    for end in ends where FileIdentity(path: path + end) != nil {
      guard unsafe rename(path + end, other + end) == 0 else {
        throw StoreFolder.error("cannot rename \(path + end)")
      }
    }
  }

  /// Copies what can be read in the damaged file into the new one, which begins with `firstPage`, and returns how many rows of
  /// the user were saved.
  private static func fill(
    _ connections: any DatabaseWriter, from damaged: String, _ firstPage: Data?, at now: Int64
  ) throws -> Int {
    func fill(_ db: Database) throws -> Int {
      let count = try RowRescue(path: damaged, firstPage: firstPage, db: db).run()
      do {
        try db.inSavepoint {
          try RescuedRows(db: db, now: now).repair()
          return .commit
        }
      } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
        // Values that contradict each other are no reason to keep nothing: the rows stay as they were copied.
      }
      return count
    }
    return try connections.writeWithoutTransaction { db in try db.tellingReason { try db.committing(fill) } }
  }
}
