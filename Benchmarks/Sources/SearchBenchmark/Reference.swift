import Foundation
import GRDB

/// The same file, asked with `LIKE`.
struct Reference {
  private let queue: DatabaseQueue

  init(_ file: URL) throws {
    var configuration = Configuration()
    configuration.readonly = true
    configuration.prepareDatabase { try $0.execute(sql: "PRAGMA cache_size = -8192") }
    queue = try DatabaseQueue(path: file.path, configuration: configuration)
  }

  private func pattern(_ text: String) -> String { "%\(text)%" }

  /// The newest twenty, and the count up to a thousand, as ``OpenMarketStore`` does it by default.
  func search(_ text: String, countingUpTo limit: Int) throws {
    try queue.read { db in
      _ = try Row.fetchAll(
        db.cachedStatement(sql: "SELECT * FROM product WHERE name LIKE ? ORDER BY id DESC LIMIT 20"),
        arguments: [pattern(text)])
      _ = try Int.fetchOne(
        db.cachedStatement(sql: "SELECT count(*) FROM (SELECT 1 FROM product WHERE name LIKE ? LIMIT ?)"),
        arguments: [pattern(text), limit])
    }
  }

  /// The heaviest ten texts.
  func suggest(_ text: String) throws {
    try queue.read { db in
      _ = try Row.fetchAll(
        db.cachedStatement(
          sql: "SELECT text FROM suggestion WHERE text LIKE ? ORDER BY weight DESC LIMIT 10"),
        arguments: [pattern(text)])
    }
  }

  /// The products in whose names `LIKE` finds `text`; with `atStart` only where a run of its kind begins.
  func ids(_ text: String, atStart: Bool) throws -> Set<Int64> {
    try queue.read { db in
      let rows = try Row.fetchCursor(
        db, sql: "SELECT id, name FROM product WHERE name LIKE ?", arguments: [pattern(text)])
      var ids: Set<Int64> = []
      while let row = try rows.next() {
        let name: String = row[1]
        if !atStart || name.lowercased().hasRun(beginningWith: text.lowercased()) { ids.insert(row[0]) }
      }
      return ids
    }
  }

  /// All words of the names on sale, each with the number of its products.
  func words() throws -> [(text: String, weight: Int64)] {
    try queue.read { db in
      try Row.fetchAll(db, sql: "SELECT text, weight FROM suggestion WHERE text NOT LIKE '% %'").map {
        ($0[0], $0[1])
      }
    }
  }

  /// Sizes of the tables in pages, beside the bytes of the names.
  func printSizes() throws {
    try queue.read { db in
      let names = try Int.fetchOne(db, sql: "SELECT sum(length(CAST(name AS BLOB))) FROM product") ?? 0
      func bytes(_ pattern: String) throws -> Int {
        try Int.fetchOne(db, sql: "SELECT sum(pgsize) FROM dbstat WHERE name LIKE ?", arguments: [pattern])
          ?? 0
      }
      let index = try bytes("product_fts_%") + bytes("product_term%")
      let spelling = try bytes("spelling")
      let suggestions = try bytes("suggestion%") + bytes("sqlite_autoindex_suggestion%") + spelling
      let texts = try Int.fetchOne(db, sql: "SELECT count(*) FROM suggestion") ?? 0
      print(
        String(
          format:
            "names %.1f MB; index %.1f MB, ÷ names %.2f (must: ≤ 1.2 with the words that are forgiven, %.2f), of it the list of tokens %.2f MB; %d suggestions %.1f MB, ÷ names %.2f (must: ≤ 1.8)",
          Double(names) / 1e6, Double(index) / 1e6, Double(index) / Double(names),
          Double(index + spelling) / Double(names), Double(try bytes("product_term%")) / 1e6,
          texts, Double(suggestions) / 1e6, Double(suggestions) / Double(names)))
    }
  }
}

extension String {
  fileprivate func hasRun(beginningWith text: String) -> Bool {
    ranges(of: text).contains { range in
      guard range.lowerBound > startIndex, let first = text.first, first.isNumber || first.isLatin else {
        return true
      }
      let before = self[index(before: range.lowerBound)]
      return first.isNumber ? !before.isNumber : !before.isLatin
    }
  }
}
