import GRDB
package import OpenMarketAPI

/// Pending writes, for who looks once and ends.
extension StoreReader {
  /// The listings for which something waits, the latest first.
  package func pending(_ kind: PendingKind, limit: Int = 1_000) throws(StoreError)
    -> [PendingProduct]
  {
    try readUser { try $0.pendingList(kind, limit: limit).products(limit: max(0, limit)) } ?? []
  }

  /// As ``MarketStore/vendor()``.
  package func vendor() throws(StoreError) -> Vendor? { try readUser { try $0.vendor() } ?? nil }
}
