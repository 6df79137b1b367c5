public import Foundation
public import OpenMarketAPI

/// One write on its way to the server, from the moment it is safe on this device until its outcome is known.
public struct Submission: Sendable, Hashable, Identifiable {
  /// The number of a submission, in the order of enqueueing.
  ///
  /// None is used twice.
  public typealias ID = EntityID<Submission>

  /// Its number.
  public var id: ID
  /// The listing: the server's number, or one of this device's own while it has none
  /// (`OpenMarketAPI.EntityID.isLocal`).
  public var productID: Product.ID
  /// The write.
  public var write: PendingWrite
  /// The idempotency key of the write, the same for every attempt of it.
  package var idempotencyKey: String
  /// How far it has come.
  public var state: State
  /// How often it was sent.
  public var attempts: Int
  /// When it was enqueued.
  public var createdAt: Date
  /// Whether its outcome is unknown: it may have had its effect although no response says so.
  ///
  /// Such a write can be neither cancelled nor merged with a later one.
  public var isIndeterminate: Bool

  /// How far a submission has come.
  public enum State: Sendable, Hashable {
    /// Waits for its turn.
    case queued
    /// Is being sent, by this process or another one.
    case sending
    /// Was tried in vain, and will be retried.
    case waiting(until: Date, SubmissionFailure)
    /// Waits for other credentials.
    case unauthorized(SubmissionFailure)
    /// The listing has changed on the server meanwhile: somebody has to decide.
    case conflict([FieldConflict])
    /// Whether the server has carried it out cannot be found out: somebody has to say. The candidates are the listings
    /// that may be what the write has made, the oldest first; empty where there is none, or where none can be told from
    /// others.
    ///
    /// Sending it again might do it twice, and giving it up might lose it, so neither is done unasked.
    case question(SubmissionFailure, candidates: [Product])
    /// The server will not have it: correct and resubmit it, or discard it.
    case refused(SubmissionFailure)
    /// Done; the product as the server returned it, if it did.
    case accepted(Product?)
    /// Taken back before it was sent, or made void by a later write.
    case cancelled
    /// Given up after it was refused; can be undone until the next launch.
    case discarded
  }

  package init(
    id: ID, productID: Product.ID, write: PendingWrite, idempotencyKey: String, state: State = .queued,
    attempts: Int = 0, createdAt: Date, isIndeterminate: Bool = false
  ) {
    self.id = id
    self.productID = productID
    self.write = write
    self.idempotencyKey = idempotencyKey
    self.state = state
    self.attempts = attempts
    self.createdAt = createdAt
    self.isIndeterminate = isIndeterminate
  }

  /// Whether nothing more will happen to it by itself.
  public var isFinished: Bool {
    switch state {
    case .accepted, .cancelled, .discarded, .refused: true
    case .queued, .sending, .waiting, .unauthorized, .conflict, .question: false
    }
  }
}

extension Submission {
  /// Why it was not accepted, or not yet; `nil` when nothing went wrong.
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
