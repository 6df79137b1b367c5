import Foundation
import GRDB
import OpenMarketAPI

extension Database {
  /// Carries a verdict out on the row as it is now.
  ///
  /// - Returns: Which listings it concerns; none when the submission is not the driver's any more.
  func settle(_ verdict: Verdict, owner: String, now: Int64) throws -> Set<Product.ID> {
    guard let row = try submission(verdict.id.rawValue), row.state.rawValue <= SubmissionState.stuck.rawValue
    else { return [] }
    if case .accepted(let product) = verdict.outcome { return try accept(row, product, now: now) }
    guard row.leaseOwner == owner else { return [] }
    switch verdict.outcome {
    case .accepted: break
    case .wait(let date, let failure, let isHeld):
      try setState(
        of: row.id, .waiting, dueAt: Timestamp.milliseconds(date), isHeld: isHeld, doubt: verdict.doubt,
        outcome: StoredOutcome(failure: failure))
    case .park(let failure):
      try setState(
        of: row.id, .unauthorized, doubt: verdict.doubt, outcome: StoredOutcome(failure: failure))
    case .ask(let conflicts):
      try setState(of: row.id, .conflict, doubt: verdict.doubt, outcome: StoredOutcome(conflicts: conflicts))
    case .refuse(let failure):
      try setState(
        of: row.id, row.kind == .create ? .stuck : .refused, doubt: verdict.doubt,
        outcome: StoredOutcome(failure: failure))
    case .release:
      try setState(of: row.id, .queued, dueAt: 0, doubt: verdict.doubt)
    }
    if verdict.isUnsent, row.kind != .create {
      try perform("UPDATE submission SET attempts = attempts - 1 WHERE id = ?") { $0.bind(row.id, at: 1) }
    }
    try promote(row.product)
    return [Product.ID(rawValue: row.product)]
  }

  /// The server has done it.
  ///
  /// A new listing gets its number, and so do the writes that wait for it.
  private func accept(_ row: SubmissionRow, _ answer: Product?, now: Int64) throws -> Set<Product.ID> {
    var products: Set<Product.ID> = [Product.ID(rawValue: row.product)]
    var number = row.product
    if row.product < 0, let answer {
      number = answer.id.rawValue
      try perform("UPDATE submission SET product_id = ? WHERE product_id = ?") { binder in
        binder.bind(number, at: 1)
        binder.bind(row.product, at: 2)
      }
      try perform("INSERT OR IGNORE INTO product_alias(local_id, product_id) VALUES(?, ?)") { binder in
        binder.bind(row.product, at: 1)
        binder.bind(number, at: 2)
      }
      products.insert(answer.id)
    }
    let outcome = StoredOutcome(product: answer.map(StoredAnswer.init))
    try setState(of: row.id, .accepted, outcome: outcome, finishedAt: now)
    try referTo([], from: PhotoReference.submission(row.id))
    if let answer { try learn(from: answer, row, now: now) }
    try promote(number)
    return products
  }

  /// Takes from the answer to a write who sells, and what later edits of the listing now start from.
  private func learn(from answer: Product, _ row: SubmissionRow, now: Int64) throws {
    if let name = answer.vendor?.name ?? answer.vendorName {
      try setAccountValue(answer.vendorID.description, for: "vendor_id")
      try setAccountValue(name, for: "vendor_name")
    }
    for later in try openSubmissions(of: answer.id.rawValue) {
      guard case .edit(let changes, let base)? = later.write, later.id != row.id else { continue }
      let next = base.following(EditBase(answer, asOf: Timestamp.date(now)), to: row.write)
      let payload = try PendingWrite.edit(changes, base: next).encoded()
      try perform("UPDATE submission SET payload = ? WHERE id = ?") { binder in
        binder.bind(payload, at: 1)
        binder.bind(later.id, at: 2)
      }
    }
  }
}
