import Foundation
import OpenMarketAPI
import OpenMarketPacing

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
  var indeterminacy: Indeterminacy
  /// When it was first sent under its key, while that outcome is unknown.
  var firstSent: Uptime?
  /// When a request was last sent to which no response has come.
  var lastSent: Uptime?
  /// How often its effect was looked up in vain, because the lookup failed.
  var lookups: Int
  var baseline: Int64?
  var leaseOwner: String?
  var outcome: Data?
  var createdAt: Int64

  /// The columns in the order of ``init(_:)``.
  static let columns = """
    id, product_id, kind, payload, payload_version, idempotency_key, state, due_at, attempts, \
    indeterminacy, first_sent, last_sent, lookups, baseline, lease_owner, outcome, created_at
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
    indeterminacy = Indeterminacy(rawValue: row.int64(9)) ?? .responseInvalid
    firstSent = row.optionalText(10).flatMap { Uptime($0) }
    lastSent = row.optionalText(11).flatMap { Uptime($0) }
    lookups = row.int(12)
    baseline = row.optionalInt64(13)
    leaseOwner = row.optionalText(14)
    outcome = row.isNull(15) ? nil : row.data(15)
    createdAt = row.int64(16)
  }

  /// The write; `nil` when this version cannot read it.
  ///
  /// Decoded at each use: most decisions do without.
  var write: PendingWrite? { PendingWrite(kind, decoding: payload, version: payloadVersion) }

  /// The listing's title as the write leaves it; `nil` when that was not known.
  var listing: String? {
    write?.name ?? (try? JSONDecoder().decode(WritePayload.self, from: payload))?.listing
  }

  /// Whether it certainly has had no effect and cannot have one before the next transaction.
  var isUnsent: Bool { state != .sending && indeterminacy == .none }

  /// Whether the user has to say whether it was carried out.
  var isQuestion: Bool { state == .undecided && StoredOutcome.decoding(outcome).question != nil }

  var submission: Submission { submission(of: write ?? .delete) }

  func submission(of write: PendingWrite) -> Submission {
    Submission(
      id: Submission.ID(rawValue: id), productID: Product.ID(rawValue: product), write: write,
      name: write.name ?? listing, idempotencyKey: idempotencyKey, state: publicState, attempts: attempts,
      createdAt: Timestamp.date(createdAt), isIndeterminate: state == .sending || indeterminacy != .none)
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
    case .undecided:
      if let question = stored.question {
        return .question(question.failure, candidates: question.candidates)
      }
      return .conflict(stored.conflicts ?? [])
    case .stuck, .refused: return .refused(failure)
    case .accepted: return .accepted(stored.product)
    case .cancelled: return .cancelled
    case .discarded: return .discarded
    }
  }
}

extension SubmissionRow {
  /// Whether it is the write that was queued at `date`, or any for `nil`: where the folder was removed, or a backup restored,
  /// another one may have the number of one that is just being sent.
  func wasQueued(at date: Date?) -> Bool { date.map { $0 == Timestamp.date(createdAt) } ?? true }
}
