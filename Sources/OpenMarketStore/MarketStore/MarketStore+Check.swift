import Foundation
import GRDB

extension MarketStore {
  /// Reads both files and all photos, and looks whether they and the search index are sound; changes nothing.
  ///
  /// Takes about 0.5 s for a million products.
  package func check() async throws -> StoreCheck {
    await upkeep.checked()
    var faults = try await readUser { try $0.problems(isFull: true) }.map { "user.db: \($0)" }
    do {
      faults += try await readCache { db in
        try db.problems()
          + db.rows("PRAGMA foreign_key_check") { "a row of \($0.text(0)) belongs to no \($0.text(2))" }
      }.map { "cache.db: \($0)" }
      try await checkSearchIndex()
    } catch let error as StoreError where [.damaged, .diskFull].contains(error.code) {
      faults.append("cache.db: \(error.message)")
    }
    return StoreCheck(
      faults: faults, keptFiles: files.keptFiles, photoFaults: try await photoFaults(at: Date()))
  }

  /// A damaged index is only told here, not repaired: hence past the usual way to the file.
  private func checkSearchIndex() async throws {
    do {
      try await files.use.latch.pass()
      try await files.connection(to: files.cache).pool.write { db in
        _ = try db.perform("INSERT INTO product_fts(product_fts) VALUES('integrity-check')")
      }
    } catch {
      throw StoreError(error, in: "the search index")
    }
  }

  @concurrent private func photoFaults(at date: Date) async throws -> [String] {
    let folder = files.folder
    let check = try await readUser { db in
      PhotoCheck(
        folder: folder, references: try db.photoReferences(), named: try db.namedPhotos(),
        hasEntries: try db.hasHadEntries())
    }
    return check.faults(at: date)
  }
}

extension Database {
  /// The photos that any row names, also one that is finished or cannot be read any more.
  fileprivate func namedPhotos() throws -> Set<String> {
    let payloads = try rows(
      "SELECT payload FROM submission UNION ALL SELECT payload FROM form"
    ) { $0.data(0) }
    return Set(payloads.flatMap(RescuedRows.photos))
  }

  /// Whether a write or a draft was ever put into the file.
  fileprivate func hasHadEntries() throws -> Bool {
    try firstRow("SELECT 1 FROM sqlite_sequence WHERE name IN ('submission', 'form') LIMIT 1") { _ in true }
      ?? false
  }
}
