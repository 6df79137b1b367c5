package import Foundation
import GRDB
package import OpenMarketAPI

/// What drivers write. Everything that belongs to one decision is one transaction.
extension MarketStore {
  /// Writes down what became of claimed submissions, and claims others, in one transaction.
  ///
  /// Of each listing only the first submission is given out, and only to one driver at a time. An edit or a
  /// deletion counts as begun from now on; a new listing from ``begin(_:as:baseline:key:at:)`` on.
  ///
  /// - Parameters:
  ///   - verdicts: What became of earlier ones. Those of submissions that another driver has taken over are
  ///     left out, except that they were accepted, which is a fact.
  ///   - limit: How many to claim at most.
  ///   - lease: Who claims, and for how long.
  ///   - longestLease: Lets go of times that were reckoned by a clock which has been set back since: of waits from
  ///     the future, and of leases longer than so many seconds. `nil` to believe them.
  ///   - date: Now.
  /// - Returns: What was claimed.
  /// - Throws: ``StoreError``, or `CancellationError`; then nothing was written.
  package func deliver(
    _ verdicts: [Verdict], claiming limit: Int, as lease: Lease,
    forgettingLeasesOver longestLease: TimeInterval? = nil,
    at date: Date
  ) async throws -> DeliveryRound {
    let now = Timestamp.milliseconds(date)
    return try await writeSubmissions { db in
      var products: Set<Product.ID> = []
      if let longestLease { try db.forgetTimes(after: now, longestLease: Int64(longestLease * 1_000)) }
      for verdict in verdicts { try products.formUnion(db.settle(verdict, owner: lease.owner, now: now)) }
      var round = DeliveryRound()
      if limit > 0 { round.claims = try db.claim(limit, as: lease, now: now) }
      products.formUnion(round.claims.map(\.submission.product))
      round.nextDue = try db.nextDue().map(Timestamp.date)
      round.othersHold = try db.isAnyHeld(besides: lease.owner)
      return (round, products)
    }
  }

  /// Notes that the first byte of a claimed submission is about to be sent, and renews its lease.
  ///
  /// - Parameters:
  ///   - id: The submission.
  ///   - lease: Who has claimed it, and until when it shall be theirs.
  ///   - baseline: The highest number of the market, kept from the first try on.
  ///   - key: Another idempotency key, when the one before is used up.
  ///   - isNew: Whether nothing that was sent before can have an effect any more.
  ///   - date: Now.
  /// - Returns: Whether it may be sent.
  /// - Throws: ``StoreError``, or `CancellationError`; then nothing was written.
  package func begin(
    _ id: Submission.ID, as lease: Lease, baseline: Product.ID? = nil, key: String? = nil, isNew: Bool,
    at date: Date
  ) async throws -> Beginning {
    let now = Timestamp.milliseconds(date)
    let (changeHub, marks) = (files.changeHub, files.pendingMarks)
    return try await commitUser { db -> Beginning in
      if try db.hasTwinInDoubt(id.rawValue) { return .hasTwin }
      let count = try db.perform(
        """
        UPDATE submission SET attempts = attempts + (kind = 'create'), tried_at = ?1, lease_until = ?2, \
        baseline = coalesce(baseline, ?3), idempotency_key = coalesce(?4, idempotency_key), \
        doubt_since = CASE WHEN doubt = 0 OR ?5 OR doubt_since IS NULL THEN ?1 ELSE doubt_since END, \
        doubt = CASE WHEN ?5 THEN 1 ELSE max(doubt, 1) END WHERE id = ?6 AND lease_owner = ?7
        """
      ) { binder in
        binder.bind(now, at: 1)
        binder.bind(Timestamp.milliseconds(lease.end), at: 2)
        binder.bind(baseline?.rawValue, at: 3)
        binder.bind(key, at: 4)
        binder.bind(isNew ? 1 : 0 as Int64, at: 5)
        binder.bind(id.rawValue, at: 6)
        binder.bind(lease.owner, at: 7)
      }
      return count == 1 ? .begun : .lost
    } afterCommit: { beginning in
      guard beginning == .begun, baseline != nil else { return }
      // From now on an equal product above the baseline may be the listing itself.
      let listing = Product.ID(rawValue: -id.rawValue)
      marks.note([listing], pending: [listing.rawValue], now: now)
      changeHub.publish(.submissions([listing]))
    }
  }

