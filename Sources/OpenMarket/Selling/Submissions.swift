import Foundation
public import OpenMarketAPI
import OpenMarketPacing
public import OpenMarketStore
import Synchronization

/// The pending writes, and those that need a decision of the user.
///
/// ```swift
/// for try await writes in market.submissions.updates { show(writes) }
/// ```
///
/// The functions that take a number throw `SubmissionFailure` with `notFound` where no submission has it.
public struct Submissions: Sendable {
  let store: MarketStore
  let driver: OutboxDriver
  /// Has what was decided sent, also in the background.
  let send: @Sendable () -> Void
  let date: @Sendable () -> Date

  /// Returns submissions that are pending, being sent, in conflict or refused, in their order.
  /// - Parameters:
  ///   - last: The submission to start after; `nil` for the first ones.
  ///   - limit: The maximum number of submissions.
  /// - Returns: At most `limit` submissions.
  /// - Throws: `StoreError`.
  public func list(after last: Submission.ID? = nil, limit: Int = 100) async throws -> [Submission] {
    try await store.submissions(after: last, limit: limit)
  }

  /// The first 100 submissions, now and after every change; ``list(after:limit:)`` has those behind them, and ``updates(of:)``
  /// each one.
  public var updates: some AsyncSequence<[Submission], any Error> & Sendable {
    LiveValues(store: store, concerns: \.concernsSubmissions) { [store] in
      try await store.submissions(limit: 100)
    }
  }

  /// One submission, now and after every change.
  public func updates(of id: Submission.ID) -> some AsyncSequence<Submission?, any Error> & Sendable {
    let listing = KnownListing()
    return LiveValues(store: store) {
      listing.isConcerned(by: $0)
    } read: { [store] in
      let submission = try await store.submission(id)
      listing.note(submission?.productID)
      return submission
    }
  }

  /// The progress of the photos that this process is sending, by submission, in bytes; now and after every
  /// change, from any thread.
  ///
  /// Ends when the market is closed. A loop that is busy misses the steps in between.
  public var uploads: some AsyncSequence<[Submission.ID: TransferProgress], Never> & Sendable {
    photoUploads.map { $0.mapValues(\.transfer) }
  }

  /// The same, photo by photo.
  package var photoUploads: AsyncStream<[Submission.ID: SendingProgress]> { driver.sender.progress.stream() }

  /// Waits for the server's product for a submission; also after a relaunch.
  /// - Returns: The listing; `nil` when the server did not show it.
  /// - Throws: `SubmissionFailure` when it was refused, taken back, or asks for a decision; `StoreError` when
  ///   the market was closed; `CancellationError`.
  public func outcome(of id: Submission.ID) async throws -> Product? {
    try await acceptance(of: id).product
  }

  /// The response of the server and the write as it was sent in the end: later edits may have been merged with it.
  func acceptance(of id: Submission.ID) async throws -> (product: Product?, write: PendingWrite) {
    for try await submission in updates(of: id) {
      guard let submission else { throw SubmissionFailure.unknown(id.rawValue) }
      switch submission.state {
      case .accepted(let product): return (product, submission.write)
      case .refused(let failure): throw failure
      case .conflict:
        throw SubmissionFailure(
          .conflict, "The listing has changed on the server meanwhile: resolve the conflict.")
      case .question(let failure, _):
        throw SubmissionFailure(
          .indeterminate, "\(failure.message) Say whether it was carried out.", status: failure.status)
      case .cancelled, .discarded:
        throw SubmissionFailure(.withdrawn, "The write was taken back, or a later one took its place.")
      case .queued, .sending, .waiting, .unauthorized: continue
      }
    }
    try Task.checkCancellation()
    throw StoreError(.closed, "The market was closed before the server responded.")
  }

  /// Cancels an unsent write; a new listing with all its later writes and its photos.
  /// - Throws: `SubmissionFailure` with `notPossible` when it may have reached the server; `StoreError`.
  public func cancel(_ id: Submission.ID) async throws {
    try await store.cancelSubmission(id, at: date())
    send()
  }

  /// Sends a refused write again, as the other function of this name does; `edited` is what to send instead, of the same kind.
  @discardableResult
  package func resubmit(_ id: Submission.ID, edited: PendingWrite?) async throws -> Submission {
    switch edited {
    case .create(let draft, _)?: try draft.validateFields()
    case .edit(let changes, _)?: try changes.validate()
    case .delete?, nil: break
    }
    var edited = edited
    if let refused = try await store.submission(id) {
      edited = await seenAnew(edited ?? refused.write, of: refused) ?? edited
    }
    let submission = try await store.resubmit(id, as: edited, key: .newKey, at: date())
    send()
    return submission
  }

