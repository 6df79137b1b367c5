import Foundation
import GRDB

/// Copies from a damaged file, row by row, what can be read and what the new tables accept.
struct RowRescue {
  private let path: String
  private let db: Database

  /// - Parameters:
  ///   - path: The damaged file.
  ///   - db: The new one, inside a transaction.
  init(from path: String, to db: Database) {
    self.path = path
    self.db = db
  }

  /// Copies all tables.
  ///
  /// - Returns: How many rows were saved; 0 when the damaged file cannot even be opened.
  func run() throws -> Int {
    var configuration = Configuration()
    configuration.readonly = true
    guard let damaged = try? DatabaseQueue(path: path, configuration: configuration) else { return 0 }
    defer { try? damaged.close() }
    let tables = try db.rows(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE 'grdb_%'",
      { $0.text(0) })
    let count = try tables.reduce(0) { try $0 + copy($1, from: damaged) }
    try keepNumbersUnique(damaged)
    return count
  }

  /// Goes on numbering where the damaged file was, though its last rows may be lost or deleted.
  private func keepNumbersUnique(_ damaged: DatabaseQueue) throws {
    let sequences = try? damaged.read { source in
      try source.rows("SELECT name, seq FROM sqlite_sequence") { (name: $0.text(0), last: $0.int64(1)) }
    }
    for (name, last) in sequences ?? [] where last > 0 {
      let known = try db.firstRow(
        "SELECT seq FROM sqlite_sequence WHERE name = ?", bind: { $0.bind(name, at: 1) }, { $0.int64(0) })
      guard last > known ?? 0, try db.tableExists(name) else { continue }
      let change =
        known == nil
        ? "INSERT INTO sqlite_sequence(seq, name) VALUES(?, ?)"
        : "UPDATE sqlite_sequence SET seq = ? WHERE name = ?"
      try db.perform(change) { binder in
        binder.bind(last, at: 1)
        binder.bind(name, at: 2)
      }
    }
  }

  /// Reads from the front up to the damage, and from the back down to it.
  private func copy(_ table: String, from damaged: DatabaseQueue) throws -> Int {
    let columns = try db.columns(in: table).map(\.name)
    var count = 0
    var seen: Set<Int64> = []
    for order in ["ASC", "DESC"] {
      do {
        try damaged.read { source in
          let present = Set(try source.columns(in: table).map(\.name))
          let names = columns.filter(present.contains).map { "\"\($0)\"" }.joined(separator: ", ")
          let rows = try Row.fetchCursor(
            source, sql: "SELECT rowid, \(names) FROM \"\(table)\" ORDER BY rowid \(order)")
          while let row = try rows.next() {
            guard let id = Int64.fromDatabaseValue(row.databaseValue(at: 0)), seen.insert(id).inserted else {
              if order == "DESC" { return } else { continue }
            }
            let values = (1..<row.count).map { row.databaseValue(at: $0) }
            let marks = values.map { _ in "?" }.joined(separator: ", ")
            // A row that the new table refuses is damaged; the others are still wanted.
            try? db.execute(
              sql: "INSERT INTO \"\(table)\"(\(names)) VALUES(\(marks))",
              arguments: StatementArguments(values))
            count += db.changesCount
          }
        }
      } catch {
        continue
      }
    }
    return count
  }
}

extension Row {
  fileprivate func databaseValue(at index: Int) -> DatabaseValue { self[index] }
}
