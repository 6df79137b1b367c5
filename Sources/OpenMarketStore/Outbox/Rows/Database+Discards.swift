import GRDB
import OpenMarketPacing

/// Discarded submissions, which can be brought back for a time.
extension Database {
  /// `submission.outcome` as JSON; damaged, an empty object.
  private static let outcome = """
    CASE WHEN json_valid(CAST(outcome AS TEXT)) THEN CAST(outcome AS TEXT) ELSE '{}' END
    """

  /// Discards a submission; what was refused, and the photos, are kept for an undo. The moment is beside them.
  func discardSubmission(_ id: Int64, now: Int64, uptime: Uptime) throws {
    try perform(
      """
      UPDATE submission SET state = \(SubmissionState.discarded), due_at = NULL, finished_at = ?, \
      outcome = CAST(json_set(\(Self.outcome), '$.discarded', ?) AS BLOB) WHERE id = ?
      """, [now, uptime.description, id])
  }

  /// Forgets submissions that were discarded `retention` ago or earlier.
  ///
  /// How long ago is unknown after a restart of the device, and where each process counts for itself: then the time begins
  /// anew, and ends at the latest when other finished submissions are forgotten, which is by the calendar.
  func forgetDiscards(retention: Duration, finishedBefore date: Int64, now: Int64, uptime: Uptime) throws {
    let discards = try rows(
      """
      SELECT id, finished_at, json_extract(\(Self.outcome), '$.discarded') FROM submission \
      WHERE state = \(SubmissionState.discarded)
      """
    ) { row in
      (id: row.int64(0), finishedAt: row.int64(1), moment: row.optionalText(2).flatMap { Uptime($0) })
    }
    for discard in discards {
      if let age = discard.moment.flatMap({ uptime.duration(since: $0) }) {
        if age >= retention { try forgetSubmissions(where: "id = ?", [discard.id]) }
      } else if discard.finishedAt < date {
        try forgetSubmissions(where: "id = ?", [discard.id])
      } else {
        // Those of one undo still have the same time: see `undoDiscard`.
        try discardSubmission(discard.id, now: min(now, discard.finishedAt), uptime: uptime)
      }
    }
  }

  /// Forgets the submissions that fulfil `condition`, with what they refer to.
  ///
  /// Values are bound, as every other text is a statement that is kept for as long as the file is open.
  func forgetSubmissions(where condition: String, _ values: [any StatementValue]) throws {
    let ids = "SELECT 'submission ' || id FROM submission WHERE \(condition)"
    try perform("DELETE FROM photo_reference WHERE owner IN (\(ids))", values)
    try perform("DELETE FROM submission WHERE \(condition)", values)
  }
}