  /// Sends a refused write again; a delayed write is tried at once.
  /// - Parameters:
  ///   - id: The submission.
  ///   - changes: Corrections of a refused listing or edit; fields that they do not set stay unchanged, photos included.
  ///     `nil` to send it unchanged.
  /// - Returns: The submission that sends it; for an edit or a deletion it is a new one.
  /// - Throws: `ListingValidationError` when what is edited breaks a rule; `SubmissionFailure` with `notPossible` when
  ///   it was not refused, or is a deletion and there are changes; `StoreError`.
  @discardableResult
  public func resubmit(_ id: Submission.ID, edited changes: ProductChanges? = nil) async throws -> Submission
  {
    guard let changes else { return try await resubmit(id, edited: nil as PendingWrite?) }
    guard let submission = try await store.submission(id) else {
      throw SubmissionFailure.unknown(id.rawValue)
    }
    guard case .refused = submission.state else {
      throw SubmissionFailure(.notPossible, "Only what was refused can be sent again.")
    }
    switch submission.write {
    case .create(let draft, let photos):
      guard changes.thumbnailID == nil else {
        throw SubmissionFailure(
          .notPossible,
          "Submission \(id) is a new listing, whose first photo is its thumbnail: leave thumbnailID out.")
      }
      return try await resubmit(id, edited: .create(draft.applying(changes), photos: photos))
    case .edit(let earlier, let base):
      return try await resubmit(id, edited: .edit(earlier.applying(changes), base: base))
    case .delete: throw SubmissionFailure(.notPossible, "Submission \(id) is a deletion: it has no fields.")
    }
  }

  /// A refused edit, made from what this device knows of the listing by now: it was refused in its light.
  private func seenAnew(_ write: PendingWrite, of submission: Submission) async -> PendingWrite? {
    guard case .refused = submission.state, case .edit(let changes, _) = write,
      let known = try? await store.product(submission.productID)
    else { return nil }
    var base = EditBase(known.product, asOf: known.fetchedAt)
    base.enqueuedAt = driver.sender.time.uptime()
    return .edit(changes, base: base)
  }

  /// Gives up a write that was refused, or whose outcome is unknown; ``undoDiscard(_:)`` brings it back for at
  /// least ten minutes.
  /// - Throws: `SubmissionFailure` with `notPossible` when it is in another state; `StoreError`.
  public func discard(_ id: Submission.ID) async throws {
    try await store.discardSubmission(id, at: date(), uptime: driver.sender.time.uptime())
    // A question holds up later writes of its listing, and equal listings.
    send()
  }

  /// Gives up many writes at once, refused and unsent ones, or restores discarded ones (`undoes`); the first with which that is
  /// not possible ends it.
  package func giveUp(
    _ ids: some Collection<Submission.ID> & Sendable, undoes: Bool
  ) async throws -> (done: [Submission], failure: SubmissionFailure?) {
    let result = try await store.giveUp(
      ids, undoes: undoes, at: date(), uptime: driver.sender.time.uptime())
    send()
    return result
  }

  /// Restores a discarded write.
  /// - Throws: `SubmissionFailure` with `notPossible` when it was not discarded; `StoreError`.
  public func undoDiscard(_ id: Submission.ID) async throws {
    try await store.undoDiscard(id, at: date())
  }

  /// Ends a conflict.
  /// - Parameters:
  ///   - id: The submission.
  ///   - keepingMine: Whether to keep this device's values, or the server's; the other fields of the edit are sent in any case.
  /// - Throws: `SubmissionFailure` with `notPossible` when there is no conflict; `StoreError`.
  public func resolve(_ id: Submission.ID, keepingMine: Bool) async throws {
    try await store.resolveConflict(id, keepingMine: keepingMine, key: .newKey, at: date())
    send()
  }
}

extension Submissions {
  /// Ends a question about an outcome (`Submission.State.question(_:candidates:)`) with the user's decision.
  ///
  /// - Parameters:
  ///   - id: The submission.
  ///   - carriedOut: Whether the server has carried it out; otherwise it is sent again.
  ///   - number: The number that a new listing has there; `nil` for an edit or a deletion. A listing that is not among the
  ///     question's candidates is asked of the server.
  /// - Throws: `SubmissionFailure` with `notPossible` when nothing is asked, when a new listing comes without its
  ///   number, or with that of another listing of this device; `HTTPError` when the server does not show the listing;
  ///   `StoreError`. Then nothing has changed.
  public func resolve(_ id: Submission.ID, carriedOut: Bool, as number: Product.ID? = nil) async throws {
    var effect: Product?? = .none
    if carriedOut {
      effect = .some(nil)
      if let number { effect = .some(try await candidate(number, of: id)) }
    }
    try await store.resolveQuestion(id, effect: effect, key: .newKey, at: date())
    send()
  }

  private func candidate(_ number: Product.ID, of id: Submission.ID) async throws -> Product {
    guard let submission = try await store.submission(id) else {
      throw SubmissionFailure.unknown(id.rawValue)
    }
    if case .question(_, let candidates) = submission.state,
      let candidate = candidates.first(where: { $0.id == number })
    {
      return candidate
    }
    return try await driver.sender.client.product(number, options: driver.sender.lookupOptions)
  }
}

/// The listing that a watched submission is about, so that the changes of others cost it nothing.
private final class KnownListing: Sendable {
  private let id = Mutex<Product.ID?>(nil)

  func note(_ id: Product.ID?) { self.id.withLock { $0 = id } }

  func isConcerned(by change: StoreChange) -> Bool {
    guard case .submissions(let ids?) = change, let id = id.withLock({ $0 }) else {
      return change.concernsSubmissions
    }
    return ids.contains(id)
  }
}

extension StoreChange {
  /// Whether submissions may be different.
  var concernsSubmissions: Bool {
    switch self {
    case .submissions, .everything: true
    case .products, .recentSearches, .drafts: false
    }
  }
}

extension String {
  /// A new idempotency key.
  static var newKey: String { UUID.random().uuidString }
}
