import Foundation
import OpenMarketAPI

/// A row of `submission`.
struct SubmissionRow {
  var id: Int64
  var product: Int64
  var kind: PendingWrite.Kind
  private var payload: Data
  private var payloadVersion: Int64
  var idempotencyKey: String
  var state: SubmissionState
  var dueAt: Int64?
  var attempts: Int
  var doubt: Doubt
  var doubtSince: Int64?
  var baseline: Int64?
  var leaseOwner: String?
  var outcome: Data?
  var createdAt: Int64

  /// The columns in the order of ``init(_:)``.
  static let columns = """
    id, product_id, kind, payload, payload_version, idempotency_key, state, due_at, attempts, doubt, \
    doubt_since, baseline, lease_owner, outcome, created_at
    """

  init(_ row: StatementRow) {
    id = row.int64(0)
    product = row.int64(1)
    kind = PendingWrite.Kind(rawValue: row.text(2)) ?? .edit
    payload = row.data(3)
    payloadVersion = row.int64(4)
    idempotencyKey = row.text(5)
    state = SubmissionState(rawValue: row.int64(6)) ?? .refused
    dueAt = row.optionalInt64(7)
    attempts = row.int(8)
    doubt = Doubt(rawValue: row.int64(9)) ?? .answerWrong
    doubtSince = row.optionalInt64(10)
    baseline = row.optionalInt64(11)
    leaseOwner = row.optionalText(12)
    outcome = row.isNull(13) ? nil : row.data(13)
    createdAt = row.int64(14)
  }

  /// What is to be done; `nil` when this version cannot read it.
  ///
  /// Decoded at each use: most decisions do without.
  var write: PendingWrite? { PendingWrite(kind, decoding: payload, version: payloadVersion) }

  /// Whether it certainly has had no effect and cannot have one before the next transaction.
  var isUnsent: Bool { state != .sending && doubt == .none }

  var submission: Submission { submission(of: write ?? .delete) }

  func submission(of write: PendingWrite) -> Submission {
    Submission(
      id: Submission.ID(rawValue: id), product: Product.ID(rawValue: product), write: write,
      idempotencyKey: idempotencyKey, state: publicState, attempts: attempts,
      createdAt: Timestamp.date(createdAt), isInDoubt: state == .sending || doubt != .none)
  }

  private var publicState: Submission.State {
    let stored = StoredOutcome.decoding(outcome)
    let failure =
      stored.failure
      ?? SubmissionFailure(.unreadable, "Nothing more is known about this submission; discard it.")
    switch state {
    case .queued: return .queued
    case .sending: return .sending
    case .waiting: return .waiting(until: Timestamp.date(dueAt ?? 0), failure)
    case .unauthorized: return .unauthorized(failure)
    case .conflict: return .conflict(stored.conflicts ?? [])
    case .stuck, .refused: return .refused(failure)
    case .accepted: return .accepted(stored.product?.product)
    case .cancelled: return .cancelled
    case .discarded: return .discarded
    }
  }
}
