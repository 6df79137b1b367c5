import Foundation
import GRDB
import OpenMarketStore
import OpenMarketTestSupport
import Testing

@Suite(.serialized) struct SchemaFileTests {
  @Test("a new store has the tables that the schema files show", arguments: ["cache", "user"])
  func matches(_ name: String) async throws {
    let test = try TestStore()
    let queue = try DatabaseQueue(path: test.folder.url.appending(path: "\(name).db").path)
    let statements = try await queue.read { db in
      try String.fetchAll(
        db,
        sql: """
          SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' \
          AND name NOT LIKE 'grdb_%' AND name NOT LIKE 'product_fts_%' ORDER BY rowid
          """)
    }
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardized
    let file = root.appending(path: "Schemas/store/\(name).sql")
    let expected = statements.map { "\($0);\n" }.joined(separator: "\n")
    if ProcessInfo.processInfo.environment["OPENMARKET_WRITE_SCHEMAS"] == "1" {
      let heading = """
        -- What the migrations of OpenMarketStore make of a new \(name).db. A test compares;
        -- OPENMARKET_WRITE_SCHEMAS=1 swift test --filter SchemaFileTests writes it.


        """
      try Data((heading + expected).utf8).write(to: file)
    }
    let documented = try String(contentsOf: file, encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !$0.hasPrefix("--") }.joined(separator: "\n")
      .trimmingCharacters(in: .newlines)
    #expect(
      documented == expected.trimmingCharacters(in: .newlines),
      "If that is meant: OPENMARKET_WRITE_SCHEMAS=1 swift test --filter SchemaFileTests writes the file.")
  }
}
