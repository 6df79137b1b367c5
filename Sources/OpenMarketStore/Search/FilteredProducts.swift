import GRDB
import OpenMarketAPI

/// The products that pass a filter, without a text.
extension Database {
  /// - Throws: ``StoreError/Code/invalidInput``, or `DatabaseError`.
  func newestProducts(
    before last: Product.ID?, limit: Int, filter: ProductFilter
  ) throws -> [StoredProduct] {
    guard limit > 0 else { throw StoreError(.invalidInput, "limit is \(limit): ask for 1 product or more") }
    let products = try FilteredProducts(filter, from: 3, in: self)
    // Of numbers below 0 nothing, as in `storedProduct`.
    let range = "AND \(products.id) >= 0" + (last == nil ? "" : " AND \(products.id) < ?1")
    let sql = """
      SELECT \(ProductRow.columns) \(products.sql) \(range) \
      ORDER BY \(products.id) DESC LIMIT ?2
      """
    return try storedProducts(sql, [last?.rawValue, limit] + products.values)
  }

  func productCount(_ filter: ProductFilter) throws -> Int {
    let products = try FilteredProducts(filter, from: 1, readsRows: false, in: self)
    return try firstRow("SELECT count(*) \(products.sql)", products.values) { $0.int(0) } ?? 0
  }
}

/// The source of the products that pass a filter: the table, or for one vendor the search index, which has a token for it, if it
/// can be read.
private struct FilteredProducts {
  /// The source and the conditions, with ``values``.
  let sql: String
  /// The column by which it is read in the order of numbers.
  let id: String
  let values: [any StatementValue]

  /// Takes the positions of its values from `index` on. With `readsRows` the rows are there as `p`, also where the filter
  /// needs none of them.
  init(_ filter: ProductFilter, from index: CInt, readsRows: Bool = true, in db: Database) throws {
    guard let vendor = filter.vendorID, try SearchIndex.tables.areThere(in: db) else {
      let condition = RowCondition(filter.criteria, from: index)
      (sql, id, values) = ("FROM product AS p WHERE 1\(condition.sql)", "p.id", condition.values)
      return
    }
    var others = filter
    others.vendorID = nil
    var match = MatchExpression.any(of: [FilterTokens.vendor(vendor.rawValue)])
    var criteria = others.criteria
    // The index joins long lists to pass over a row: it is worth that where no row is read otherwise.
    if !readsRows {
      let (conditions, rest) = FilterTokens.split(criteria)
      if rest.isEmpty {
        match += conditions
        criteria = []
      }
    }
    let rows = readsRows || !criteria.isEmpty ? " CROSS JOIN product AS p ON p.id = f.rowid" : ""
    let condition = RowCondition(criteria, from: index + 1)
    (sql, id) = (
      "FROM product_fts AS f\(rows) WHERE f.product_fts MATCH ?\(index)\(condition.sql)", "f.rowid"
    )
    values = [match] + condition.values
  }
}
