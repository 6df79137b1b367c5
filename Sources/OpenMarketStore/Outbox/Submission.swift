public import Foundation
public import OpenMarketAPI

/// A pending write, from the moment it is saved on this device until its outcome is known.
public struct Submission: Sendable, Hashable, Identifiable {
  /// The submission's number, in the order of enqueueing; none is reused.
  public var id: EntityID<Submission>
  /// The listing's number: the server's, or a local one until it has that
  /// (`OpenMarketAPI.EntityID.isLocal`).
  public var productID: Product.ID
  /// The write.
  public var write: PendingWrite
  /// The listing's title as the write leaves it; `nil` when this device did not have the listing as it was enqueued.
  ///
  /// Kept with the write: it is here without a network, and when the listing is not stored any more.
  public var name: String?
  /// The idempotency key of the write, the same for every attempt of it.
  package var idempotencyKey: String
  /// The submission's present state.
  public var state: State
  package var attempts: Int
  /// The time of enqueueing.
  public var createdAt: Date
  /// Whether the outcome is unknown: the write may have taken effect although no response confirms it.
  ///
  /// Such a write can be neither cancelled nor merged with a later one.
  public var isIndeterminate: Bool

  /// The state of a submission.
  public enum State: Sendable, Hashable {
    /// Queued, not sent yet.
    case queued
    /// Being sent, by this process or another one.
    case sending
    /// Failed, and will be retried.
    case waiting(until: Date, SubmissionFailure)
    /// Waiting for other credentials.
    case unauthorized(SubmissionFailure)
    /// The listing has changed on the server meanwhile: the user has to decide.
    case conflict([FieldConflict])
    /// Whether the server has carried it out cannot be determined: the user has to say. The candidates are the listings
    /// that may be what the write has made, the oldest first; empty where there is none, or where none can be told from
    /// others.
    ///
    /// Sending it again might do it twice, and giving it up might lose it, so neither is done unasked.
    case question(SubmissionFailure, candidates: [Product])
    /// Refused by the server: correct and resubmit it, or discard it.
    case refused(SubmissionFailure)
    /// Accepted; the product as the server returned it, if it did.
    case accepted(Product?)
    /// Cancelled before it was sent, or made void by a later write.
    case cancelled
    /// Given up after it was refused; can be undone until the next launch.
    case discarded
  }

  package init(
    id: ID, productID: Product.ID, write: PendingWrite, name: String? = nil, idempotencyKey: String,
    state: State = .queued, attempts: Int = 0, createdAt: Date, isIndeterminate: Bool = false
  ) {
    self.id = id
    self.productID = productID
    self.write = write
    self.name = write.name ?? name
    self.idempotencyKey = idempotencyKey
    self.state = state
    self.attempts = attempts
    self.createdAt = createdAt
    self.isIndeterminate = isIndeterminate
  }

  /// Whether the submission is in a final state.
  package var isFinished: Bool {
    switch state {
    case .accepted, .cancelled, .discarded, .refused: true
    case .queued, .sending, .waiting, .unauthorized, .conflict, .question: false
    }
  }
}

extension Submission {
  /// The reason why it was not accepted, or not yet; `nil` without a failure.
  public var failure: SubmissionFailure? {
    switch state {
    case .waiting(_, let failure), .unauthorized(let failure), .refused(let failure),
      .question(let failure, _):
      failure
    default: nil
    }
  }
}

extension Submission.State {
  /// The state in one word, such as `queued`: stable, for logs and JSON.
  package var name: String {
    switch self {
    case .queued: "queued"
    case .sending: "sending"
    case .waiting: "waiting"
    case .unauthorized: "unauthorized"
    case .conflict: "conflict"
    case .question: "question"
    case .refused: "refused"
    case .accepted: "accepted"
    case .cancelled: "cancelled"
    case .discarded: "discarded"
    }
  }
}
