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
    try await writeProducts { [responses] writer, db in
      try writer.save(
        products, completeness: completeness, fetchedAt: fetchedAt, retention: retention, replacing: window,
        except: mark.map(responses.products) ?? [])
      if let checkpoint { try db.save(checkpoint) }
    }
  }

  /// The product `id`; `nil` when it is not stored.
  package func product(_ id: Product.ID) async throws -> StoredProduct? {
    let product = try await readCache(atOnce: true) { try $0.storedProduct(id.rawValue) }
    if product != nil { useLog.noteUse(of: .product(id), at: currentMillisecond) }
    return product
  }

  /// The products with these numbers, in this order, from one state of the store; those not stored are left
  /// out, as are those that another vendor than `vendor` sells unless that is `nil`.
  package func products(_ ids: [Product.ID], of vendor: Vendor.ID? = nil) async throws -> [StoredProduct] {
    try await readCache { try $0.storedProducts(ids, of: vendor) }
  }

  /// Products as a response that was asked for at `mark` shows them, but for those about which this device has
  /// learnt something newer since: those as they are stored, without the ones that are gone.
  package func latest(_ products: [Product], asOf mark: ResponseMark) async throws -> [Product] {
    let newer = responses.products(since: mark)
    guard !newer.isEmpty, products.contains(where: { newer.contains($0.id) }) else { return products }
    let stored = try await self.products(products.map(\.id).filter(newer.contains))
    let latest = Dictionary(stored.map { ($0.id, $0.product) }) { first, _ in first }
    return products.compactMap { newer.contains($0.id) ? latest[$0.id] : $0 }
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
    try await readCache(atOnce: limit <= 100 && filter == .all) {
      try $0.newestProducts(before: last, limit: limit, filter: filter)
    }
  }

  /// How many products are stored; without a filter it costs about 1 ms for 100,000 products.
  package func productCount(_ filter: ProductFilter = .all) async throws -> Int {
    try await readCache { try $0.productCount(filter) }
  }

  /// The value last saved for `key`; `nil` when there is none.
  ///
  /// Checkpoints belong to the copies: they vanish with them when the cache is rebuilt.
  package func checkpoint(_ key: String) async throws -> Data? {
    try await readCache { db in
      try db.firstRow("SELECT value FROM checkpoint WHERE key = ?", [key]) { $0.data(0) }
    }
  }

  /// Forgets products, and returns which of them were stored.
  @discardableResult
  package func remove(_ ids: [Product.ID]) async throws -> SaveReport {
    try await writeProducts { writer, _ in
      for id in ids { try writer.remove(id) }
    }
  }
}

extension MarketStore {
  /// Stores a page of a list together with its products, in one transaction.
  ///
  /// - Parameters:
  ///   - page: The page.
  ///   - key: Which list it is a page of.
  ///   - fetchedAt: When it came.
  ///   - window: When the page showed *everything* numbered in this range: what is stored in it and not on
  ///     the page is gone, and is removed.
  ///   - lastListing: The last listing of this device, by ``lastListing()``, when the page was asked for.
  ///   - mark: When the page was asked for: what this device's writes have brought since stays as it is.
  /// - Returns: What was added, changed and removed.
  /// - Throws: ``StoreError``, or `CancellationError`; then nothing was written.
  @discardableResult
  package func save(
    _ page: ProductPage, as key: PageKey, fetchedAt: Date, replacing window: ClosedRange<Product.ID>? = nil,
    lastListing: Product.ID? = nil, asOf mark: ResponseMark? = nil
  ) async throws -> SaveReport {
    // A page is named by what was searched for.
    try await writeProducts(as: .other) { [responses] writer, db in
      try writer.save(
        page.products, fetchedAt: fetchedAt, replacing: window, except: mark.map(responses.products) ?? [])
      try db.save(page, as: key, fetchedAt: fetchedAt, lastListing: lastListing)
    }
  }

  /// Page `number` of a list, from one state of the store; `nil` when it is not stored.
  package func page(_ number: Int, of key: PageKey) async throws -> StoredPage? {
    let page = try await readCache(atOnce: true) { try $0.storedPage(number, of: key) }
    if page != nil { useLog.noteUse(of: .page(key, number: number), at: currentMillisecond) }
    return page
  }
}
