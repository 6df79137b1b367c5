import Foundation
import GRDB
import GRDBSQLite

/// Binds values to a prepared statement by position, from 1.
///
/// GRDB's own arguments box every value, which makes a bulk load 1.3 to 1.4 times as slow as the C API.
/// `bind` cannot fail here: positions and types are those of a statement in this module, and nothing is
/// read from the disk.
struct StatementBinder {
  let statement: Statement

  /// Makes `statement` ready for new values; all are NULL at first.
  init(_ statement: Statement) {
    // Tells GRDB that the values are bound already, so that it leaves them alone.
    statement.setUncheckedArguments(StatementArguments())
    self.statement = statement
  }

  /// Makes the statement, which has run, ready for other values; those that are not bound again stay.
  func reset() { _ = unsafe sqlite3_reset(statement.sqliteStatement) }

  /// Goes on to the next row, past GRDB, whose own way costs a tenth of inserting a row; and returns whether there is one.
  func step() throws -> Bool {
    let code = unsafe sqlite3_step(statement.sqliteStatement)
    if code == SQLITE_ROW || code == SQLITE_DONE { return code == SQLITE_ROW }
    let connection = unsafe sqlite3_db_handle(statement.sqliteStatement)
    let message = unsafe sqlite3_errmsg(connection).map { unsafe String(cString: $0) }
    reset()
    throw DatabaseError(resultCode: ResultCode(rawValue: code), message: message, sql: statement.sql)
  }

  /// Performs the statement, which gives no rows and neither begins nor ends a transaction, and returns how many rows were
  /// changed.
  func run() throws -> Int {
    _ = try step()
    return unsafe Int(sqlite3_changes(sqlite3_db_handle(statement.sqliteStatement)))
  }

  func run<each Value: StatementValue>(_ values: repeat each Value) throws -> Int {
    var index: CInt = 0
    for value in repeat each values {
      index += 1
      bind(value, at: index)
    }
    defer { reset() }
    return try run()
  }

  func bind(_ values: [any StatementValue]) {
    for (offset, value) in values.enumerated() { value.bind(to: self, at: CInt(offset + 1)) }
  }

  func bind(_ value: some StatementValue, at index: CInt) { value.bind(to: self, at: index) }
}

/// A value that a statement takes; `nil` is NULL.
protocol StatementValue {
  func bind(to binder: StatementBinder, at index: CInt)
}

extension Int64: StatementValue {
  func bind(to binder: StatementBinder, at index: CInt) {
    unsafe sqlite3_bind_int64(binder.statement.sqliteStatement, index, self)
  }
}

extension Int: StatementValue {
  func bind(to binder: StatementBinder, at index: CInt) { Int64(self).bind(to: binder, at: index) }
}

extension Bool: StatementValue {
  func bind(to binder: StatementBinder, at index: CInt) { (self ? 1 : 0).bind(to: binder, at: index) }
}

extension Double: StatementValue {
  func bind(to binder: StatementBinder, at index: CInt) {
    unsafe sqlite3_bind_double(binder.statement.sqliteStatement, index, self)
  }
}

extension String: StatementValue {
  /// Binds all of the text, with the zero characters that it may contain.
  func bind(to binder: StatementBinder, at index: CInt) {
    var text = self
    text.withUTF8 { bytes in
      let count = CInt(bytes.count)
      unsafe bytes.withMemoryRebound(to: CChar.self) { characters in
        let statement = unsafe binder.statement.sqliteStatement
        guard let start = characters.baseAddress else {
          // Without an address the value would be NULL instead of empty.
          _ = unsafe sqlite3_bind_text(statement, index, "", 0, copying)
          return
        }
        _ = unsafe sqlite3_bind_text(statement, index, start, count, copying)
      }
    }
  }
}

/// Text that is UTF-8 already, without a String made of it.
struct UTF8Text: StatementValue {
  var bytes: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { self.bytes = bytes[...] }
  init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  func bind(to binder: StatementBinder, at index: CInt) {
    // Without an address the value would be NULL instead of empty.
    guard !bytes.isEmpty else { return "".bind(to: binder, at: index) }
    unsafe bytes.withUnsafeBytes { bytes in
      let start = unsafe bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
      _ = unsafe sqlite3_bind_text(binder.statement.sqliteStatement, index, start, CInt(bytes.count), copying)
    }
  }
}

extension Data: StatementValue {
  func bind(to binder: StatementBinder, at index: CInt) {
    unsafe withUnsafeBytes { bytes in
      if let start = bytes.baseAddress {
        _ = unsafe sqlite3_bind_blob(
          binder.statement.sqliteStatement, index, start, CInt(bytes.count), copying)
      } else {
        _ = unsafe sqlite3_bind_zeroblob(binder.statement.sqliteStatement, index, 0)
      }
    }
  }
}

extension Optional: StatementValue where Wrapped: StatementValue {
  func bind(to binder: StatementBinder, at index: CInt) {
    if let value = self {
      value.bind(to: binder, at: index)
    } else {
      unsafe sqlite3_bind_null(binder.statement.sqliteStatement, index)
    }
  }
}

/// Tells SQLite to copy what is bound (`SQLITE_TRANSIENT`, a macro that Swift cannot import).
private var copying: sqlite3_destructor_type? {
  unsafe unsafeBitCast(-1, to: sqlite3_destructor_type?.self)
}
