package import Foundation
import GRDB
import OpenMarketAPI
import Synchronization

/// Reads of the data that exists only on this device.
package protocol UserDataReading: Sendable {
  /// As ``MarketStore/submission(_:)``.
  func submission(_ id: Submission.ID) async throws -> Submission?
  /// As ``MarketStore/submissions(after:limit:includesFinished:)``.
  func submissions(
    after last: Submission.ID?, limit: Int, includesFinished: Bool
  ) async throws -> [Submission]
  /// As ``MarketStore/recentSearches(limit:)``.
  func recentSearches(limit: Int) async throws -> [RecentSearch]
}

extension MarketStore: UserDataReading {}

/// The data that exists only on this device, opened for reading only, also in a folder that cannot be written.
package final class UserDataReader: UserDataReading {
  private let path: String
  /// Opened as soon as there is a file.
  private let queue = Mutex<DatabaseQueue?>(nil)

  /// Opens the file in `folder`, if there is one.
  ///
  /// - Parameters:
  ///   - folder: The folder of a store.
  ///   - server: The server whose data it must be, as in the configuration of a ``MarketStore``; `nil` for any.
  /// - Throws: ``StoreError`` when it cannot be read, is another server's, or has to be changed first, as after an
  ///   interrupted rescue.
  package init(folder: URL, server: String? = nil) throws(StoreError) {
    path = folder.appending(path: DatabaseSettings.user.name).path(percentEncoded: false)
    guard !StoreFiles.isRescuing(in: folder) else { throw Self.unusable("\(path) has to be rescued") }
    _ = try read { try StoreOwner(server: server).check($0) }
  }

  /// As ``MarketStore/submission(_:)``.
  package func submission(_ id: Submission.ID) throws(StoreError) -> Submission? {
    try read { try $0.submission(id.rawValue)?.submission } ?? nil
  }

  /// As ``MarketStore/submissions(after:limit:includesFinished:)``.
  package func submissions(
    after last: Submission.ID?, limit: Int, includesFinished: Bool
  ) throws(StoreError) -> [Submission] {
    try read { try $0.submissions(after: last, limit: limit, includesFinished: includesFinished) } ?? []
  }

  /// As ``MarketStore/recentSearches(limit:)``.
  package func recentSearches(limit: Int) throws(StoreError) -> [RecentSearch] {
    try read { try $0.recentSearches(limit: limit) } ?? []
  }

  /// Reads from one state of the file; `nil` when there is none.
  func read<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value? {
    do {
      if let present = queue.withLock({ $0 }) { return try present.read(body) }
      guard let opened = try Self.open(path) else { return nil }
      queue.withLock { $0 = opened }
      return try opened.read(body)
    } catch {
      throw StoreError(error, in: path)
    }
  }

  /// Opens the file, which must be of this version; `nil` when there is none.
  private static func open(_ path: String) throws -> DatabaseQueue? {
    let settings = DatabaseSettings.user
    guard let status = FileIdentity.Status(path: path), status.isPlainFile, status.byteCount > 0 else {
      return nil
    }
    let opened = try settings.openForReading(path)
    let (isCurrent, isNewer) = try opened.read { db in
      try (settings.migrator.hasCompletedMigrations(db), settings.migrator.hasBeenSuperseded(db))
    }
    if isNewer { throw DatabaseSettings.newerSchema(path) }
    guard isCurrent else { throw unusable("\(path) is of an earlier version") }
    return opened
  }

  /// The error for a file that can be read once it was changed.
  private static func unusable(_ state: String) -> StoreError {
    StoreError(
      .notPermitted,
      "\(state), and its folder cannot be written: copy the folder to where it can, and use the copy")
  }
}
