import Foundation
import GRDB
import OpenMarketAPI
import OpenMarketTestSupport
import Testing

@testable import OpenMarketStore

/// What users of released versions have is there after an update.
@Suite(.serialized) struct ReleasedUserDataTests {
  @Test(
    "the files of a released version keep their meaning: states, keys, photos, drafts",
    arguments: ReleasedUserData.all)
  func meaning(_ data: ReleasedUserData) async throws {
    let folder = try data.copy()
    let store = try ReleasedUserData.open(folder)
    #expect(try await store.contents() == data.contents)
    #expect(try await store.check().isSound)
    try await store.removeUnusedPhotos(olderThan: 0)
    #expect(try await store.contents() == data.contents, "no photo that is needed goes")
    // Whose queue it is, is known too.
    var stranger = MarketStore.Configuration()
    stranger.account = "somebody else"
    #expect(throws: StoreError.self) { try MarketStore(folder: folder.url, configuration: stranger) }
    try store.close()
    let again = try ReleasedUserData.open(folder)
    #expect(try await again.contents() == data.contents)
    try again.close()
  }

  private static let droppedColumns: Set = ["lease_until", "doubt_since"]
  private static let renamedColumns = ["doubt": "indeterminacy"]

  /// A value with the name of a failure that has another one since.
  private func renamed(_ value: DatabaseValue?) -> DatabaseValue? {
    guard let value, case .blob(let data) = value.storage else { return value }
    return String(decoding: data, as: UTF8.self)
      .replacing(#""code":"answerLost""#, with: #""code":"responseLost""#).databaseValue
  }

  @Test("no column of a released version loses its value", arguments: ReleasedUserData.all)
  func columns(_ data: ReleasedUserData) async throws {
    let folder = try data.copy()
    let file = folder.url.appending(path: "user.db").path
    let before = try await dump(file)
    try ReleasedUserData.open(folder).close()
    let after = try await dump(file)
    for (table, rows) in before {
      for (index, row) in rows.enumerated() {
        // Who was sending does so no more.
        let changed: Set =
          row["state"] == 1.databaseValue && table == "submission" ? ["state", "due_at", "lease_owner"] : []
        for (column, value) in row where !Self.droppedColumns.contains(column) && !changed.contains(column) {
          let present = after[table]?[index][Self.renamedColumns[column] ?? column]
          #expect(renamed(present) == renamed(value), "\(table).\(column) of row \(index)")
        }
      }
    }
  }

  @Test(
    "of the files of a released version, everything that waits can be sent", arguments: ReleasedUserData.all)
  func goesOn(_ data: ReleasedUserData) async throws {
    let folder = try data.copy()
    let store = try ReleasedUserData.open(folder)
    var pending: Set<Submission.ID> = []
    for submission in try await store.submissions(limit: 10_000) {
      switch submission.state {
      case .queued, .sending, .waiting: pending.insert(submission.id)
      default: break
      }
    }
    let stuck = try await store.submissions(limit: 10_000).filter { submission in
      if case .create = submission.write, case .refused = submission.state { true } else { false }
    }
    for submission in stuck { _ = try await store.resubmit(submission.id, key: UUID().uuidString, at: noon) }
    for submission in stuck { pending.insert(submission.id) }
    let holder = UUID().uuidString
    var verdicts: [Verdict] = []
    var number: Int64 = 5_000
    while true {
      let claims = try await store.deliver(
        verdicts, claiming: 100, as: holder, at: noon + 1_000, uptime: .test
      ).claims
      if claims.isEmpty { break }
      verdicts = claims.map { claim in
        number += 1
        pending.remove(claim.submission.id)
        #expect(claim.isReadable)
        let isNew = claim.submission.productID.isLocal
        return Verdict(claim.submission.id, .accepted(isNew ? .detailed(number) : nil))
      }
    }
    #expect(pending.isEmpty)
    try store.close()
  }

  private func dump(_ file: String) async throws -> [String: [[String: DatabaseValue]]] {
    let queue = try DatabaseQueue(path: file)
    defer { try? queue.close() }
    return try await queue.read { db in
      let tables = try String.fetchAll(
        db,
        sql: "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE '%grdb%'")
      var dump: [String: [[String: DatabaseValue]]] = [:]
      for table in tables {
        dump[table] = try Row.fetchAll(db, sql: "SELECT * FROM \"\(table)\" ORDER BY rowid").map { row in
          Dictionary(row.map { ($0, $1) }) { first, _ in first }
        }
      }
      return dump
    }
  }
}
