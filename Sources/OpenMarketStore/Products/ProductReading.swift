import Foundation
import GRDB
import OpenMarketAPI

/// Reads of products inside a transaction; the search reads its hits through these too.
extension Database {
  func storedProduct(_ id: Int64) throws -> StoredProduct? {
    let sql = "SELECT \(ProductRow.columns) FROM product WHERE id = ?"
    return try firstRow(sql, bind: { $0.bind(id, at: 1) }, ProductRow.read).map(withImages)
  }

  /// The products of a query that begins with ``ProductRow/columns``, with their pictures.
  func storedProducts(_ sql: String, bind: (StatementBinder) -> Void = { _ in }) throws -> [StoredProduct] {
    try rows(sql, bind: bind, ProductRow.read).map(withImages)
  }

  /// The products with these numbers in this order; those not stored are left out.
  func storedProducts(_ ids: [Product.ID], of vendor: Vendor.ID? = nil) throws -> [StoredProduct] {
    guard let vendor else { return try ids.compactMap { try storedProduct($0.rawValue) } }
    let sql = "SELECT \(ProductRow.columns) FROM product WHERE id = ?1 AND vendor_id = ?2"
    return try ids.compactMap { id in
      try firstRow(
        sql,
        bind: {
          $0.bind(id.rawValue, at: 1)
          $0.bind(vendor.rawValue, at: 2)
        }, ProductRow.read
      ).map(withImages)
    }
  }

  /// - Throws: ``StoreError/Code/invalidInput``, or `DatabaseError`.
  func newestProducts(
    before last: Product.ID?, limit: Int, filter: ProductFilter
  ) throws -> [StoredProduct] {
    guard limit > 0 else { throw StoreError(.invalidInput, "limit is \(limit): ask for 1 product or more") }
    let sql = """
      SELECT \(ProductRow.columns) FROM product AS p WHERE \(last == nil ? "1" : "id < ?1")\(filter.condition(on: "p", from: 3)) \
      ORDER BY id DESC LIMIT ?2
      """
    return try storedProducts(sql) { binder in
      binder.bind(last?.rawValue, at: 1)
      binder.bind(Int64(limit), at: 2)
      filter.bind(to: binder, from: 3)
    }
  }

  func productCount(_ filter: ProductFilter) throws -> Int {
    let sql = "SELECT count(*) FROM product AS p WHERE 1\(filter.condition(on: "p", from: 1))"
    return try firstRow(sql, bind: { filter.bind(to: $0, from: 1) }, { $0.int(0) }) ?? 0
  }

  private func withImages(_ row: (stored: StoredProduct, imageCount: Int)) throws -> StoredProduct {
    guard row.imageCount > 0 else { return row.stored }
    var stored = row.stored
    let sql = "SELECT id, url, thumbnail, issued_at FROM product_image WHERE product_id = ? ORDER BY position"
    stored.product.images = try rows(sql, bind: { $0.bind(stored.id.rawValue, at: 1) }) { row in
      URL(string: row.text(1)).map { url in
        ProductImage(
          id: ProductImage.ID(rawValue: row.int64(0)), url: url,
          thumbnailURL: row.optionalText(2).flatMap(URL.init(string:)),
          uploadedAt: row.optionalInt64(3).map(Timestamp.date))
      }
    }.compactMap(\.self)
    return stored
  }
}