  /// Whether another new listing, equal in all fields, may have had its effect.
  ///
  /// - Throws: ``StoreError``, or `CancellationError`.
  package func hasTwinInDoubt(_ id: Submission.ID) async throws -> Bool {
    try await readUserAtOnce { try $0.hasTwinInDoubt(id.rawValue) }
  }

  /// Whether a submission of this device has become this product.
  ///
  /// - Throws: ``StoreError``, or `CancellationError`.
  package func isListing(_ product: Product.ID) async throws -> Bool {
    try await readUserAtOnce { db in
      try db.firstRow(
        "SELECT 1 FROM product_alias WHERE product_id = ?", bind: { $0.bind(product.rawValue, at: 1) },
        { _ in true }) ?? false
    }
  }

  /// Lets what waits be tried again at once.
  ///
  /// - Parameters:
  ///   - unauthorized: What waits for credentials.
  ///   - waiting: What was tried in vain, except where the server has named a time.
  /// - Throws: ``StoreError``, or `CancellationError`.
  package func resume(unauthorized: Bool, waiting: Bool) async throws {
    let changeHub = files.changeHub
    _ = try await commitUser { db in
      var count = 0
      if unauthorized {
        count += try db.perform("UPDATE submission SET state = 0, due_at = 0, outcome = NULL WHERE state = 3")
      }
      if waiting {
        count += try db.perform(
          "UPDATE submission SET due_at = 0 WHERE state = 2 AND is_held = 0 AND due_at > 0")
      }
      return count
    } afterCommit: { count in
      if count > 0 { changeHub.publish(.submissions(nil)) }
    }
  }

  /// Ends the leases of holders that are dead, so that what they had in hand can be claimed at once.
  ///
  /// - Parameter holder: Who asks.
  /// - Returns: Whether there were any.
  /// - Throws: ``StoreError``, or `CancellationError`.
  package func endLeasesOfTheDead(besides holder: LeaseHolder) async throws -> Bool {
    let others = try await readUserAtOnce { db in
      try db.rows(
        "SELECT DISTINCT lease_owner FROM submission WHERE lease_until > 0 AND lease_owner <> ?",
        bind: { $0.bind(holder.name, at: 1) }, { $0.text(0) })
    }
    var isAnyDead = false
    for name in others {
      let isDead = try await LeaseHolder.bury(name, in: files.folder) {
        _ = try await commitUser { db in
          try db.perform("UPDATE submission SET lease_until = 0 WHERE lease_owner = ?") {
            $0.bind(name, at: 1)
          }
        }
      }
      if isDead { isAnyDead = true }
    }
    return isAnyDead
  }

  /// Somebody who is going to take submissions in hand.
  package func makeLeaseHolder() -> LeaseHolder { LeaseHolder(in: files.folder) }

  /// Forgets submissions that were finished before a moment, and those that were discarded before another; none in
  /// the launch of a rescue.
  ///
  /// - Throws: ``StoreError``, or `CancellationError`.
  package func forgetSubmissions(finishedBefore date: Date, discardedBefore: Date) async throws {
    guard !files.haveRescued else { return }
    let (finished, discarded) = (Timestamp.milliseconds(date), Timestamp.milliseconds(discardedBefore))
    try await commitUser { db in
      let old = """
        finished_at < \(max(finished, discarded)) AND \
        ((state IN (7, 8) AND finished_at < \(finished)) OR (state = 9 AND finished_at < \(discarded)))
        """
      try db.perform(
        "DELETE FROM photo_reference WHERE owner IN (SELECT 'submission ' || id FROM submission WHERE \(old))"
      )
      try db.perform("DELETE FROM submission WHERE \(old)")
    }
  }
}
