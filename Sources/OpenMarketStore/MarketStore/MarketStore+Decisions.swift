package import Foundation
import GRDB
package import OpenMarketAPI
package import OpenMarketPacing

/// Decisions of users about submissions. Each is one transaction on the row as it is then.
extension MarketStore {
  /// Takes a submission back that certainly had no effect, or throws ``SubmissionFailure/Code/notPossible``.
  ///
  /// A new listing takes with it what was to be done with it later.
  package func cancelSubmission(_ id: Submission.ID, at date: Date) async throws {
    try await decide(id, at: date) { try $0.cancel($1, now: $2) }
  }

  /// Gives up a submission that was refused, or whose outcome only the user can tell, or throws
  /// ``SubmissionFailure/Code/notPossible``; ``undoDiscard(_:at:)`` brings it back.
  package func discardSubmission(_ id: Submission.ID, at date: Date, uptime: Uptime) async throws {
    try await decide(id, at: date) { try $0.discard($1, uptime: uptime, now: $2) }
  }

  /// Gives up submissions in one transaction, the first of which it cannot do so with ends it: discards those that
  /// ``discardSubmission(_:at:uptime:)`` takes, and cancels others; or brings them back (`undoes`).
  package func giveUp(
    _ ids: some Collection<Submission.ID> & Sendable, undoes: Bool, at date: Date, uptime: Uptime
  ) async throws -> (done: [Submission], failure: SubmissionFailure?) {
    let now = Timestamp.milliseconds(date)
    return try await writeSubmissions { db in
      var done: [Submission] = []
      var failure: SubmissionFailure?
      for id in ids {
        do {
          let row = try db.requireSubmission(id.rawValue)
          if undoes {
            try db.undoDiscard(row)
          } else if row.isDiscardable {
            try db.discard(row, uptime: uptime, now: now)
          } else {
            try db.cancel(row, now: now)
          }
          done.append(try db.requireSubmission(id.rawValue).submission)
        } catch let error as SubmissionFailure {
          failure = error  // Thrown before anything of this one was written.
          break
        }
      }
      return ((done, failure), Set(done.map(\.productID)))
    }
  }

  /// Ends a question about an outcome with the user's decision.
  ///
  /// - Parameters:
  ///   - id: The submission.
  ///   - effect: What the server has made of it, if it has carried it out; `nil` if it has not. The inner value is
  ///     `nil` where it shows nothing.
  ///   - key: What the server shall know the write by when its own key cannot be used any more.
  ///   - date: Now.
  /// - Throws: ``SubmissionFailure/Code/notPossible`` when there is no question, or a new listing comes without the
  ///   product that it has become.
  package func resolveQuestion(
    _ id: Submission.ID, effect: Product??, key: String, at date: Date
  ) async throws {
    try await decide(id, at: date) { db, row, now in
      guard row.isQuestion else {
        throw SubmissionFailure(.notPossible, "Nothing is asked about submission \(id).")
      }
      guard let effect else {
        if row.indeterminacy == .idempotencyKeyConflict, let write = row.write {
          try db.replaceWrite(of: row, with: write, key: key)
        }
        try db.perform("UPDATE submission SET baseline = NULL WHERE id = ?", [row.id])
        try db.setState(of: row.id, .queued)
        try db.promote(row.product)
        return try db.releaseDuplicates(of: row.id)
      }
      guard effect != nil || row.kind != .create else {
        throw SubmissionFailure(.notPossible, "Say which listing on the server it has become.")
      }
      if let product = effect, row.kind == .create, try db.isIDTaken(product.id.rawValue) {
        throw SubmissionFailure(.notPossible, "Listing \(product.id) is another one of this device's.")
      }
      // Seen whenever the question was asked: what follows looks at the listing again.
      _ = try db.accept(row, effect, asOf: 0, now: now)
      if let effect { try db.noteVendor(of: [effect]) }
    }
  }

  /// Brings a discarded submission back, with what was to be done with the listing later; throws
  /// ``SubmissionFailure/Code/notPossible`` for any other.
  package func undoDiscard(_ id: Submission.ID, at date: Date) async throws {
    try await decide(id, at: date) { db, row, _ in try db.undoDiscard(row) }
  }

