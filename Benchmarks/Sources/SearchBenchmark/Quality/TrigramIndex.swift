import Foundation
import GRDB

/// SQLite's own index for parts of words, as apps use it: the text itself, newest first, and when nothing has it the names
/// with the most of its trigrams.
struct TrigramIndex {
  private let queue: DatabaseQueue

  init(_ names: [String], at file: URL) throws {
    queue = try DatabaseQueue(path: file.path)
    try queue.write { db in
      try db.execute(sql: "CREATE VIRTUAL TABLE names USING fts5(name, tokenize='trigram')")
      let statement = try db.makeStatement(sql: "INSERT INTO names(rowid, name) VALUES (?, ?)")
      for (index, name) in names.enumerated() { try statement.execute(arguments: [index + 1, name]) }
    }
  }

  func search(_ text: String) throws -> [Int64] {
    let pieces = text.split(separator: " ").map { $0.filter { $0 != "\"" } }
    return try queue.read { db in
      func ids(_ expression: String, _ order: String) throws -> [Int64] {
        try Int64.fetchAll(
          db.cachedStatement(sql: "SELECT rowid FROM names WHERE names MATCH ? ORDER BY \(order) LIMIT 20"),
          arguments: [expression])
      }
      let whole = pieces.filter { $0.count > 2 }.map { "\"\($0)\"" }.joined(separator: " ")
      let found = whole.isEmpty ? [] : try ids(whole, "rowid DESC")
      guard found.isEmpty else { return found }
      let trigrams = pieces.flatMap { piece in
        piece.indices.compactMap { start in
          let trigram = piece[start...].prefix(3)
          return trigram.count == 3 ? "\"\(trigram)\"" : nil
        }
      }
      return trigrams.isEmpty ? [] : try ids(trigrams.joined(separator: " OR "), "rank")
    }
  }
}
