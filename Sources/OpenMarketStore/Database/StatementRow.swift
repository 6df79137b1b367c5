import Foundation
import GRDB
import GRDBSQLite

/// The columns of the row at which a statement stands, by position, from 0.
///
/// Never traps: a damaged file can hold NULL or another type where the schema forbids it, and SQLite then
/// converts, as it documents.
struct StatementRow {
  private let statement: Statement

  fileprivate init(_ statement: Statement) { self.statement = statement }

  func isNull(_ index: CInt) -> Bool {
    unsafe sqlite3_column_type(statement.sqliteStatement, index) == SQLITE_NULL
  }

  func int64(_ index: CInt) -> Int64 { unsafe sqlite3_column_int64(statement.sqliteStatement, index) }

  func int(_ index: CInt) -> Int { Int(clamping: int64(index)) }

  func double(_ index: CInt) -> Double { unsafe sqlite3_column_double(statement.sqliteStatement, index) }

  func text(_ index: CInt) -> String {
    guard let start = unsafe sqlite3_column_text(statement.sqliteStatement, index) else { return "" }
    let count = unsafe Int(sqlite3_column_bytes(statement.sqliteStatement, index))
    return unsafe String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  func data(_ index: CInt) -> Data {
    guard let start = unsafe sqlite3_column_blob(statement.sqliteStatement, index) else { return Data() }
    return unsafe Data(bytes: start, count: Int(sqlite3_column_bytes(statement.sqliteStatement, index)))
  }

  /// The bytes of a blob in place, for the time of `body`; a copy of a long one costs as much as to read it.
  @unsafe func withBytes<Value>(
    _ index: CInt, _ body: (UnsafeRawBufferPointer) throws -> Value
  ) rethrows -> Value {
    let start = unsafe sqlite3_column_blob(statement.sqliteStatement, index)
    let count = unsafe Int(sqlite3_column_bytes(statement.sqliteStatement, index))
    return try unsafe body(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
  }

  func optionalInt64(_ index: CInt) -> Int64? { isNull(index) ? nil : int64(index) }

  func optionalText(_ index: CInt) -> String? { isNull(index) ? nil : text(index) }
}

extension StatementBinder {
  /// The first row of the query, whose values are bound, turned into a value; `nil` when there is none. It is ready for
  /// other values then.
  func firstRow<Value>(_ value: (StatementRow) throws -> Value) throws -> Value? {
    defer { reset() }
    return try step() ? value(StatementRow(statement)) : nil
  }

  /// Steps through the rows of the query, whose values are bound, for as long as `body` wants more. It is ready to run again
  /// then.
  func readRows(while body: (StatementRow) throws -> Bool) throws {
    defer { reset() }
    let row = StatementRow(statement)
    while try step(), try body(row) {}
  }
}

extension Database {
  /// Reads the rows of a query, whose statement is kept for the next time, for as long as `body` wants more.
  func readRows(
    _ sql: String, _ values: [any StatementValue] = [], while body: (StatementRow) throws -> Bool
  ) throws {
    let binder = StatementBinder(try cachedStatement(sql: sql))
    binder.bind(values)
    try binder.readRows(while: body)
  }

  /// Performs a query and calls `body` with each row.
  func forEachRow(
    _ sql: String, _ values: [any StatementValue] = [], _ body: (StatementRow) throws -> Void
  ) throws {
    try readRows(sql, values) { row in
      try body(row)
      return true
    }
  }

  /// Performs a query for each of the numbers, which is its first value, and calls `body` with each row; the other values
  /// stay the same.
  func forEachRow(
    _ sql: String, of numbers: some Sequence<Int64>, _ values: [any StatementValue] = [],
    _ body: (StatementRow) throws -> Void
  ) throws {
    let binder = StatementBinder(try cachedStatement(sql: sql))
    binder.bind([Int64(0)] + values)
    for number in numbers {
      binder.bind(number, at: 1)
      try binder.readRows { row in
        try body(row)
        return true
      }
    }
  }

  /// The rows of a query, each turned into a value.
  func rows<Value>(
    _ sql: String, _ values: [any StatementValue] = [], _ value: (StatementRow) throws -> Value
  ) throws -> [Value] {
    var rows: [Value] = []
    try forEachRow(sql, values) { rows.append(try value($0)) }
    return rows
  }

  /// The first row of a query, turned into a value; `nil` when there is none.
  func firstRow<Value>(
    _ sql: String, _ values: [any StatementValue] = [], _ value: (StatementRow) throws -> Value
  ) throws -> Value? {
    let binder = StatementBinder(try cachedStatement(sql: sql))
    binder.bind(values)
    return try binder.firstRow(value)
  }

  func exists(_ sql: String, _ values: [any StatementValue] = []) throws -> Bool {
    try firstRow(sql, values) { _ in true } ?? false
  }

  /// Performs a statement that changes rows, keeps it for the next time, and returns how many it changed; see
  /// ``StatementBinder/run()``.
  @discardableResult
  func perform(_ sql: String, _ values: [any StatementValue] = []) throws -> Int {
    let binder = StatementBinder(try cachedStatement(sql: sql))
    defer { binder.reset() }
    binder.bind(values)
    return try binder.run()
  }

  /// Reads from one state of the file, as GRDB's `read` does, whose two statements are compiled each time: a tenth of
  /// a short read.
  func inOneState<Value>(_ body: (Database) throws -> Value) throws -> Value {
    try cachedStatement(sql: "BEGIN DEFERRED TRANSACTION").execute()
    let result = Result { try body(self) }
    do { try cachedStatement(sql: "COMMIT TRANSACTION").execute() } catch { try? rollback() }
    return try result.get()
  }
}
