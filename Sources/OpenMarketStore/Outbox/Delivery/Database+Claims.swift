import Foundation
import GRDB
import OpenMarketAPI

extension Database {
  /// Gives the first submissions that are due to a driver, those of dead drivers included.
  func claim(_ limit: Int, as lease: Lease, now: Int64) throws -> [Claim] {
    var rows = try rows(
      "SELECT \(SubmissionRow.columns) FROM submission WHERE due_at <= ? ORDER BY due_at, id LIMIT ?",
      bind: { binder in
        binder.bind(now, at: 1)
        binder.bind(Int64(limit), at: 2)
      }, SubmissionRow.init)
    if rows.count < limit {
      rows += try self.rows(
        "SELECT \(SubmissionRow.columns) FROM submission WHERE lease_until <= ? ORDER BY lease_until LIMIT ?",
        bind: { binder in
          binder.bind(now, at: 1)
          binder.bind(Int64(limit - rows.count), at: 2)
        }, SubmissionRow.init)
    }
    return try rows.map { try claim($0, as: lease, now: now) }
  }

  private func claim(_ row: SubmissionRow, as lease: Lease, now: Int64) throws -> Claim {
    let beginsNow = row.kind != .create
    try perform(
      """
      UPDATE submission SET state = 1, due_at = NULL, lease_owner = ?1, lease_until = ?2, outcome = NULL, \
      tried_at = ?3, attempts = attempts + ?4, doubt = max(doubt, ?4), \
      doubt_since = CASE WHEN ?4 THEN coalesce(doubt_since, ?3) ELSE doubt_since END WHERE id = ?5
      """
    ) { binder in
      binder.bind(lease.owner, at: 1)
      binder.bind(Timestamp.milliseconds(lease.end), at: 2)
      binder.bind(now, at: 3)
      binder.bind(beginsNow ? 1 : 0 as Int64, at: 4)
      binder.bind(row.id, at: 5)
    }
    let write = row.write
    var submission = row.submission(of: write ?? .delete)
    submission.state = .sending
    if beginsNow { submission.attempts += 1 }
    return Claim(
      submission: submission, doubt: row.doubt, doubtSince: row.doubtSince.map(Timestamp.date),
      baseline: row.baseline.map { Product.ID(rawValue: $0) }, leaseEnd: lease.end,
      isReadable: write != nil)
  }

  /// Whether another new listing, equal in all fields, may have had its effect.
  func hasTwinInDoubt(_ id: Int64) throws -> Bool {
    guard case .create(let draft, _)? = try submission(id)?.write else { return false }
    let others = try rows(
      """
      SELECT \(SubmissionRow.columns) FROM submission WHERE doubt > 0 AND state <= 5 AND id <> ? \
      AND kind = 'create'
      """, bind: { $0.bind(id, at: 1) }, SubmissionRow.init)
    return others.contains { other in
      if case .create(draft, _)? = other.write { true } else { false }
    }
  }

  /// Whether somebody else has something in hand.
  func isAnyHeld(besides owner: String) throws -> Bool {
    try firstRow(
      "SELECT 1 FROM submission WHERE lease_until IS NOT NULL AND lease_owner <> ? LIMIT 1",
      bind: { $0.bind(owner, at: 1) }, { _ in true }) ?? false
  }

  /// Lets go of times that were reckoned by a clock which has been set back since.
  func forgetTimes(after now: Int64, longestLease: Int64) throws {
    try perform("UPDATE submission SET due_at = 0 WHERE state = 2 AND tried_at > ?") { $0.bind(now, at: 1) }
    try perform("UPDATE submission SET lease_until = ?1 WHERE lease_until > ?1 + ?2") { binder in
      binder.bind(now, at: 1)
      binder.bind(longestLease, at: 2)
    }
  }

  /// When something is due next, or a lease ends.
  func nextDue() throws -> Int64? {
    let due = try firstRow("SELECT min(due_at) FROM submission WHERE due_at IS NOT NULL") {
      $0.optionalInt64(0)
    }
    let lease = try firstRow("SELECT min(lease_until) FROM submission WHERE lease_until IS NOT NULL") {
      $0.optionalInt64(0)
    }
    return [due ?? nil, lease ?? nil].compactMap(\.self).min()
  }
}
