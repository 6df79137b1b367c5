import Foundation
import GRDB
import GRDBSQLite
import OpenMarketAPI
import OpenMarketPacing
import OpenMarketTestSupport
import Testing

@testable import OpenMarketStore

/// The steps that are taken for one write among many, measured in instructions of SQLite's machine: neither time nor load
/// changes their number.
@Suite(.serialized) struct LongQueueTests {
  /// A step, and the state of the rows among which it is taken.
  struct Step: CustomTestStringConvertible {
    var testDescription: String
    var state: SubmissionState
    var body: @Sendable (Database) throws -> Void
  }

  static let steps = [
    Step(testDescription: "equal listings of unknown outcome among queued ones", state: .queued) { db in
      let duplicate = try db.indeterminateDuplicate(of: db.requireSubmission(1))
      #expect(duplicate == nil)
    },
    Step(testDescription: "a number of the server's among queued ones", state: .queued, body: accept),
    Step(testDescription: "a number of the server's among finished ones", state: .cancelled, body: accept),
    Step(testDescription: "those that have not finished, behind finished ones", state: .accepted) { db in
      let submissions = try db.submissions(after: nil, limit: 10, includesFinished: false)
      #expect(submissions.isEmpty)
    },
    Step(testDescription: "an undo among those that were discarded together", state: .discarded) { db in
      try db.undoDiscard(db.requireSubmission(1))
      let states = try [1, 2].map { try db.requireSubmission($0).state }
      #expect(states == [.stuck, .discarded])
    },
    Step(testDescription: "pauses of a calendar that was ahead", state: .waiting) { db in
      try db.forgetDelays(after: 5)
    },
  ]

  @Sendable private static func accept(_ db: Database) throws {
    let products = try db.accept(db.requireSubmission(1), .detailed(5_000), asOf: 0, now: 9)
    #expect(products == [-1, 5_000])
    #expect(try db.submission(1)?.product == 5_000 && db.submission(2)?.product == -2)
  }

  @Test("what is done for one write takes as long among a thousand as among a few", arguments: steps)
  func step(_ step: Step) async throws {
    func count(among rows: Int) async throws -> Int {
      let test = try TestStore()
      return try await test.store.writeUser { db in
        try db.insertListings(rows, step.state)
        return try db.steps { try step.body(db) }
      }
    }
    let few = try await count(among: 250)
    let many = try await count(among: 1_000)
    #expect(few > 0 && many < few * 3 / 2, "\(few) and \(many) instructions")
  }

  @Test("to forget many discarded writes takes no statement for each of them")
  func statements() async throws {
    let test = try TestStore()
    try await test.store.writeUser { db in
      try db.insertListings(1_000, .discarded)
      let before = db.statementCount
      try db.forgetDiscards(retention: .zero, finishedBefore: 8, now: 9, uptime: .test)
      #expect(try db.count("submission") == 0)
      #expect(db.statementCount <= before + 5)
    }
  }

  @Test(
    "of listings whose outcome is unknown, one of the same name that differs or is damaged is no duplicate")
  func duplicates() async throws {
    let test = try TestStore()
    func sell(_ name: String, price: Decimal, key: String) async throws -> Submission.ID {
      let draft = NewListing(name: name, description: "", price: price)
      return try await test.store.enqueue(draft, photos: [], key: key, at: noon).id
    }
    // Of the last the e and its accent are two characters.
    let listings = [("desk", 1), ("caf\u{E9}", 2), ("caf\u{E9}", 1), ("cafe\u{301}", 1)]
    var ids: [Submission.ID] = []
    for (index, listing) in listings.enumerated() {
      ids.append(try await sell(listing.0, price: Decimal(listing.1), key: "\(index)"))
    }
    let (damaged, last) = (ids[2].rawValue, ids[3])
    try await test.store.writeUser { try $0.execute(sql: "UPDATE submission SET indeterminacy = 1") }
    #expect(try await test.store.hasIndeterminateDuplicate(last))
    try await test.store.writeUser { db in
      try db.execute(
        sql: "UPDATE submission SET payload = CAST('{' AS BLOB) WHERE id = ?", arguments: [damaged])
    }
    #expect(try await !test.store.hasIndeterminateDuplicate(last))
  }
}

extension Database {
  /// Inserts new listings, numbered from 1; those of a finished state have finished at 7.
  fileprivate func insertListings(_ count: Int, _ state: SubmissionState) throws {
    let finishedAt: Int64? = state.rawValue > SubmissionState.refused.rawValue ? 7 : nil
    let dueAt: Int64? = state == .waiting ? 1_000 : nil
    try perform(
      """
      WITH RECURSIVE listing(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM listing WHERE n < ?1) \
      INSERT INTO submission(product_id, kind, payload, payload_version, idempotency_key, state, due_at, tried_at, \
      created_at, finished_at) SELECT -n, 'create', CAST('{}' AS BLOB), 1, 'key ' || n, ?2, ?3, 0, 0, ?4 FROM listing
      """, [count, state.rawValue, dueAt, finishedAt])
  }

  /// How many prepared statements the connection keeps.
  fileprivate var statementCount: Int {
    var count = 0
    var statement = unsafe sqlite3_next_stmt(sqliteConnection, nil)
    while let present = unsafe statement {
      count += 1
      unsafe statement = sqlite3_next_stmt(sqliteConnection, present)
    }
    return count
  }
}
