package import Foundation
import GRDB
package import OpenMarketAPI

extension MarketStore {
  /// Puts a new listing into the queue, together with its photos, which must be stored already.
  ///
  /// On the disk when this returns.
  ///
  /// - Parameters:
  ///   - draft: What is listed.
  ///   - photos: What ``storePhoto(_:fileName:)`` gave.
  ///   - saved: The name of a saved draft that is done with, and what is known of it; it goes in the same transaction, unless
  ///     another one has been saved under the name since.
  ///   - key: What the server shall know the write by.
  ///   - date: Now.
  /// - Returns: The submission; its product is one of this device's numbers.
  /// - Throws: ``StoreError``, or `CancellationError`; then nothing was written.
  package func enqueue(
    _ draft: NewListing, photos: [StoredPhoto], replacing saved: (key: String, draft: ListingDraft)? = nil,
    key: String, at date: Date
  ) async throws -> Submission {
    let now = Timestamp.milliseconds(date)
    let (folder, changeHub) = (files.folder, files.changeHub)
    return try await writeSubmissions { db in
      // Inside the transaction: photos are removed inside one, too.
      for photo in photos { try PhotoFolder.require(photo, in: folder) }
      let id = try db.nextSubmissionID()
      let write = PendingWrite.create(draft, photos: photos)
      try db.insertSubmission(id, product: -id, write, key: key, isFirst: true, now: now)
      if let saved, try db.deleteDraft(saved.key, ifStill: saved.draft) {
        db.afterNextTransaction { _ in changeHub.send(.drafts) }
      }
      let submission = Submission(
        id: Submission.ID(rawValue: id), productID: Product.ID(rawValue: -id), write: write,
        idempotencyKey: key, createdAt: Timestamp.date(now))
      return (submission, [submission.productID])
    }
  }

  /// Puts an edit or the end of a listing into the queue, merged with pending writes that were never sent.
  ///
  /// On the disk when this returns.
  ///
  /// - Parameters:
  ///   - write: An edit or a deletion.
  ///   - product: The server's number, or one of this device's.
  ///   - name: The listing's title, for a write that does not have it itself.
  ///   - key: What the server shall know the write by.
  ///   - date: Now.
  /// - Returns: The submission that does it, which may be an earlier one. A deletion of a listing that was
  ///   never sent gives that listing's own submission, which is cancelled.
  /// - Throws: ``SubmissionFailure/Code/gone`` when the listing is to be deleted, or was taken back;
  ///   ``StoreError``, or `CancellationError`. Then nothing was written.
  package func enqueue(
    _ write: PendingWrite, of product: Product.ID, name: String? = nil, key: String, at date: Date
  ) async throws -> Submission {
    let now = Timestamp.milliseconds(date)
    return try await writeSubmissions { db in
      let number = try db.serverID(of: product.rawValue) ?? product.rawValue
      let submission = try db.enqueue(write, of: number, name: name, key: key, now: now)
      return (submission, [product, submission.productID])
    }
  }
}

extension Database {
  /// Adds an edit or a deletion as ``Coalescing`` says.
  fileprivate func enqueue(
    _ write: PendingWrite, of product: Int64, name: String?, key: String, now: Int64
  ) throws -> Submission {
    var last = try lastOpenSubmission(of: product)
    // The title that a pending write gives it is what the user saw.
    let name = last?.listing ?? name
    guard last != nil || product > 0 else {
      throw SubmissionFailure(
        .gone, "This device has no new listing of that number: it was taken back, or never made here.")
    }
    while true {
      let decision = Coalescing(write, after: last.flatMap { row in row.write.map { ($0, row.isUnsent) } })
      switch (decision, last) {
      case (.refuse, _):
        throw SubmissionFailure(.gone, "The listing is to be deleted: nothing more can be done with it.")
      case (.replace(let merged), let row?):
        return try replace(row, with: merged, key: key)
      case (.vanish, let row?):
        try withdraw(row, now: now)
        return try requireSubmission(row.id).submission
      case (.supersede, let row?):
        try withdraw(row, now: now)
        last = try lastOpenSubmission(of: product)
      case (.append, _), (_, nil):
        let id = try nextSubmissionID()
        try insertSubmission(
          id, product: product, write, listing: name, key: key, isFirst: last == nil, now: now)
        return try requireSubmission(id).submission
      }
    }
  }

  /// Merges a write into one that was never sent, which then gets its turn at once.
  func replace(_ row: SubmissionRow, with write: PendingWrite, key: String) throws -> Submission {
    try replaceWrite(of: row, with: write, key: key)
    if row.state != .queued, row.state != .unauthorized {
      try setState(of: row.id, .queued)
      try promote(row.product)
    }
    return try requireSubmission(row.id).submission
  }

  /// Takes a submission out of the queue; its photos are no longer needed.
  func withdraw(_ row: SubmissionRow, now: Int64) throws {
    try setState(of: row.id, .cancelled, finishedAt: now)
    try referTo([], from: PhotoReference.submission(row.id))
    try promote(row.product)
  }

  func requireSubmission(_ id: Int64) throws -> SubmissionRow {
    guard let row = try submission(id) else { throw SubmissionFailure.unknown(id) }
    return row
  }
}
