import GRDB
package import OpenMarketAPI

extension MarketStore {
  /// The submission `id`; `nil` when there is none, or not any more.
  package func submission(_ id: Submission.ID) async throws -> Submission? {
    try await readUser(atOnce: true) { try $0.submission(id.rawValue)?.submission }
  }

  /// The submissions whose outcome is open or asks for the user, in their order: those that wait, are on
  /// their way, are in conflict, or were refused.
  ///
  /// At most `limit`, for the next page those behind the last one; if asked for, also those that were accepted, cancelled or
  /// discarded of late.
  package func submissions(
    after last: Submission.ID? = nil, limit: Int = 1_000, includesFinished: Bool = false
  ) async throws -> [Submission] {
    try await readUser { try $0.submissions(after: last, limit: limit, includesFinished: includesFinished) }
  }

  /// How many submissions have no outcome yet, refused ones not counted.
  package func openSubmissionCount() async throws -> Int {
    try await readUser { try $0.count("submission WHERE state <= \(SubmissionState.undecided)") }
  }

  /// How many submissions have not been accepted and may still be: those that wait, are in conflict, or were
  /// refused.
  package func unsentCount() async throws -> Int {
    try await readUser { try $0.count("submission WHERE state <= \(SubmissionState.refused)") }
  }

  /// Whether anything is on its way or will be tried without the user.
  package func hasDeliverableSubmissions() async throws -> Bool {
    try await readUser(atOnce: true) { db in
      try db.exists("SELECT 1 FROM submission WHERE due_at IS NOT NULL LIMIT 1")
        || db.exists("SELECT 1 FROM submission WHERE lease_owner IS NOT NULL LIMIT 1")
    }
  }

  /// The number by which the server knows a listing; `nil` when it has none yet.
  package func serverID(of product: Product.ID) async throws -> Product.ID? {
    guard product.isLocal else { return product }
    return try await readUser(atOnce: true) {
      try $0.serverID(of: product.rawValue).map { Product.ID(rawValue: $0) }
    }
  }

  /// Whether the queue is an account's, as known since its first write.
  package var hasOwner: Bool {
    get async throws { try await readUser(atOnce: true) { try StoreOwner.isKnown(in: $0) } }
  }

  /// Returns the vendor, as far as the server has told it in responses to writes of this device.
  package func vendor() async throws -> Vendor? { try await readUser(atOnce: true) { try $0.vendor() } }

  /// The vendor, as far as it is known, for calls that cannot wait: see ``StoreFiles/knownVendor``.
  package var knownVendor: Vendor? { files.knownVendor }

  /// Throws away everything that has not reached the server: the queue, what was refused or given up, the
  /// unfinished drafts, and all photos beside them; also the damaged files that rescues have put aside, which
  /// have the same texts, and the recent searches. What is in rows is overwritten on the disk.
  package func discardUnsent() async throws {
    let (changeHub, marks) = (files.changeHub, files.pendingMarks)
    // What can fail once more comes first: while the queue is there, the next attempt reports it.
    try await forgetResults { _ in true }
    try await writeUser(as: .essential) { db in
      try db.perform("DELETE FROM recent_search")
      try db.perform("DELETE FROM submission WHERE state <> \(SubmissionState.accepted)")
      try db.perform("DELETE FROM form")
      try db.perform("DELETE FROM photo_reference")
    } afterCommit: { _ in
      marks.forget()
      changeHub.send(.recentSearches)
      changeHub.send(.submissions(nil))
      changeHub.send(.drafts)
    }
    await emptyLog()
    try await removePhotos(olderThan: 0)
    // A rescue that was under way is over: the transaction has waited for it.
    files.removeKeptFiles()
  }
}

extension Database {
  /// As ``MarketStore/submissions(after:limit:includesFinished:)``.
  func submissions(after last: Submission.ID?, limit: Int, includesFinished: Bool) throws -> [Submission] {
    // Without finished ones in the words of the index that leaves them out; all of them by their numbers.
    let isListed =
      includesFinished ? "+state <= \(SubmissionState.discarded)" : "state <= \(SubmissionState.refused)"
    return try submissions(
      where: "id > ? AND \(isListed) ORDER BY id LIMIT ?", [last?.rawValue ?? 0, max(0, limit)]
    ).map(\.submission)
  }

  func vendor() throws -> Vendor? {
    let id = try accountValue("vendor_id").flatMap { Vendor.ID($0) }
    let name = try accountValue("vendor_name")
    guard let id, let name else { return nil }
    return Vendor(id: id, name: name)
  }

  func accountValue(_ key: String) throws -> String? {
    try firstRow("SELECT value FROM account WHERE key = ?", [key]) { $0.text(0) }
  }

  func setAccountValue(_ value: String, for key: String) throws {
    guard try accountValue(key) != value else { return }
    try perform("INSERT OR REPLACE INTO account(key, value) VALUES(?, ?)", [key, value])
  }
}
