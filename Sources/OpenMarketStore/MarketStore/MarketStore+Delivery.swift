package import Foundation
import GRDB
package import OpenMarketAPI
package import OpenMarketPacing

/// Writes of drivers. Everything that belongs to one decision is one transaction.
extension MarketStore {
  /// Writes down what became of claimed submissions, and claims others, in one transaction.
  ///
  /// Of each listing only the first submission is given out, and only to one holder at a time. An edit or a
  /// deletion counts as sent from now on; a new listing from
  /// ``begin(_:queuedAt:as:baseline:key:isNew:uptime:)`` on.
  ///
  /// - Parameters:
  ///   - verdicts: What became of earlier ones. Those of submissions that another holder has taken over are
  ///     left out, except that they were accepted, which is a fact.
  ///   - limit: How many to claim at most.
  ///   - holder: Who claims, under its lock.
  ///   - date: Now; asked once the transaction has begun, for which it may have to wait.
  ///   - uptime: Now, by the clock that no calendar moves.
  /// - Returns: What was claimed.
  /// - Throws: ``StoreError``, or `CancellationError`; then nothing was written.
  package func deliver(
    _ verdicts: [Verdict], claiming limit: Int, as holder: String,
    at date: @autoclosure @escaping @Sendable () -> Date, uptime: Uptime
  ) async throws -> DeliveryRound {
    // The server's word for what it has got is no text of the user's.
    try await writeSubmissions(as: .essential) { db in
      let now = Timestamp.milliseconds(date())
      var products: Set<Product.ID> = []
      var responses: [Product] = []
      for verdict in verdicts {
        let settled = try db.settle(verdict, holder: holder, now: now)
        if !settled.isEmpty, case .accepted(let response?) = verdict.outcome { responses.append(response) }
        products.formUnion(settled)
      }
      try db.noteVendor(of: responses)
      try db.forgetDelays(after: now)
      var round = DeliveryRound()
      round.claims = try db.claim(limit, as: holder, now: now, uptime: uptime)
      products.formUnion(round.claims.map(\.submission.productID))
      round.nextDue = try db.nextDue().map { $0 == 0 ? .distantPast : Timestamp.date($0) }
      round.othersHold = try db.isAnyHeld(besides: holder)
      return (round, products)
    }
  }

  /// Notes that the first byte of a claimed submission is about to be sent.
  ///
  /// - Parameters:
  ///   - id: The submission.
  ///   - queuedAt: When it was queued; `nil` for whichever has the number, see ``Verdict/queuedAt``.
  ///   - holder: Who has claimed it.
  ///   - baseline: The highest number of the market, kept from the first attempt on.
  ///   - key: Another idempotency key, when the one before cannot be used any more.
  ///   - isNew: Whether nothing that was sent before can have an effect any more.
  ///   - uptime: Now, by the clock that no calendar moves.
  /// - Returns: Whether it may be sent.
  /// - Throws: ``StoreError``, or `CancellationError`.
  package func begin(
    _ id: Submission.ID, queuedAt: Date? = nil, as holder: String, baseline: Product.ID? = nil,
    key: String? = nil, isNew: Bool, uptime: Uptime
  ) async throws -> Beginning {
    let (changeHub, marks) = (files.changeHub, files.pendingMarks)
    return try await writeUser { db -> Beginning in
      guard let row = try db.submission(id.rawValue), row.leaseOwner == holder, row.wasQueued(at: queuedAt)
      else {
        return .lost
      }
      if try db.indeterminateDuplicate(of: row) != nil { return .hasDuplicate }
      let count = try db.perform(
        """
        UPDATE submission SET attempts = attempts + (kind = 'create'), \
        baseline = coalesce(baseline, ?1), idempotency_key = coalesce(?2, idempotency_key), \
        first_sent = CASE WHEN ?3 OR first_sent IS NULL THEN ?4 ELSE first_sent END, last_sent = ?4, \
        indeterminacy = CASE WHEN ?3 THEN 1 ELSE max(indeterminacy, 1) END WHERE id = ?5
        """, [baseline?.rawValue, key, isNew, uptime.description, id.rawValue])
      return count == 1 ? .begun : .lost
    } afterCommit: { beginning in
      guard beginning == .begun, baseline != nil else { return }
      // From now on an equal product above the baseline may be the listing itself.
      let listing = Product.ID(rawValue: -id.rawValue)
      marks.note([listing], pending: [listing.rawValue: listing.rawValue])
      changeHub.send(.submissions([listing]))
    }
  }

