package import Foundation
import GRDB
package import OpenMarketAPI

/// A store opened for reading only: for a process that looks once and ends.
///
/// Opens in a fraction of what a ``MarketStore`` takes: with one connection that does not write and without a lock. Sees
/// what others write from one call to the next. Can be used from any thread; calls wait for one another.
///
/// ```swift
/// guard let reader = StoreReader(folder: folder) else { return try MarketStore(folder: folder) … }
/// let newest = try reader.newest(limit: 20)
/// ```
package final class StoreReader: Sendable {
  package let folder: URL
  /// The words that mean the same in searches.
  package let equivalents = SearchEquivalents.standard
  private let queue: DatabaseQueue
  private let user: UserDataReader

  /// Opens what is stored in `folder`; `nil` when there is nothing, or something that a ``MarketStore`` has to check, to bring
  /// up to date or to complain about: the last process did not close the store, tables or an index of an earlier version, a
  /// damaged file, another server's data, a folder that cannot be used. See ``MarketStore/finishCheck()``.
  ///
  /// - Parameters:
  ///   - folder: The folder of a store.
  ///   - server: The server whose data it must be, as in the configuration of a ``MarketStore``; `nil` for any.
  package init?(folder: URL, server: String? = nil) {
    self.folder = folder
    guard !UseMark.isCheckOwed(in: folder),
      let queue = try? DatabaseSettings.cache.openIfCurrent(Self.path(in: folder)),
      (try? queue.read(IndexVersion.isReadable)) == true,
      let user = try? UserDataReader(folder: folder, server: server)
    else { return nil }
    (self.queue, self.user) = (queue, user)
  }

  /// As ``MarketStore/product(_:)``.
  package func product(_ id: Product.ID) throws(StoreError) -> StoredProduct? {
    try read { try $0.storedProduct(id.rawValue) }
  }

  /// As ``MarketStore/newest(before:limit:filter:)``.
  package func newest(
    before last: Product.ID? = nil, limit: Int, filter: ProductFilter = .all
  ) throws(StoreError) -> [StoredProduct] {
    try read { try $0.newestProducts(before: last, limit: limit, filter: filter) }
  }

  /// As ``MarketStore/productCount(_:)``.
  package func productCount(_ filter: ProductFilter = .all) throws(StoreError) -> Int {
    try read { try $0.productCount(filter) }
  }

  /// Whether a sync has stored what it read, which may be that there are no products.
  package func isSynced() throws(StoreError) -> Bool {
    try read { try $0.exists("SELECT 1 FROM checkpoint") }
  }

  /// As ``MarketStore/search(_:)``.
  package func search(_ query: SearchQuery) throws(StoreError) -> SearchResults {
    try query.validate()
    return try read { try SearchRun(db: $0, query: query, equivalents: equivalents).results() }
  }

  /// As ``MarketStore/suggestions(for:limit:)``.
  package func suggestions(for text: String, limit: Int = 10) throws(StoreError) -> [Suggestion] {
    try SuggestionLookup.validate(limit: limit)
    let keys = TypedKeys(text)
    guard !keys.keys.isEmpty else { return [] }
    return try read { try SuggestionLookup.suggestions(for: keys, limit: limit, in: $0) }
  }

  /// As ``MarketStore/pendingEntries(_:)``.
  package func pendingEntries(_ kind: PendingKind) throws(StoreError) -> [PendingEntry] {
    try user.read { try $0.pendingEntries(kind) } ?? []
  }

  /// As ``MarketStore/vendor()``.
  package func vendor() throws(StoreError) -> Vendor? { try user.read { try $0.vendor() } ?? nil }

  private static func path(in folder: URL) -> String {
    folder.appending(path: DatabaseSettings.cache.name).path(percentEncoded: false)
  }

  private func read<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
    do {
      return try queue.read(body)
    } catch {
      throw StoreError(error, in: Self.path(in: folder))
    }
  }
}
