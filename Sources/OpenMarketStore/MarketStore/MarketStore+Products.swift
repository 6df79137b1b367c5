package import Foundation
import GRDB
package import OpenMarketAPI

extension MarketStore {
  /// Stores products of one response in one transaction, merged with what is known of them.
  ///
  /// Products stored like this already are not rewritten; only their stamps move. Costs about 10 µs for a
  /// new product in large batches; a transaction of one product about 0.1 ms.
  ///
  /// - Parameters:
  ///   - products: The products; of two with one number the later one holds.
  ///   - completeness: Whether the response showed everything about them.
  ///   - fetchedAt: When the response came.
  ///   - retention: Whether they count towards the limits of the cache. What was synced once stays so.
  ///   - window: When the response showed *everything* numbered in this range: what is stored in it and not
  ///     among `products` is gone, and is removed.
  ///   - checkpoint: A value to be written in the same transaction.
  ///   - mark: When the response was asked for: what this device's writes have brought since stays as it is.
  /// - Returns: What was added, changed and removed.
  /// - Throws: ``StoreError``, or `CancellationError`; then nothing was written.
  @discardableResult
  package func save(
    _ products: [Product], completeness: Completeness = .listed, fetchedAt: Date,
    retention: Retention = .cached, replacing window: ClosedRange<Product.ID>? = nil,
    checkpoint: Checkpoint? = nil, asOf mark: ResponseMark? = nil
  ) async throws -> SaveReport {
    try await writeProducts { [responses = files.responses] writer, db in
      writer.prepare(for: products.count)
      let newer = mark.map(responses.products) ?? []
      for product in products where newer.isEmpty || !newer.contains(product.id) {
        try writer.save(product, completeness: completeness, fetchedAt: fetchedAt, retention: retention)
      }
      if let window { try writer.removeAll(in: window, except: Set(products.map(\.id)).union(newer)) }
      if let checkpoint { try db.save(checkpoint) }
    }
  }

  /// The product `id`; `nil` when it is not stored.
  package func product(_ id: Product.ID) async throws -> StoredProduct? {
    let product = try await readCacheAtOnce { try $0.storedProduct(id.rawValue) }
    if product != nil { useLog.noteUse(of: id, at: currentMillisecond) }
    return product
  }

  /// The products with these numbers, in this order, from one state of the store; those not stored are left
  /// out.
  package func products(_ ids: [Product.ID]) async throws -> [StoredProduct] {
    try await products(ids, of: nil)
  }

  /// Those of the products with these numbers that `vendor` sells; all when that is `nil`.
  package func products(_ ids: [Product.ID], of vendor: Vendor.ID?) async throws -> [StoredProduct] {
    try await readCache { try $0.storedProducts(ids, of: vendor) }
  }

  /// The newest products, highest number first, page by page at the same cost at any depth.
  ///
  /// - Parameters:
  ///   - last: The last product of the page before; `nil` for the first page.
  ///   - limit: How many products at most.
  ///   - filter: Which products. Scans on until enough are found, so a filter that few products pass costs
  ///     up to one pass over the store, unless it names a vendor.
  /// - Returns: At most `limit` products.
  /// - Throws: ``StoreError``, or `CancellationError`.
  package func newest(
    before last: Product.ID? = nil, limit: Int, filter: ProductFilter = .all
  ) async throws -> [StoredProduct] {
    let read: @Sendable (Database) throws -> [StoredProduct] = {
      try $0.newestProducts(before: last, limit: limit, filter: filter)
    }
    return limit <= 100 && filter == .all ? try await readCacheAtOnce(read) : try await readCache(read)
  }

  /// How many products are stored.
  ///
  /// - Parameter filter: Which products count; without one it costs about 1 ms for 100,000 products.
  /// - Returns: Their number.
  /// - Throws: ``StoreError``, or `CancellationError`.
  package func productCount(_ filter: ProductFilter = .all) async throws -> Int {
    try await readCache { try $0.productCount(filter) }
  }

  /// Forgets products.
  ///
  /// - Returns: Which of them were stored.
  /// - Throws: ``StoreError``, or `CancellationError`; then nothing was removed.
  @discardableResult
  package func remove(_ ids: [Product.ID]) async throws -> SaveReport {
    try await writeProducts { writer, _ in
      for id in ids { try writer.remove(id) }
    }
  }
}
