import Foundation
import GRDBSQLite
import OpenMarketAPI

/// A store as one would write it on the C API: the same tables, indexes, pragmas and values as the store's, prepared
/// statements, of the search index only the tokens for filters, no comparison with what is there, no observation, no locks,
/// no recovery.
final class BareStore {
  struct Failure: Error { var message: String }

  private var connection: OpaquePointer?
  private var insert: OpaquePointer?
  private var indexed: OpaquePointer?
  private var page: OpaquePointer?
  private var row: OpaquePointer?

  private static let columns = """
    id, vendor_id, vendor_name, name, description, thumbnail, currency, price, bargain_price, \
    discounted_price, exact_prices, stock, created_at, issued_at, image_count, seller_id, seller_name, \
    issues, fetched_at, detailed_at
    """

  /// - Parameters:
  ///   - path: The file.
  ///   - schema: The statements that make the tables; `nil` when they are there.
  /// - Throws: ``Failure`` with what SQLite says.
  init(_ path: String, schema: String?) throws {
    guard sqlite3_open_v2(path, &connection, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nil) == SQLITE_OK
    else { throw Failure(message: "cannot open \(path)") }
    try execute(
      """
      PRAGMA busy_timeout = 10000; PRAGMA foreign_keys = ON; PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL;
      PRAGMA synchronous = NORMAL; PRAGMA cache_size = -8192; PRAGMA temp_store = MEMORY;
      """)
    if let schema { try execute(schema) }
    insert = try prepare(
      """
      INSERT INTO product(\(Self.columns), used_at, is_synced)
      VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?) ON CONFLICT(id) DO UPDATE SET
      name = excluded.name, price = excluded.price, stock = excluded.stock, fetched_at = excluded.fetched_at
      """)
    indexed = try prepare("INSERT INTO product_fts(rowid, g) VALUES (?, ?)")
    page = try prepare("SELECT \(Self.columns) FROM product WHERE id < ? ORDER BY id DESC LIMIT 20")
    row = try prepare("SELECT \(Self.columns) FROM product WHERE id = ?")
  }

  deinit {
    for statement in [insert, indexed, page, row] { sqlite3_finalize(statement) }
    sqlite3_close(connection)
  }

  func execute(_ sql: String) throws {
    guard sqlite3_exec(connection, sql, nil, nil, nil) == SQLITE_OK else { throw failure() }
  }

  private func prepare(_ sql: String) throws -> OpaquePointer? {
    var statement: OpaquePointer?
    guard
      sqlite3_prepare_v3(connection, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil) == SQLITE_OK
    else { throw failure() }
    return statement
  }

  private func failure() -> Failure { Failure(message: String(cString: sqlite3_errmsg(connection))) }

  // MARK: Writing

  func save(_ products: [Product], fetchedAt: Date) throws {
    try execute("BEGIN IMMEDIATE")
    let moment = Int64(fetchedAt.timeIntervalSince1970 * 1000)
    for product in products {
      sqlite3_bind_int64(insert, 1, product.id.rawValue)
      sqlite3_bind_int64(insert, 2, product.vendorID.rawValue)
      bind(product.vendorName, 3)
      bind(product.name, 4)
      bind(product.description, 5)
      bind(product.thumbnail?.absoluteString, 6)
      bind(product.currency?.rawValue, 7)
      sqlite3_bind_double(insert, 8, NSDecimalNumber(decimal: product.price).doubleValue)
      sqlite3_bind_double(insert, 9, NSDecimalNumber(decimal: product.salePrice).doubleValue)
      sqlite3_bind_double(insert, 10, NSDecimalNumber(decimal: product.discount).doubleValue)
      sqlite3_bind_null(insert, 11)
      sqlite3_bind_int64(insert, 12, Int64(product.stock))
      bind(product.createdAt, 13)
      bind(product.updatedAt, 14)
      for index in 15...18 as ClosedRange<CInt> { sqlite3_bind_null(insert, index) }
      sqlite3_bind_int64(insert, 19, moment)
      sqlite3_bind_null(insert, 20)
      sqlite3_bind_int64(insert, 21, moment)
      sqlite3_bind_int64(insert, 22, 0)
      guard sqlite3_step(insert) == SQLITE_DONE else { throw failure() }
      sqlite3_reset(insert)
      sqlite3_bind_int64(indexed, 1, product.id.rawValue)
      bind(filters(of: product), 2, of: indexed)
      guard sqlite3_step(indexed) == SQLITE_DONE else { throw failure() }
      sqlite3_reset(indexed)
    }
    try execute("COMMIT")
  }

  /// Tokens like those by which the store finds a vendor's products, a price and what is sold.
  private func filters(of product: Product) -> String {
    let step = NSDecimalNumber(decimal: product.salePrice).doubleValue.bitPattern >> 51
    return "¤\(product.vendorID.rawValue) ₩\(step)\(product.stock == 0 ? " ¤s" : "")"
  }

  private func bind(_ text: String?, _ index: CInt, of statement: OpaquePointer? = nil) {
    guard let text else {
      sqlite3_bind_null(statement ?? insert, index)
      return
    }
    sqlite3_bind_text(
      statement ?? insert, index, text, -1, unsafeBitCast(-1, to: sqlite3_destructor_type.self))
  }

  private func bind(_ date: Date?, _ index: CInt) {
    guard let date else {
      sqlite3_bind_null(insert, index)
      return
    }
    sqlite3_bind_int64(insert, index, Int64(date.timeIntervalSince1970 * 1000))
  }

  // MARK: Reading

  func newest(before id: Int64) throws -> [Product] {
    sqlite3_bind_int64(page, 1, id)
    defer { sqlite3_reset(page) }
    var products: [Product] = []
    while sqlite3_step(page) == SQLITE_ROW { products.append(product(page)) }
    return products
  }

  func product(_ id: Int64) throws -> Product? {
    sqlite3_bind_int64(row, 1, id)
    defer { sqlite3_reset(row) }
    return sqlite3_step(row) == SQLITE_ROW ? product(row) : nil
  }

  private func product(_ row: OpaquePointer?) -> Product {
    func text(_ index: CInt) -> String? { sqlite3_column_text(row, index).map { String(cString: $0) } }
    func price(_ index: CInt) -> Decimal {
      let double = sqlite3_column_double(row, index)
      // Foundation's conversion of fractions is slow; the store avoids it in the same way.
      return Int64(exactly: double).map { Decimal($0) } ?? Decimal(double)
    }
    func date(_ index: CInt) -> Date? {
      sqlite3_column_type(row, index) == SQLITE_NULL
        ? nil : Date(timeIntervalSince1970: Double(sqlite3_column_int64(row, index)) / 1000)
    }
    return Product(
      id: Product.ID(rawValue: sqlite3_column_int64(row, 0)),
      vendorID: Vendor.ID(rawValue: sqlite3_column_int64(row, 1)), vendorName: text(2), name: text(3) ?? "",
      description: text(4), thumbnail: text(5).flatMap(URL.init(string:)),
      currency: text(6).map(Currency.init(rawValue:)), price: price(7), salePrice: price(8),
      discount: price(9), stock: Int(sqlite3_column_int64(row, 11)), createdAt: date(12),
      updatedAt: date(13))
  }
}
