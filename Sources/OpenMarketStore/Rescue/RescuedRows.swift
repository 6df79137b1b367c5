import Foundation
import GRDB

/// Repairs of the rows of a damaged file once they are in the new one, because others are lost and values of some
/// are wrong.
///
/// Afterwards everything that is left is sent in its turn or asks the user, and every photo that a row names is
/// referred to. Nothing is removed. What cannot be told from damage, such as a changed letter in a name, stays.
struct RescuedRows {
  let db: Database
  /// Milliseconds since 1970.
  let now: Int64

  func repair() throws {
    try mendColumns()
    try repairIDs()
    try askAboutDamagedStates()
    try refuseFollowersOfLostListings()
    try giveBackLeases()
    try promoteAll()
    try rebuildReferences()
  }

  /// Values of another type than the code expects.
  private func mendColumns() throws {
    try change("attempts = 1", where: "typeof(attempts) <> 'integer' OR attempts < 0")
    try change(
      "indeterminacy = 2", where: "typeof(indeterminacy) <> 'integer' OR indeterminacy NOT BETWEEN 0 AND 3")
    try change("lookups = 0", where: "typeof(lookups) <> 'integer' OR lookups < 0")
    try change("baseline = NULL", where: "typeof(baseline) <> 'integer'")
    // Looked for again at their next turn.
    try change("duplicate_of = NULL", where: "duplicate_of IS NOT NULL")
    try change("is_held = 0", where: "is_held NOT IN (0, 1)")
    try change("created_at = \(now)", where: "typeof(created_at) <> 'integer'")
    try change(
      "product_id = CASE kind WHEN 'create' THEN -id ELSE 0 END", where: "typeof(product_id) <> 'integer'")
    try change(
      """
      kind = CASE WHEN product_id = -id THEN 'create' WHEN length(payload) > 2 THEN 'edit' ELSE 'delete' END
      """, where: "kind NOT IN ('create', 'edit', 'delete') OR (kind <> 'create' AND product_id = -id)")
    // What is finished is forgotten in its time, and what is not finished has no such time.
    try change(
      "finished_at = \(now)",
      where: "finished_at IS NOT NULL AND (typeof(finished_at) <> 'integer' OR finished_at > \(now))")
  }

  /// The numbers of new listings: their own until the server has accepted them.
  private func repairIDs() throws {
    try change(
      "product_id = -id",
      where: "kind = 'create' AND state <> \(SubmissionState.accepted) AND product_id <> -id")
    try db.perform(
      """
      INSERT OR IGNORE INTO product_alias(local_id, product_id) SELECT -id, product_id FROM submission \
      WHERE kind = 'create' AND state = \(SubmissionState.accepted) AND product_id > 0
      """)
    try change(
      "product_id = (SELECT a.product_id FROM product_alias a WHERE a.local_id = submission.product_id)",
      where: "kind <> 'create' AND product_id IN (SELECT local_id FROM product_alias)")
    // A number that a lost listing had must not be given to another one: its followers would become that one's.
    let last = try db.firstRow(
      """
      SELECT max(0, coalesce((SELECT -min(product_id) FROM submission WHERE product_id < 0), 0), \
      coalesce((SELECT -min(local_id) FROM product_alias), 0))
      """
    ) { $0.int64(0) }
    if let last, last < 1 << 48 { try db.raiseSequence(of: "submission", to: last) }
  }

