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
    guard !StoreFiles.isRescuing(in: folder) else { throw StoreError.unwritable("\(path) has to be rescued") }
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
      guard let opened = try DatabaseSettings.user.openIfCurrent(path) else { return nil }
      queue.withLock { $0 = opened }
      return try opened.read(body)
    } catch {
      throw StoreError(error, in: path)
    }
  }
}