  /// Sends a refused submission again, as it was or corrected by a write of the same kind; one that waits gets its turn at
  /// once. The server shall know the new write by `key`.
  ///
  /// Returns the submission that does it, for an edit or a deletion another one, or throws
  /// ``SubmissionFailure/Code/notPossible`` when it was not refused.
  package func resubmit(
    _ id: Submission.ID, as edited: PendingWrite? = nil, key: String, at date: Date
  ) async throws -> Submission {
    let now = Timestamp.milliseconds(date)
    return try await writeSubmissions { db in
      let submission = try db.resubmit(id.rawValue, as: edited, key: key, now: now)
      return (submission, [submission.productID])
    }
  }

  /// Ends a conflict: this device's values win, or the fields in conflict are not sent. Throws
  /// ``SubmissionFailure/Code/notPossible`` when there is none. The server shall know the new write by `key`.
  package func resolveConflict(
    _ id: Submission.ID, keepingMine: Bool, key: String, at date: Date
  ) async throws {
    try await decide(id, at: date) { db, row, now in
      guard row.state == .undecided, !row.isQuestion, case .edit(let changes, let base)? = row.write else {
        throw SubmissionFailure(.notPossible, "The submission is in no conflict.")
      }
      let conflicts = StoredOutcome.decoding(row.outcome).conflicts ?? []
      let resolved = changes.resolving(conflicts, keepingMine: keepingMine)
      guard resolved != ProductChanges() else { return try db.withdraw(row, now: now) }
      let write = PendingWrite.edit(resolved, base: base.accepting(conflicts))
      try db.replaceWrite(of: row, with: write, key: key)
      try db.setState(of: row.id, .queued)
      try db.promote(row.product)
    }
  }

  private func decide(
    _ id: Submission.ID, at date: Date,
    _ body: @escaping @Sendable (Database, SubmissionRow, Int64) throws -> Void
  ) async throws {
    let now = Timestamp.milliseconds(date)
    try await writeSubmissions { db in
      let row = try db.requireSubmission(id.rawValue)
      try body(db, row, now)
      return ((), [Product.ID(rawValue: row.product)])
    }
  }
}

extension SubmissionRow {
  fileprivate var isDiscardable: Bool { state == .stuck || state == .refused || isQuestion }
}

extension Database {
  fileprivate func cancel(_ row: SubmissionRow, now: Int64) throws {
    guard row.state.rawValue <= SubmissionState.refused.rawValue, row.isUnsent else {
      throw SubmissionFailure(
        .notPossible, "It may have reached the server already: change or delete the listing instead.")
    }
    try end(row, now: now)
  }

  fileprivate func discard(_ row: SubmissionRow, uptime: Uptime, now: Int64) throws {
    guard row.isDiscardable else {
      throw SubmissionFailure(.notPossible, "Only what was refused or is in question can be discarded.")
    }
    try end(row, discardedAt: uptime, now: now)
    try releaseDuplicates(of: row.id)
  }

  func undoDiscard(_ row: SubmissionRow) throws {
    guard row.state == .discarded else {
      throw SubmissionFailure(.notPossible, "Only what was discarded can be brought back.")
    }
    guard try row.kind == .create || hasListing(row.product) else {
      throw SubmissionFailure(
        .notPossible,
        "The new listing that it changes was discarded too: bring that back, and this comes with it.")
    }
    if row.kind == .create {
      // All that were discarded together have the same time: only the index of listings tells them apart.
      try perform(
        """
        UPDATE submission SET state = \(SubmissionState.queued), finished_at = NULL \
        WHERE product_id = ?2 AND \(Self.isLocal) AND id <> ?1 AND +state = \(SubmissionState.discarded) \
        AND +finished_at = (SELECT finished_at FROM submission WHERE id = ?1)
        """, [row.id, row.product])
    }
    let state: SubmissionState =
      row.indeterminacy != .none ? .undecided : row.kind == .create ? .stuck : .refused
    try perform("UPDATE submission SET state = ?, finished_at = NULL WHERE id = ?", [state.rawValue, row.id])
    try promote(row.product)
  }

