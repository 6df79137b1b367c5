import Foundation
import GRDB
import OpenMarketAPI
import OpenMarketPacing

/// Statements of the outbox's transactions.
extension Database {
  /// The submissions that fulfil `condition`, with what follows it in the query.
  func submissions(where condition: String, _ values: [any StatementValue] = []) throws -> [SubmissionRow] {
    try rows("SELECT \(SubmissionRow.columns) FROM submission WHERE \(condition)", values, SubmissionRow.init)
  }

  func submission(_ id: Int64) throws -> SubmissionRow? { try submissions(where: "id = ?", [id]).first }

  /// The last write of a listing that has no outcome yet.
  func lastOpenSubmission(of product: Int64) throws -> SubmissionRow? {
    try submissions(
      where: "product_id = ? AND \(SubmissionState.isOpen) ORDER BY id DESC LIMIT 1", [product]
    ).first
  }

  /// The writes of a listing that have no outcome yet, in their order.
  func openSubmissions(of product: Int64) throws -> [SubmissionRow] {
    try submissions(where: "product_id = ? AND \(SubmissionState.isOpen) ORDER BY id", [product])
  }

  /// The number that the next submission gets; it is never given again, even if that one is deleted.
  func nextSubmissionID() throws -> Int64 {
    let last = try firstRow("SELECT seq FROM sqlite_sequence WHERE name = 'submission'") { $0.int64(0) }
    return (last ?? 0) + 1
  }

  func insertSubmission(
    _ id: Int64, product: Int64, _ write: PendingWrite, listing: String? = nil, key: String, isFirst: Bool,
    now: Int64
  ) throws {
    let payload = try write.encoded(listing: listing)
    try perform(
      """
      INSERT INTO submission(id, product_id, kind, payload, payload_version, idempotency_key, state, due_at, \
      created_at) VALUES(?, ?, ?, ?, ?, ?, 0, ?, ?)
      """,
      [
        id, product, write.kind.rawValue, payload, WritePayload.version, key, isFirst ? 0 : nil as Int64?,
        now,
      ])
    try referTo(write.photos, from: PhotoReference.submission(id))
  }

  /// Gives a submission that had no effect other contents, hence another key.
  func replaceWrite(of row: SubmissionRow, with write: PendingWrite, key: String) throws {
    let payload = try write.encoded(listing: row.listing)
    try perform(
      "UPDATE submission SET payload = ?, payload_version = ?, idempotency_key = ?, baseline = NULL WHERE id = ?",
      [payload, WritePayload.version, key, row.id])
  }

  /// Moves a submission to another state, out of the hands of whoever held it.
  func setState(
    of id: Int64, _ state: SubmissionState, dueAt: Int64? = nil, isHeld: Bool = false,
    indeterminacy: Indeterminacy = .none, lastSent: Uptime? = nil, lookups: Int = 0,
    outcome: StoredOutcome? = nil, finishedAt: Int64? = nil
  ) throws {
    try perform(
      """
      UPDATE submission SET state = ?1, due_at = ?2, is_held = ?3, indeterminacy = ?4, \
      first_sent = CASE WHEN ?4 = 0 THEN NULL ELSE first_sent END, last_sent = ?5, lookups = ?6, \
      lease_owner = NULL, duplicate_of = NULL, outcome = ?7, finished_at = ?8 WHERE id = ?9
      """,
      [
        state.rawValue, dueAt, isHeld, indeterminacy.rawValue, lastSent?.description, lookups,
        outcome?.encoded, finishedAt, id,
      ])
  }

  /// Lets the first write of a listing that has no outcome go, if it only waits for its turn, and no other; and returns how
  /// many have no outcome.
  @discardableResult
  func promote(_ product: Int64) throws -> Int {
    let open = try rows(
      """
      SELECT id, state, due_at, indeterminacy, duplicate_of FROM submission \
      WHERE product_id = ? AND \(SubmissionState.isOpen) ORDER BY id
      """, [product]
    ) { row in
      (
        id: row.int64(0), state: SubmissionState(rawValue: row.int64(1)), dueAt: row.optionalInt64(2),
        isIndeterminate: row.int64(3) > 0, isDuplicate: !row.isNull(4)
      )
    }
    // One that is on its way, or may have been, goes first, whatever its number: the queues of a listing's two
    // numbers may just have become one.
    let first = open.first { $0.state == .sending } ?? open.first(where: \.isIndeterminate) ?? open.first
    for row in open where row.state == .queued || row.state == .waiting {
      let isDue = row.id == first?.id && !row.isDuplicate
      guard isDue != (row.dueAt != nil) else { continue }
      try perform("UPDATE submission SET due_at = ? WHERE id = ?", [isDue ? 0 : nil as Int64?, row.id])
    }
    return open.count
  }

  /// In SQL: whether a submission's listing has no number of the server's yet, in the words of the index of those.
  static let isLocal = "product_id < 0"

  /// The number by which the server knows a listing that was made here; `nil` when it has none yet.
  func serverID(of product: Int64) throws -> Int64? {
    guard product < 0 else { return product }
    return try firstRow("SELECT product_id FROM product_alias WHERE local_id = ?", [product]) { $0.int64(0) }
  }

  /// Whether a listing of this device has this number on the server.
  func isIDTaken(_ product: Int64) throws -> Bool {
    try exists("SELECT 1 FROM product_alias WHERE product_id = ?", [product])
  }
}
