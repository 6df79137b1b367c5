import Foundation
import GRDB

/// Copies from a damaged file, row by row, what can be read and what the new tables accept.
struct RowRescue {
  /// The damaged file.
  let path: String
  /// The first page of the new one, while it was empty.
  let firstPage: Data?
  /// The new one, inside a transaction.
  let db: Database

  /// The names of columns in files of earlier versions.
  private static let formerNames = ["indeterminacy": "doubt"]

  /// Copies all tables, and returns how many rows of the user were saved; 0 when the damaged file cannot even be opened.
  func run() throws -> Int {
    let tables = try db.rows(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE 'grdb_%'"
    ) { $0.text(0) }
    var count = try areIncomplete(tables) ? copyBehindFirstPage(tables) : 0
    if let damaged = Self.open(path) {
      defer { try? damaged.close() }
      count += try copy(tables, from: damaged)
    }
    return count
  }

  /// Whether the damaged file does not show all tables with all their columns.
  private func areIncomplete(_ tables: [String]) throws -> Bool {
    guard let damaged = Self.open(path) else { return true }
    defer { try? damaged.close() }
    for table in tables {
      let columns = try db.columns(in: table).map(\.name)
      let found = try? damaged.read { try $0.columns(in: table).map(\.name) }
      if found != columns { return true }
    }
    return false
  }

  /// The copy of a damaged file with a sound first page, which is there while its rows are read.
  static func mendedPath(_ path: String) -> String { path + ".mended" }

  /// Copies what a sound first page leads to.
  private func copyBehindFirstPage(_ tables: [String]) throws -> Int {
    let mended = Self.mendedPath(path)
    defer { try? FileManager.default.removeItem(atPath: mended) }
    guard let firstPage, FirstPage.replace(by: firstPage, in: path, as: mended),
      let damaged = Self.open(mended)
    else { return 0 }
    defer { try? damaged.close() }
    // Of another version of the tables it would lead to wrong places.
    let migrations = "SELECT identifier FROM grdb_migrations ORDER BY rowid"
    let expected = try db.rows(migrations) { $0.text(0) }
    let found = try? damaged.read { source in try source.rows(migrations) { $0.text(0) } }
    return found == expected ? try copy(tables, from: damaged) : 0
  }

  private static func open(_ path: String) -> DatabaseQueue? {
    var configuration = Configuration()
    configuration.readonly = true
    // What of the schema cannot be read is left out, instead of the whole file.
    configuration.prepareDatabase { try $0.execute(sql: "PRAGMA writable_schema = ON") }
    // Twice: also for a sound one the device may fail once.
    return (try? DatabaseQueue(path: path, configuration: configuration))
      ?? (try? DatabaseQueue(path: path, configuration: configuration))
  }

  private func copy(_ tables: [String], from damaged: DatabaseQueue) throws -> Int {
    let count = try tables.reduce(0) { count, table in
      let copied = try copy(table, from: damaged)
      // Whose file it is, and on which device, is nothing that the user would miss.
      return table == "account" ? count : count + copied
    }
    try keepIDsUnique(damaged)
    return count
  }

  /// Goes on numbering where the damaged file was, though its last rows may be lost or deleted.
  private func keepIDsUnique(_ damaged: DatabaseQueue) throws {
    let sequences = try? damaged.read { source in
      try source.rows("SELECT name, seq FROM sqlite_sequence") { (name: $0.text(0), last: $0.int64(1)) }
    }
    for (name, last) in sequences ?? [] where last > 0 && last < 1 << 48 {
      guard try db.tableExists(name) else { continue }
      try db.raiseSequence(of: name, to: last)
    }
  }

  /// Reads from the front up to the damage, twice, as the device may fail to read once what it reads a moment later, and
  /// from the back down to it.
  private func copy(_ table: String, from damaged: DatabaseQueue) throws -> Int {
    let columns = try db.columns(in: table).map(\.name)
    var count = 0
    var seen: Set<Int64> = []
    for order in ["ASC", "ASC", "DESC"] {
      do {
        try damaged.read { source in
          let present = Set(try source.columns(in: table).map(\.name))
          let pairs = columns.compactMap { name in
            [name, Self.formerNames[name] ?? ""].first(where: present.contains).map { (new: name, old: $0) }
          }
          let names = pairs.map { "\"\($0.new)\"" }.joined(separator: ", ")
          let formerNames = pairs.map { "\"\($0.old)\"" }.joined(separator: ", ")
          let rows = try Row.fetchCursor(
            source,
            sql: "SELECT rowid, \(formerNames) FROM \"\(table)\" NOT INDEXED ORDER BY rowid \(order)")
          while let row = try rows.next() {
            guard let id = Int64.fromDatabaseValue(row.databaseValue(at: 0)), seen.insert(id).inserted else {
              if order == "DESC" { return } else { continue }
            }
            let values = (1..<row.count).map { row.databaseValue(at: $0) }
            let marks = values.map { _ in "?" }.joined(separator: ", ")
            // A row that the new table refuses is damaged, or there already; the others are still wanted.
            do {
              try db.tellingReason {
                try db.execute(
                  sql: "INSERT INTO \"\(table)\"(\(names)) VALUES(\(marks))",
                  arguments: StatementArguments(values))
              }
              count += 1
            } catch let error as DatabaseError where error.isOutOfRoom {
              throw error
            } catch {}
          }
        }
      } catch let error as DatabaseError where error.isOutOfRoom {
        // What finds no room is not damaged.
        throw error
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

extension Database {
  func raiseSequence(of table: String, to last: Int64) throws {
    let known = try firstRow("SELECT seq FROM sqlite_sequence WHERE name = ?", [table]) { $0.int64(0) }
    guard last > known ?? 0 else { return }
    let change =
      known == nil
      ? "INSERT INTO sqlite_sequence(seq, name) VALUES(?, ?)"
      : "UPDATE sqlite_sequence SET seq = ? WHERE name = ?"
    try perform(change, [last, table])
  }
}
