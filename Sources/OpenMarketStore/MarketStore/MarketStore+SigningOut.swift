import GRDB

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
        changeHub.publish(.submissions(nil))
        changeHub.publish(.drafts)
      }
    }
    try await removePhotos(olderThan: 0)
  }
}

extension Database {
  /// Makes sure that no account adds to another one's queue, or sends it: whoever writes first owns it.
  ///
  /// - Throws: ``StoreError/Code/notPermitted`` when it is another account's.
  func refuseOtherAccounts(than account: String?) throws {
    guard let account, let owner = try accountValue(Self.owner) else { return }
    guard owner == account else { throw StoreError.ofAnotherAccount }
  }

  /// Notes whose queue it is, unless that is known; only with something in it, as looking owns nothing.
  func setOwner(_ account: String?) throws {
    guard let account, try accountValue(Self.owner) == nil else { return }
    try setAccountValue(account, for: Self.owner)
  }

  static var owner: String { "owner" }
}

extension StoreError {
  static var ofAnotherAccount: StoreError {
    StoreError(
      .notPermitted,
      "the folder holds another account's queue: use a folder for each account, as is the default"
    )
  }
}
