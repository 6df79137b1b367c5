import Foundation
import GRDB
import OpenMarketAPI

/// Reads and writes of `query_page` inside a transaction.
extension Database {
  func storedPage(_ number: Int, of key: PageKey) throws -> StoredPage? {
    let sql = """
      SELECT product_ids, items_per_page, total_count, item_offset, item_limit, last_page, has_next, \
      has_previous, issues, fetched_at, last_listing FROM query_page WHERE query_key = ? AND page = ?
      """
    return try firstRow(sql, [key.rawValue, number]) { row in
      let ids = [Product.ID](bytes: row.data(0))
      let products = try storedProducts(ids).map(\.product)
      let page = ProductPage(
        page: number, itemsPerPage: row.int(1), totalCount: row.int(2), offset: row.int(3),
        limit: row.int(4), lastPage: row.int(5), hasNext: row.int64(6) != 0,
        hasPrevious: row.int64(7) != 0, products: products, issues: StoredIssues.issues(row.optionalText(8)))
      return StoredPage(
        page: page, fetchedAt: Timestamp.date(row.int64(9)), isComplete: products.count == ids.count,
        lastListing: row.optionalInt64(10).map { Product.ID(rawValue: $0) })
    }
  }

  func save(
    _ page: ProductPage, as key: PageKey, fetchedAt: Date, lastListing: Product.ID?
  ) throws {
    let sql = """
      INSERT OR REPLACE INTO query_page(query_key, page, product_ids, items_per_page, total_count, \
      item_offset, item_limit, last_page, has_next, has_previous, issues, fetched_at, used_at, last_listing) \
      VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?12, ?13)
      """
    try perform(
      sql,
      [
        key.rawValue, page.page, page.products.map(\.id).bytes, page.itemsPerPage, page.totalCount,
        page.offset, page.limit, page.lastPage, page.hasNext, page.hasPrevious,
        StoredIssues.text(page.decodingIssues), Timestamp.milliseconds(fetchedAt),
        lastListing?.rawValue,
      ])
  }
}

extension [Product.ID] {
  /// The numbers one after the other, 8 bytes each, the least significant byte first.
  fileprivate var bytes: Data { Data(flatMap(\.rawValue.littleEndianBytes)) }

  fileprivate init(bytes: Data) {
    self = unsafe bytes.withUnsafeBytes { bytes in
      stride(from: 0, to: bytes.count - 7, by: 8).map { start in
        let number = unsafe bytes.loadUnaligned(fromByteOffset: start, as: Int64.self)
        return Product.ID(rawValue: Int64(littleEndian: number))
      }
    }
  }
}
