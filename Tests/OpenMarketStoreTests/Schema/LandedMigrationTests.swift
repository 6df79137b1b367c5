import Foundation
import GRDB
import OpenMarketTestSupport
import Testing

@testable import OpenMarketStore

/// A migration that users have run never changes: theirs would not be the tables that the code expects.
@Suite(.serialized) struct LandedMigrationTests {
  private static let settings: [(name: String, migrator: DatabaseMigrator)] = [
    ("cache", CacheSchema.migrator), ("user", UserSchema.migrator),
  ]

  private let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../Schemas/store/migrations").standardized

  @Test(
    "every migration performs the statements that it performed when it was released",
    arguments: ["cache", "user"])
  func statements(_ name: String) throws {
    let migrator = try #require(Self.settings.first { $0.name == name }?.migrator)
    let queue = try DatabaseQueue()
    for (index, identifier) in migrator.migrations.enumerated() {
      let statements = try statements(of: identifier, migrator, queue)
      let file = folder.appending(path: "\(name)-\(index + 1).sql")
      let isThere = FileManager.default.fileExists(atPath: file.path)
      if !isThere, ProcessInfo.processInfo.environment["OPENMARKET_WRITE_SCHEMAS"] == "1" {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(statements.utf8).write(to: file)
      }
      let landed = try? String(contentsOf: file, encoding: .utf8)
      #expect(
        landed == statements,
        """
        Undo the change and add another migration. Only for a new one, \
        OPENMARKET_WRITE_SCHEMAS=1 swift test --filter LandedMigrationTests writes the file.
        """)
    }
  }

  @Test("no migration that was released is missing")
  func isComplete() throws {
    let landed = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter {
      $0.hasSuffix(".sql")
    }
    let present = Self.settings.flatMap { setting in
      setting.migrator.migrations.indices.map { "\(setting.name)-\($0 + 1).sql" }
    }
    #expect(landed.sorted() == present.sorted(), "A file of a new migration is written by the test above.")
  }

  /// Performs a migration.
  ///
  /// - Returns: Its identifier and what it performed, on a database that is empty but for those before it.
  private func statements(
    of identifier: String, _ migrator: DatabaseMigrator, _ queue: DatabaseQueue
  ) throws -> String {
    var statements: [String] = []
    queue.inDatabase { db in
      db.trace { event in
        if case .statement(let statement) = event { statements.append(statement.sql) }
      }
    }
    try migrator.migrate(queue, upTo: identifier)
    queue.inDatabase { $0.trace(options: []) }
    let own = statements.filter { sql in
      let verb = sql.split(separator: " ", maxSplits: 1).first.map { $0.uppercased() } ?? ""
      return !sql.contains("grdb_migrations") && !sql.contains("sqlite_master")
        && ["CREATE", "ALTER", "DROP", "INSERT", "UPDATE", "DELETE", "REPLACE", "WITH"].contains(verb)
    }
    return "-- \(identifier)\n\n" + own.map { "\($0);\n" }.joined(separator: "\n")
  }
}
