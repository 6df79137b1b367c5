import Foundation
import GRDB
import OpenMarketAPI
import OpenMarketPacing

extension Database {
  /// Gives the first submissions that are due to a holder.
  ///
  /// A new listing that is equal to one whose outcome is unknown is put back until that is known.
  func claim(_ limit: Int, as holder: String, now: Int64, uptime: Uptime) throws -> [Claim] {
    // 0 is at once, also while the calendar is before 1970.
    let isDue = now < 0 ? "due_at = 0 OR due_at <= ?" : "due_at <= ?"
    return try submissions(where: "\(isDue) ORDER BY due_at, id LIMIT ?", [now, limit]).compactMap { row in
      if try deferToDuplicate(row) { return nil }
      return try claim(row, as: holder, uptime: uptime)
    }
  }

  /// Edits and deletions count as sent from now on; new listings from ``MarketStore/begin(_:queuedAt:as:baseline:key:isNew:uptime:)``
  /// on.
  private func claim(_ row: SubmissionRow, as holder: String, uptime: Uptime) throws -> Claim {
    let beginsNow = row.kind != .create
    try perform(
      """
      UPDATE submission SET state = \(SubmissionState.sending), due_at = NULL, lease_owner = ?1, outcome = NULL, \
      attempts = attempts + ?2, indeterminacy = max(indeterminacy, ?2), \
      first_sent = CASE WHEN ?2 THEN coalesce(first_sent, ?3) ELSE first_sent END, \
      last_sent = CASE WHEN ?2 THEN ?3 ELSE last_sent END WHERE id = ?4
      """, [holder, beginsNow, uptime.description, row.id])
    let write = row.write
    var submission = row.submission(of: write ?? .delete)
    submission.state = .sending
    if beginsNow { submission.attempts += 1 }
    return Claim(
      submission: submission, indeterminacy: row.indeterminacy, firstSent: row.firstSent,
      lastSent: row.lastSent, lookups: row.lookups, baseline: row.baseline.map { Product.ID(rawValue: $0) },
      isReadable: write != nil)
  }

  /// In SQL: whether a submission is a new listing whose outcome is unknown, and not the one of the number.
  ///
  /// The sign keeps SQLite from reading all that is open: there is an index of what is indeterminate.
  private static let isIndeterminateListing =
    "indeterminacy > 0 AND +\(SubmissionState.isOpen) AND id <> ? AND kind = 'create'"

  /// In SQL: the name in a new listing; damaged, NULL.
  private static let name = """
    CASE WHEN json_valid(CAST(payload AS TEXT)) THEN json_extract(CAST(payload AS TEXT), '$.name') END
    """

  /// The new listings whose outcome is unknown, but for one.
  func indeterminateListings(besides id: Int64) throws -> [SubmissionRow] {
    try submissions(where: Self.isIndeterminateListing, [id])
  }

  /// Another new listing, equal in all fields, whose outcome is unknown.
  func indeterminateDuplicate(of row: SubmissionRow) throws -> Int64? {
    guard row.kind == .create else { return nil }
    // By the names first: to decode a whole write takes far longer than SQLite takes to find its name.
    let others = try rows(
      "SELECT id, \(Self.name) FROM submission WHERE \(Self.isIndeterminateListing)", [row.id]
    ) { (id: $0.int64(0), name: $0.text(1)) }
    guard !others.isEmpty, case .create(let draft, _)? = row.write else { return nil }
    for other in others where other.name == draft.name {
      if case .create(draft, _)? = try submission(other.id)?.write { return other.id }
    }
    return nil
  }

  /// Takes a new listing out of the queue until the outcome of one that is equal is known, and returns whether there is such
  /// a one.
  func deferToDuplicate(_ row: SubmissionRow) throws -> Bool {
    // One that may have reached the server itself is looked for: it must not wait for the other, which may wait
    // for it.
    guard row.indeterminacy == .none, let other = try indeterminateDuplicate(of: row) else { return false }
    try setState(of: row.id, .queued)
    try perform("UPDATE submission SET duplicate_of = ? WHERE id = ?", [other, row.id])
    return true
  }

  /// Lets the listings go that waited for the outcome of this one.
  func releaseDuplicates(of id: Int64) throws {
    let waiting = try rows(
      "SELECT id, product_id FROM submission WHERE duplicate_of = ?", [id]
    ) { (id: $0.int64(0), product: $0.int64(1)) }
    for row in waiting {
      try perform("UPDATE submission SET duplicate_of = NULL WHERE id = ?", [row.id])
      try promote(row.product)
    }
  }

  func isAnyHeld(besides holder: String) throws -> Bool {
    try exists(
      "SELECT 1 FROM submission WHERE lease_owner IS NOT NULL AND lease_owner <> ? LIMIT 1", [holder])
  }

  /// Releases the claims of a holder that no longer exists, or of all, and returns how many submissions that were.
  @discardableResult
  func reclaim(from holder: String?) throws -> Int {
    let rows = try rows(
      "SELECT id, product_id FROM submission WHERE lease_owner IS NOT NULL AND (?1 IS NULL OR lease_owner = ?1)",
      [holder]
    ) { (id: $0.int64(0), product: $0.int64(1)) }
    for row in rows {
      try perform(
        "UPDATE submission SET state = \(SubmissionState.queued), lease_owner = NULL WHERE id = ?", [row.id])
      try promote(row.product)
    }
    return rows.count
  }

  /// Forgets pauses that were reckoned by a calendar which has been set back since, by more than a second: `tried_at` is when.
  func forgetDelays(after now: Int64) throws {
    try perform(
      """
      UPDATE submission SET due_at = 0 \
      WHERE tried_at > ?1 + 1000 AND +due_at > ?1 AND +state = \(SubmissionState.waiting)
      """, [now])
  }

  func nextDue() throws -> Int64? {
    try firstRow("SELECT min(due_at) FROM submission WHERE due_at IS NOT NULL") { $0.optionalInt64(0) } ?? nil
  }
}
