import Foundation
import GRDB

extension MarketStore {
  /// Reads both files and all photos, and looks whether they and the search index are sound; changes nothing.
  ///
  /// Takes about 0.5 s for a million products.
  package func check() async throws -> StoreCheck {
    await upkeep.checked()
    var check = StoreCheck(faults: [], keptFiles: [], photoFaults: [])
    let userFaults = try await faults(in: files.user) { connection in
      try await connection.read { try $0.problems(isFull: true) }
    }
    let cacheFaults = try await faults(in: files.cache) { connection in
      try await connection.read { db in
        let problems = try db.problems()
        guard problems.isEmpty else { return problems }
        return try db.rows("PRAGMA foreign_key_check") {
          "a row of \($0.text(0)) belongs to no \($0.text(2))"
        }
      }
    }
    check.faults = userFaults + cacheFaults
    if cacheFaults.isEmpty { check.faults += try await searchIndexFaults() }
    do {
      check.photoFaults = try await photoFaults(at: Date())
    } catch let error as StoreError where error.code == .damaged {
      if userFaults.isEmpty { check.faults.append("user.db: \(error.message)") }
    }
    // Last: others may have rescued something meanwhile.
    check.keptFiles = files.keptFiles
    return check
  }

  /// Looks at a file as it is: a repair would take away the faults that are looked for.
  private func faults(
    in file: DatabaseFile, _ look: (DatabaseFile.Connection) async throws -> [String]
  ) async throws -> [String] {
    let name = file.settings.name
    do {
      return try await access(file, repairs: false, look).map { "\(name): \($0)" }
    } catch let error as StoreError where [.damaged, .diskFull].contains(error.code) {
      return ["\(name): \(error.message)"]
    }
  }

  private func searchIndexFaults() async throws -> [String] {
    try await faults(in: files.cache) { connection in
      do {
        try await connection.pool.write { db in
          guard try SearchIndex.tables.areThere(in: db) else { return }
          _ = try db.perform("INSERT INTO product_fts(product_fts) VALUES('integrity-check')")
        }
        return []
      } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
        return ["the search index is damaged"]
      }
    }
  }

  @concurrent private func photoFaults(at date: Date) async throws -> [String] {
    let (folder, hasKeptFiles) = (files.folder, !files.keptFiles.isEmpty)
    let check = try await access(files.user, repairs: false) { connection in
      try await connection.read { db in
        PhotoCheck(
          folder: folder, references: try db.photoReferences(), named: try db.namedPhotos(),
          hasEntries: try db.hasHadEntries(), hasKeptFiles: hasKeptFiles)
      }
    }
    return try check.faults(at: date)
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
    try exists("SELECT 1 FROM sqlite_sequence WHERE name IN ('submission', 'form') LIMIT 1")
  }
}
