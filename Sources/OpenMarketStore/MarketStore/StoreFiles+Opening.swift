import Foundation
import GRDB
import OpenMarketHTTP
import Synchronization

extension DatabaseSettings {
  static let cache = DatabaseSettings(
    name: "cache.db", migrator: CacheSchema.migrator, isDurable: false,
    refresh: { connections in
      guard try connections.writeWithoutTransaction(IndexVersion.standing) == .outdated else { return }
      // The rest of a large store is for the background: a launch that takes long is ended, and the next one is no shorter.
      try connections.write { db in
        try IndexBuild.begin(in: db)
        try IndexBuild.advance(limit: IndexBuild.stepAtOpening, in: db)
      }
    })
  static let user = DatabaseSettings(
    name: "user.db", migrator: UserSchema.migrator, isDurable: true, refresh: { _ in })
}

/// The opening of the files, under the lock of the folder.
extension StoreFiles {
  func openCache() throws {
    let hadCopies = hasCopies
    do {
      try cache.open()
    } catch {
      let error = cache.explained(error)
      switch error.code {
      case .damaged, .newerSchema:
        // To SQLite a page that the device fails to read is a damaged one, also if it can be read a moment later.
        if error.code == .damaged, (try? cache.open()) != nil { return }
        try rebuildCache(because: error.message)
      case .diskFull:
        deleteCache()
        guard hadCopies else { throw error }
        events.send(MarketEvent(.cacheDropped, reason: error.message))
        try makeCache()
      default: throw error
      }
    }
  }

  /// Makes the file of the copies, or leaves none: half made, it would take the room of what only this device has.
  private func makeCache() throws {
    do { try cache.open() } catch {
      deleteCache()
      throw error
    }
  }

  /// Opens the copies, unless the disk is too full to make what is missing: whoever uses them tries again, and the rest
  /// goes on without.
  func openCacheIfRoom() throws {
    do { try openCache() } catch  where StoreError.isDiskFull(error) {
      events.send(MarketEvent(.diskFull, reason: StoreError(error, in: cache.path).message))
    }
  }

  /// Opens the user's data, notes whose installation it is, and, of a process that is alone (`isAlone`), ends what earlier
  /// ones held.
  func openUserData(isAlone: Bool) throws {
    try openUser()
    do {
      try twiceIfDamaged {
        if try user.connection() == nil { try openUser() }
        try settle(isAlone)
      }
    } catch {
      let error = user.explained(error)
      switch error.code {
      case .damaged: try rescueUserData(error.message)
      case .failed where try rescueUnreadableData(): break
      default: throw error
      }
      try settle(isAlone)
    }
  }

  private func settle(_ isAlone: Bool) throws {
    try noteInstallation()
    if isAlone { try endLeases() }
  }

  /// Opens the user's data, on a full disk in the room of the copies.
  private func openUser() throws {
    do { try openUserOnce() } catch
      where StoreError.isDiskFull(error) && FileIdentity(path: cache.path) != nil
    {
      dropCache(because: StoreError(error, in: user.path).message)
      try openUserOnce()
    }
  }

  private func openUserOnce() throws {
    try takeBackRescue()
    if UnreadableCount(of: user.path).isBegun, try rescueUnreadableData() { return }
    do { try twiceIfDamaged(openSoundUser) } catch {
      let error = user.explained(error)
      switch error.code {
      case .damaged:
        try rescueUserData(error.message)
      case .newerSchema where user.isDamaged, .failed where user.isDamaged:
        try rescueUserData("\(user.path) is damaged")
      case .failed where try rescueUnreadableData(): break
      default: throw error
      }
    }
  }

  /// Does `body` again, with other connections, if it meets damage: see ``openCache()``.
  private func twiceIfDamaged(_ body: () throws -> Void) throws {
    do { try body() } catch  where user.explained(error).code == .damaged {
      user.disconnect()
      try body()
    }
  }

  private func openSoundUser() throws {
    try user.open()
    if use.wasLeftOpen { try user.fullCheck() }
    // Damage to this table would keep the store from opening: it is read before anything else.
    _ = try user.connection()?.readAtOnce { try StoreOwner.server(in: $0) }
  }

  /// Tells a `user.db` of this installation from one that was restored from a backup.
  private func noteInstallation() throws {
    guard let connection = try user.connection() else { return }
    // Read as long as the file is surely open.
    readVendor(connection)
    let last = try connection.readAtOnce { try $0.accountValue("installation") }
    do {
      let installation = try Installation(in: folder)
      if last != installation.name { try connection.writeAtOnce { try $0.setInstallation(installation) } }
    } catch  where last == nil {
      // On a full disk the next launch does it.
    } catch  where StoreError.isDiskFull(error) {
      // Nothing is sent before it is noted.
      owesInstallation.store(true, ordering: .relaxed)
    }
  }

  /// Notes the installation that a full disk had no room for when the file was opened.
  func noteOwedInstallation(_ db: Database) throws {
    guard owesInstallation.load(ordering: .relaxed) else { return }
    try db.setInstallation(Installation(in: folder))
  }

  /// Releases the claims of earlier processes: none of them runs.
  private func endLeases() throws {
    if let connection = try user.connection(),
      try connection.readAtOnce({ try $0.isAnyHeld(besides: "") })
    {
      do {
        _ = try connection.writeAtOnce { try $0.reclaim(from: nil) }
      } catch  where StoreError.isDiskFull(error) {
        // Their files stay, by which whoever sends finds out that they have ended.
        return
      }
    }
    LeaseHolder.removeAll(in: folder)
  }

  func rebuildCache(because reason: String) throws {
    deleteCache()
    do { try makeCache() } catch {
      events.send(MarketEvent(.cacheDropped, reason: reason))
      throw error
    }
    events.send(MarketEvent(.cacheRebuilt, reason: reason))
  }

  func dropCache(because reason: String) {
    let hadCopies = hasCopies
    deleteCache()
    if hadCopies { events.send(MarketEvent(.cacheDropped, reason: reason)) }
  }

  private var hasCopies: Bool { (FileIdentity.Status(path: cache.path)?.byteCount ?? 0) > 0 }

  func deleteCache() {
    cache.disconnect()
    cache.delete()
  }
}
