import Foundation
import GRDB
import GRDBSQLite

/// Binds values to a prepared statement by position, from 1.
///
/// GRDB's own arguments box every value, which makes a bulk load 1.3 to 1.4 times as slow as the C API.
/// `bind` cannot fail here: positions and types are those of a statement in this module, and nothing is
/// read from the disk.
struct StatementBinder {
  private let statement: Statement

  /// Makes `statement` ready for new values; all are NULL at first.
  init(_ statement: Statement) {
    // Tells GRDB that the values are bound already, so that it leaves them alone.
    statement.setUncheckedArguments(StatementArguments())
    self.statement = statement
  }

  /// Makes the statement, which has run, ready for other values; those that are not bound again stay.
  func reset() { _ = unsafe sqlite3_reset(statement.sqliteStatement) }

  /// Performs the statement, which gives no rows and neither begins nor ends a transaction, past GRDB: its own way
  /// costs a tenth of inserting a row.
  ///
  /// - Returns: How many rows were changed.
  /// - Throws: `DatabaseError`.
  func run() throws -> Int {
    let connection = unsafe sqlite3_db_handle(statement.sqliteStatement)
    let code = unsafe sqlite3_step(statement.sqliteStatement)
    guard code == SQLITE_DONE else {
      let message = unsafe sqlite3_errmsg(connection).map { unsafe String(cString: $0) }
      reset()
      throw DatabaseError(resultCode: ResultCode(rawValue: code), message: message, sql: statement.sql)
    }
    return unsafe Int(sqlite3_changes(connection))
  }

  func bind(_ value: Int64, at index: CInt) {
    unsafe sqlite3_bind_int64(statement.sqliteStatement, index, value)
  }

  func bind(_ value: Double, at index: CInt) {
    unsafe sqlite3_bind_double(statement.sqliteStatement, index, value)
  }

  func bind(_ value: Int64?, at index: CInt) {
    if let value { bind(value, at: index) } else { bindNull(at: index) }
  }

  /// Binds all of `text`, with the zero characters that it may contain.
  func bind(_ text: String, at index: CInt) {
    var text = text
    text.withUTF8 { bytes in
      let count = CInt(bytes.count)
      unsafe bytes.withMemoryRebound(to: CChar.self) { characters in
        // Without an address the value would be NULL instead of empty.
        guard let start = characters.baseAddress else { return bindEmptyText(at: index) }
        _ = unsafe sqlite3_bind_text(statement.sqliteStatement, index, start, count, copying)
      }
    }
  }

  private func bindEmptyText(at index: CInt) {
    _ = unsafe sqlite3_bind_text(statement.sqliteStatement, index, "", 0, copying)
  }

  func bind(_ text: String?, at index: CInt) {
    if let text { bind(text, at: index) } else { bindNull(at: index) }
  }

  func bind(_ data: Data, at index: CInt) {
    unsafe data.withUnsafeBytes { bytes in
      if let start = bytes.baseAddress {
        _ = unsafe sqlite3_bind_blob(
          statement.sqliteStatement, index, start, CInt(bytes.count), copying)
      } else {
        _ = unsafe sqlite3_bind_zeroblob(statement.sqliteStatement, index, 0)
      }
    }
  }

  func bindNull(at index: CInt) { unsafe sqlite3_bind_null(statement.sqliteStatement, index) }
}

/// Tells SQLite to copy what is bound (`SQLITE_TRANSIENT`, a macro that Swift cannot import).
private var copying: sqlite3_destructor_type? {
  unsafe unsafeBitCast(-1, to: sqlite3_destructor_type?.self)
}