  /// Discards a submission, or cancels it without a moment; a listing that will never be ends with all that was to be done
  /// with it.
  fileprivate func end(_ row: SubmissionRow, discardedAt uptime: Uptime? = nil, now: Int64) throws {
    let rows = row.kind == .create ? try openSubmissions(of: row.product) : [row]
    for row in rows {
      if let uptime {
        try discardSubmission(row.id, now: now, uptime: uptime)
      } else {
        try withdraw(row, now: now)
      }
    }
    try promote(row.product)
  }

  /// Whether the server has a listing, or a submission that can still make it.
  fileprivate func hasListing(_ product: Int64) throws -> Bool {
    try product > 0 || lastOpenSubmission(of: product) != nil
  }

  fileprivate func resubmit(
    _ id: Int64, as edited: PendingWrite?, key: String, now: Int64
  ) throws -> Submission {
    let row = try requireSubmission(id)
    guard let write = edited ?? row.write, write.kind == row.kind else {
      throw SubmissionFailure(.notPossible, "Submission \(id) cannot be sent like this.")
    }
    switch row.state {
    case .waiting where edited == nil:
      try perform("UPDATE submission SET due_at = 0 WHERE id = ?", [id])
      return try requireSubmission(id).submission
    case .stuck:
      try replaceWrite(of: row, with: write, key: key)
      try referTo(write.photos, from: PhotoReference.submission(id))
      try setState(of: id, .queued)
      try promote(row.product)
      return try requireSubmission(id).submission
    case .refused:
      guard try hasListing(row.product) else {
        throw SubmissionFailure(
          .notPossible, "The new listing that it belongs to was discarded or lost: discard it.")
      }
      let next = try nextSubmissionID()
      let isFirst = try lastOpenSubmission(of: row.product) == nil
      try insertSubmission(
        next, product: row.product, write, listing: row.listing, key: key, isFirst: isFirst, now: now)
      try withdraw(row, now: now)
      return try requireSubmission(next).submission
    case .undecided where row.isQuestion:
      throw SubmissionFailure(
        .indeterminate, "Sending it again could do it twice: say first whether it was carried out.")
    default:
      throw SubmissionFailure(.notPossible, "Only what was refused can be sent again.")
    }
  }
}

extension ProductChanges {
  /// The changes without the fields in conflict, unless this device's values win.
  fileprivate func resolving(_ conflicts: [FieldConflict], keepingMine: Bool) -> ProductChanges {
    var changes = self
    func settle(_ field: ListingField, _ value: WritableKeyPath<ProductChanges, Decimal?>, isForeign: Bool) {
      let conflict = conflicts.first { $0.field == field }
      if !keepingMine, conflict != nil || isForeign { changes[keyPath: value] = nil }
      // Also where the edit did not set it.
      if keepingMine, isForeign, let conflict { changes[keyPath: value] = conflict.mine }
    }
    // Price and discount keep the currency in which they were typed, or give way together.
    let foreign = conflicts.first { $0.myCurrency != $0.theirCurrency }
    if let foreign { changes.currency = keepingMine ? foreign.myCurrency : nil }
    settle(.price, \.price, isForeign: foreign != nil)
    settle(.discount, \.discount, isForeign: foreign != nil)
    if !keepingMine, conflicts.contains(where: { $0.field == .stock }) { changes.stock = nil }
    return changes
  }
}

extension EditBase {
  /// The base with what the user has now seen of the server's values.
  fileprivate func accepting(_ conflicts: [FieldConflict]) -> EditBase {
    let theirs = Dictionary(conflicts.map { ($0.field, $0.theirs) }, uniquingKeysWith: { $1 })
    var base = self
    base.fields = fields.applying(
      ProductChanges(
        price: theirs[.price], discount: theirs[.discount],
        currency: conflicts.lazy.compactMap(\.theirCurrency).first,
        stock: theirs[.stock].map { NSDecimalNumber(decimal: $0).intValue }))
    return base
  }
}
