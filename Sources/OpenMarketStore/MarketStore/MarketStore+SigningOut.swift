import GRDB
import OpenMarketPacing

extension MarketStore {
  /// How many submissions have not been accepted and may still be: those that wait, are in conflict, or were
  /// refused.
  package func unsentCount() async throws -> Int {
    try await readUser { db in
      try db.firstRow("SELECT count(*) FROM submission WHERE state <= \(SubmissionState.refused)") {
        $0.int(0)
      } ?? 0
    }
  }

  /// Throws away everything that has not reached the server: the queue, what was refused or given up, the
  /// unfinished drafts, and all photos beside them. It is overwritten on the disk.
  ///
  /// - Throws: ``StoreError``, or `CancellationError`; then nothing was thrown away.
  package func discardUnsent() async throws {
    let (changeHub, marks) = (files.changeHub, files.pendingMarks)
    try await commitUser { db in
      try db.perform("DELETE FROM submission WHERE state <> \(SubmissionState.accepted.rawValue)")
      try db.perform("DELETE FROM form")
      try db.perform("DELETE FROM photo_reference")
      db.afterNextTransaction { _ in
        marks.forget()
        changeHub.send(.submissions(nil))
        changeHub.send(.drafts)
      }
    }
    try await removePhotos(olderThan: 0)
  }
}
