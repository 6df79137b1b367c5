import Foundation
import GRDB
import OpenMarketAPI

extension Database {
  /// Carries a verdict out on the row as it is now, and returns which listings it concerns: none when the submission is not
  /// the holder's any more, or another one.
  func settle(_ verdict: Verdict, holder: String, now: Int64) throws -> Set<Product.ID> {
    guard let row = try submission(verdict.id.rawValue), row.state.rawValue <= SubmissionState.stuck.rawValue,
      row.wasQueued(at: verdict.queuedAt)
    else { return [] }
    if case .accepted(let product) = verdict.outcome {
      let ended = verdict.endedAt.map(Timestamp.milliseconds) ?? now
      return try accept(row, product, asOf: min(ended, now), now: now)
    }
    guard row.leaseOwner == holder else { return [] }
    if case .waitForDuplicate = verdict.outcome, row.indeterminacy == .none {
      if try !deferToDuplicate(row) { try setState(of: row.id, .queued, dueAt: 0) }
      try promote(row.product)
      return [Product.ID(rawValue: row.product)]
    }
    let (state, due, isHeld, outcome) = columns(for: verdict, row.kind, now: now)
    try setState(
      of: row.id, state, dueAt: due, isHeld: isHeld, indeterminacy: verdict.indeterminacy,
      lastSent: verdict.lastSent, lookups: verdict.lookups, outcome: outcome)
    if state == .waiting { try perform("UPDATE submission SET tried_at = ? WHERE id = ?", [now, row.id]) }
    if verdict.isUnsent, row.kind != .create {
      try perform("UPDATE submission SET attempts = attempts - 1 WHERE id = ?", [row.id])
    }
    try promote(row.product)
    if verdict.indeterminacy == .none, row.kind == .create { try releaseDuplicates(of: row.id) }
    return [Product.ID(rawValue: row.product)]
  }

  private func columns(
    for verdict: Verdict, _ kind: PendingWrite.Kind, now: Int64
  ) -> (state: SubmissionState, dueAt: Int64?, isHeld: Bool, outcome: StoredOutcome?) {
    switch verdict.outcome {
    case .accepted, .release, .waitForDuplicate: return (.queued, 0, false, nil)
    case .wait(let pause, let failure, let isHeld):
      let due = Timestamp.date(now) + pause / .seconds(1)
      return (.waiting, Timestamp.milliseconds(due), isHeld, StoredOutcome(failure: failure))
    case .park(let failure): return (.unauthorized, nil, false, StoredOutcome(failure: failure))
    case .ask(let conflicts): return (.undecided, nil, false, StoredOutcome(conflicts: conflicts))
    case .question(let failure, let candidates):
      let question = StoredOutcome.Question(failure: failure, candidates: candidates)
      return (.undecided, nil, false, StoredOutcome(question: question))
    case .refuse(let failure) where verdict.indeterminacy != .none:
      // A refusal proves nothing about what was sent before.
      return (.undecided, nil, false, StoredOutcome(question: .init(failure: failure)))
    case .refuse(let failure):
      return (kind == .create ? .stuck : .refused, nil, false, StoredOutcome(failure: failure))
    }
  }

  /// The server has done it.
  ///
  /// A new listing gets its number, and so do the writes that wait for it. Later edits start from the response, which is of
  /// `ended`.
  func accept(
    _ row: SubmissionRow, _ response: Product?, asOf ended: Int64, now: Int64
  ) throws -> Set<Product.ID> {
    var products: Set<Product.ID> = [Product.ID(rawValue: row.product)]
    var number = row.product
    if row.product < 0, let response {
      number = response.id.rawValue
      try perform(
        "UPDATE submission SET product_id = ? WHERE product_id = ? AND \(Self.isLocal)",
        [number, row.product])
      try perform(
        "INSERT OR IGNORE INTO product_alias(local_id, product_id) VALUES(?, ?)", [row.product, number])
      products.insert(response.id)
    }
    try setState(of: row.id, .accepted, outcome: StoredOutcome(product: response), finishedAt: now)
    if try promote(number) > 0, let response { try rebase(on: response, row, asOf: ended) }
    // Nothing refers to photos but a new listing, nor waits for anything but one.
    guard row.kind == .create else { return products }
    try referTo([], from: PhotoReference.submission(row.id))
    try releaseDuplicates(of: row.id)
    return products
  }

  /// Takes from responses to writes who sells, as the last of them says.
  func noteVendor(of responses: [Product]) throws {
    for response in responses.reversed() {
      guard let name = response.vendor?.name ?? response.vendorName else { continue }
      try setAccountValue(response.vendorID.description, for: "vendor_id")
      return try setAccountValue(name, for: "vendor_name")
    }
  }

  /// Lets later edits of a listing start from the response to a write.
  private func rebase(on response: Product, _ row: SubmissionRow, asOf ended: Int64) throws {
    for later in try openSubmissions(of: response.id.rawValue) {
      guard case .edit(let changes, let base)? = later.write, later.id != row.id else { continue }
      let next = base.following(EditBase(response, asOf: Timestamp.date(ended)), to: row.write)
      let payload = try PendingWrite.edit(changes, base: next).encoded()
      try perform("UPDATE submission SET payload = ? WHERE id = ?", [payload, later.id])
    }
  }
}
