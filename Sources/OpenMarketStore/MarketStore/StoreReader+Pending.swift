import GRDB
package import OpenMarketAPI

/// Pending writes, for who looks once and ends.
extension StoreReader {
  /// As ``MarketStore/pending(of:)``.
  package func pending(of products: [Product.ID]) throws(StoreError) -> [PendingProduct] {
    try readUser { db in
      try products.compactMap { try PendingProduct(db.openSubmissions(of: $0.rawValue)) }
    } ?? []
  }

  /// As ``MarketStore/pending(_:limit:)``.
  package func pending(_ kind: PendingKind, limit: Int = 1_000) throws(StoreError)
    -> [PendingProduct]
  {
    try readUser { try $0.pendingList(kind, limit: limit).products(limit: max(0, limit)) } ?? []
  }

  /// As ``MarketStore/vendor()``.
  package func vendor() throws(StoreError) -> Vendor? { try readUser { try $0.vendor() } ?? nil }
}