  /// A state that cannot be, or that contradicts the rest of the row: how far the write has come is unknown.
  private func askAboutDamagedStates() throws {
    let failure = SubmissionFailure(
      .storageDamaged,
      "Storage on this device was damaged, so that it is not known whether the server has this.")
    let outcome = StoredOutcome(question: .init(failure: failure)).encoded
    try db.perform(
      """
      UPDATE submission SET state = \(SubmissionState.undecided), outcome = ?, finished_at = NULL, \
      indeterminacy = max(indeterminacy, 1) WHERE typeof(state) <> 'integer' \
      OR state NOT BETWEEN \(SubmissionState.queued) AND \(SubmissionState.discarded) \
      OR (state >= \(SubmissionState.accepted)) <> (finished_at IS NOT NULL) \
      OR (kind = 'create' AND state = \(SubmissionState.accepted) AND product_id < 0)
      """, [outcome])
    try change(
      "state = \(SubmissionState.stuck)", where: "kind = 'create' AND state = \(SubmissionState.refused)")
    try change(
      "state = \(SubmissionState.refused)", where: "kind <> 'create' AND state = \(SubmissionState.stuck)")
    // Of a file of an earlier version, as its migration would have done.
    try db.execute(sql: UserSchema.questionsOfRefusals)
  }

  /// Refuses writes to new listings of which nothing is left, which can never be sent.
  private func refuseFollowersOfLostListings() throws {
    let failure = SubmissionFailure(
      .storageDamaged,
      "Storage on this device was damaged and the new listing that this belongs to is lost: discard it.")
    let outcome = StoredOutcome(failure: failure).encoded
    try db.perform(
      """
      UPDATE submission SET state = \(SubmissionState.refused), outcome = ?, finished_at = NULL, indeterminacy = 0 \
      WHERE product_id < 0 AND kind <> 'create' AND \(SubmissionState.isOpen) AND NOT EXISTS(SELECT 1 FROM submission c \
      WHERE c.product_id = submission.product_id AND c.kind = 'create' AND c.state <= \(SubmissionState.stuck))
      """, [outcome])
  }

  /// A claim under a damaged name would last for ever.
  private func giveBackLeases() throws {
    try change("lease_owner = NULL", where: "state <> \(SubmissionState.sending)")
    try change(
      "state = \(SubmissionState.queued), lease_owner = NULL",
      where: "state = \(SubmissionState.sending) AND typeof(lease_owner) <> 'text'")
  }

  /// Gives every listing's first write its turn.
  private func promoteAll() throws {
    let mayBeDue = "state IN (\(SubmissionState.queued), \(SubmissionState.waiting))"
    try change("due_at = NULL", where: "NOT \(mayBeDue) OR typeof(due_at) <> 'integer'")
    try change("due_at = min(due_at, \(now + 900_000))", where: "due_at IS NOT NULL")
    let listings = try db.rows("SELECT DISTINCT product_id FROM submission WHERE \(SubmissionState.isOpen)") {
      $0.int64(0)
    }
    for listing in listings { try db.promote(listing) }
  }

  /// Refers to all photos that a payload names, also one that can no longer be read, beside what is referred to.
  private func rebuildReferences() throws {
    let ended = "\(SubmissionState.accepted), \(SubmissionState.cancelled)"
    var owners = try db.rows("SELECT id, payload FROM submission WHERE state NOT IN (\(ended))") {
      (PhotoReference.submission($0.int64(0)), $0.data(1))
    }
    owners += try db.rows("SELECT key, payload FROM form") { (PhotoReference.draft($0.text(0)), $0.data(1)) }
    for (owner, payload) in owners {
      for photo in Self.photos(in: payload) {
        try db.perform(
          """
          INSERT INTO photo_reference(owner, position, sha256) \
          SELECT ?1, (SELECT coalesce(max(position), -1) + 1 FROM photo_reference WHERE owner = ?1), ?2 \
          WHERE NOT EXISTS(SELECT 1 FROM photo_reference WHERE owner = ?1 AND sha256 = ?2)
          """, [owner, photo])
      }
    }
  }

  /// Everything in a payload that looks like a photo's name: 64 hexadecimal digits.
  static func photos(in payload: Data) -> [String] {
    payload.split { !(0x30...0x39).contains($0) && !(0x61...0x66).contains($0) }
      .filter { $0.count == 64 }.map { String(decoding: $0, as: UTF8.self) }
  }

  private func change(_ assignment: String, where condition: String) throws {
    try db.perform("UPDATE submission SET \(assignment) WHERE \(condition)")
  }
}
