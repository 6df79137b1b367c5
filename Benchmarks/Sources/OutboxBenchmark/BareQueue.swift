import Foundation
import GRDBSQLite

/// One durable commit on the bare C API: a row of the same size, on the same kind of file.
final class BareQueue {
  private var db: OpaquePointer?
  private var insert: OpaquePointer?
  private var number = 0

  init(_ path: String, rowBytes: Int) {
    sqlite3_open(path, &db)
    for sql in [
      "PRAGMA journal_mode = WAL", "PRAGMA synchronous = FULL",
      "CREATE TABLE entry(id INTEGER PRIMARY KEY AUTOINCREMENT, key TEXT NOT NULL UNIQUE, payload BLOB NOT NULL)",
    ] { sqlite3_exec(db, sql, nil, nil, nil) }
    sqlite3_prepare_v2(
      db, "INSERT INTO entry(key, payload) VALUES(?, zeroblob(\(rowBytes)))", -1, &insert, nil)
  }

  deinit {
    sqlite3_finalize(insert)
    sqlite3_close(db)
  }

  func commit() {
    number += 1
    sqlite3_exec(db, "BEGIN IMMEDIATE", nil, nil, nil)
    sqlite3_bind_int(insert, 1, Int32(number))
    sqlite3_step(insert)
    sqlite3_reset(insert)
    sqlite3_exec(db, "COMMIT", nil, nil, nil)
  }
}
