package import Foundation
package import OpenMarketAPI

extension MarketStore {
  /// Stores a page of a list together with its products, in one transaction.
  ///
  /// - Parameters:
  ///   - page: The page.
  ///   - key: Which list it is a page of.
  ///   - completeness: Whether the page showed everything about its products.
  ///   - fetchedAt: When it came.
  ///   - window: When the page showed *everything* numbered in this range: what is stored in it and not on
  ///     the page is gone, and is removed.
  ///   - checkpoint: A value to be written in the same transaction.
  ///   - mark: When the page was asked for: what this device's writes have brought since stays as it is.
  /// - Returns: What was added, changed and removed.
  /// - Throws: ``StoreError``, or `CancellationError`; then nothing was written.
  @discardableResult
  package func save(
    _ page: ProductPage, as key: PageKey, completeness: Completeness = .listed, fetchedAt: Date,
    replacing window: ClosedRange<Product.ID>? = nil, checkpoint: Checkpoint? = nil,
    asOf mark: ResponseMark? = nil
  ) async throws -> SaveReport {
    try await writeProducts { [responses = files.responses] writer, db in
      let newer = mark.map(responses.products) ?? []
      for product in page.products where newer.isEmpty || !newer.contains(product.id) {
        try writer.save(product, completeness: completeness, fetchedAt: fetchedAt, retention: .cached)
      }
      if let window { try writer.removeAll(in: window, except: Set(page.products.map(\.id)).union(newer)) }
      try db.save(page, as: key, fetchedAt: fetchedAt)
      if let checkpoint { try db.save(checkpoint) }
    }
  }

  /// Page `number` of a list, from one state of the store; `nil` when it is not stored.
  package func page(_ number: Int, of key: PageKey) async throws -> StoredPage? {
    let page = try await readCacheAtOnce { try $0.storedPage(number, of: key) }
    if page != nil { useLog.noteUse(of: .init(key: key, number: number), at: currentMillisecond) }
    return page
  }
}
