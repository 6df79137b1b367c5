import Foundation
import GRDB
import OpenMarketAPI

/// Reads of products inside a transaction; the search reads its hits through these too.
extension Database {
  /// Of a number below 0 nothing: such rows are from versions that took it from a server, and would pass for
  /// the user's own listings.
  func storedProduct(_ id: Int64) throws -> StoredProduct? {
    guard id >= 0 else { return nil }
    let sql = "SELECT \(ProductRow.columns) FROM product WHERE id = ?"
    return try firstRow(sql, [id], ProductRow.read).map(withImages)
  }

  /// The products of a query that begins with ``ProductRow/columns``, with their pictures.
  func storedProducts(_ sql: String, _ values: [any StatementValue]) throws -> [StoredProduct] {
    try rows(sql, values, ProductRow.read).map(withImages)
  }

  /// The products with these numbers in this order; those not stored are left out.
  func storedProducts(_ ids: [Product.ID], of vendor: Vendor.ID? = nil) throws -> [StoredProduct] {
    guard let vendor else { return try ids.compactMap { try storedProduct($0.rawValue) } }
    let sql = "SELECT \(ProductRow.columns) FROM product WHERE id = ?1 AND id >= 0 AND vendor_id = ?2"
    return try ids.compactMap { id in
      try firstRow(sql, [id.rawValue, vendor.rawValue], ProductRow.read).map(withImages)
    }
  }

  private func withImages(_ row: (stored: StoredProduct, imageCount: Int)) throws -> StoredProduct {
    guard row.imageCount > 0 else { return row.stored }
    var stored = row.stored
    let sql = "SELECT id, url, thumbnail, issued_at FROM product_image WHERE product_id = ? ORDER BY position"
    stored.product.images = try rows(sql, [stored.id.rawValue]) { row in
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