  /// The other new listings whose outcome is unknown.
  package func indeterminateDrafts(besides id: Submission.ID) async throws -> [NewListing] {
    try await readUser(atOnce: true) { db in
      try db.indeterminateListings(besides: id.rawValue).compactMap { row in
        if case .create(let draft, _)? = row.write { draft } else { nil }
      }
    }
  }

  /// Whether the outcome of another new listing is unknown that is equal to this one.
  package func hasIndeterminateDuplicate(_ id: Submission.ID) async throws -> Bool {
    try await readUser(atOnce: true) { db in
      guard let row = try db.submission(id.rawValue) else { return false }
      return try db.indeterminateDuplicate(of: row) != nil
    }
  }

  /// Whether a submission of this device has become this product.
  package func isListing(_ product: Product.ID) async throws -> Bool {
    try await readUser(atOnce: true) { try $0.isIDTaken(product.rawValue) }
  }

  /// Lets pending writes be retried at once: those that wait for credentials, those that were tried in vain, or both; also
  /// where the server has named a time, when the user wants it (`overridesHolds`).
  package func resume(unauthorized: Bool, waiting: Bool, overridesHolds: Bool = false) async throws {
    let changeHub = files.changeHub
    _ = try await writeUser { db in
      var count = 0
      if unauthorized {
        count += try db.perform(
          """
          UPDATE submission SET state = \(SubmissionState.queued), due_at = 0, outcome = NULL \
          WHERE state = \(SubmissionState.unauthorized)
          """)
      }
      if waiting {
        count += try db.perform(
          "UPDATE submission SET due_at = 0 WHERE state = \(SubmissionState.waiting) AND due_at > 0 AND (is_held = 0 OR ?1)",
          [overridesHolds])
      }
      return count
    } afterCommit: { count in
      if count > 0 { changeHub.send(.submissions(nil)) }
    }
  }

  /// Releases the claims of holders other than the one that asks that have ended without releasing them, and returns whether
  /// there were any.
  package func reclaimAbandoned(besides holder: LeaseHolder) async throws -> Bool {
    let others = try await readUser(atOnce: true) { db in
      try db.rows(
        "SELECT DISTINCT lease_owner FROM submission WHERE lease_owner IS NOT NULL AND lease_owner <> ?",
        [holder.name]
      ) { $0.text(0) }
    }
    var isAnyReclaimed = false
    for name in others {
      let isReclaimed = try await LeaseHolder.reclaim(name, in: files.folder) {
        try await putBackClaims(of: name)
      }
      if isReclaimed { isAnyReclaimed = true }
    }
    return isAnyReclaimed
  }

  /// Releases the claims of a holder.
  package func putBackClaims(of holder: String) async throws {
    let (changeHub, marks) = (files.changeHub, files.pendingMarks)
    _ = try await writeUser(as: .essential) { db in
      try db.reclaim(from: holder)
    } afterCommit: { count in
      guard count > 0 else { return }
      marks.forget()
      changeHub.send(.submissions(nil))
    }
  }

  /// Makes a holder for claims of submissions.
  package func makeLeaseHolder() -> LeaseHolder { LeaseHolder(in: files.folder) }

  /// Forgets finished submissions of which enough time has passed; none in the launch of a rescue.
  ///
  /// - Parameters:
  ///   - finished: Before when those were accepted or cancelled that are forgotten.
  ///   - retention: How long those are kept that were discarded, on the clock that no calendar moves.
  ///   - date: Now.
  ///   - uptime: Now, by the clock that no calendar moves.
  /// - Throws: ``StoreError``, or `CancellationError`; then nothing was written.
  package func forgetSubmissions(
    finishedBefore finished: Date, discardRetention retention: Duration, at date: Date, uptime: Uptime
  ) async throws {
    let files = files
    let (finished, now) = (Timestamp.milliseconds(finished), Timestamp.milliseconds(date))
    try await writeUser { db in
      guard !files.haveRescued else { return }
      let ended = "+state IN (\(SubmissionState.accepted), \(SubmissionState.cancelled))"
      try db.forgetSubmissions(where: "finished_at < ? AND \(ended)", [finished])
      try db.forgetDiscards(retention: retention, finishedBefore: finished, now: now, uptime: uptime)
    }
  }
}
