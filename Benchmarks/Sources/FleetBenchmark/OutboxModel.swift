import Foundation
import HTTPTypes
import OpenMarket
import OpenMarketAPI
import OpenMarketHTTP
import OpenMarketPacing
import OpenMarketStore

/// An outbox without a network, whose rows are in memory: events in, actions out.
struct BenchmarkOutbox: Sendable {
  /// An instruction.
  enum Action: Sendable {
    /// Send this one; a new listing of which nothing was sent yet looks at the market's list first.
    case send(Int64, looksFirst: Bool)
    /// Come again then.
    case wake(at: Date)
  }

  private struct Row {
    var submission: Submission
    /// `nil` while it is in hand.
    var dueAt: Date? = .distantPast
    var isHeld = false
    var indeterminacy = Indeterminacy.none
    var lookups = 0
    var hasBaseline: Bool
  }

  private static let settings = Outbox.Configuration()
  private var machine = DeliveryMachine(limit: settings.concurrency, backoff: settings.backoff)
  private var rows: [Row] = []

  /// Makes an empty outbox with the default settings.
  init() {}

  /// The number of writes that are not done.
  var count: Int { rows.count }

  /// Whether a response from the server would be a change.
  func waitsForNetwork(at now: Date) -> Bool { !machine.breaker.allowsRequests(at: now) }

  /// Takes a new listing or an edit.
  mutating func enqueue(_ number: Int64, isListing: Bool, at now: Date) {
    let submission = Submission(
      id: Submission.ID(rawValue: number), productID: Product.ID(rawValue: number), write: .delete,
      idempotencyKey: "", createdAt: now)
    rows.append(Row(submission: submission, hasBaseline: !isListing))
    machine.retryNow(now: now)
  }

  /// The actions now; transactions succeed at once.
  mutating func next(at now: Date) -> [Action] {
    var result: [Action] = []
    while true {
      var hasCommitted = false
      for action in machine.next(now: now) {
        switch action {
        case .commit(let outcomes, let count):
          for outcome in outcomes { settle(outcome.verdict, at: now) }
          let claims = claim(count, at: now)
          machine.committed(DeliveryRound(claims: claims, nextDue: rows.compactMap(\.dueAt).min()))
          hasCommitted = true
        case .send(let claim):
          let row = rows.first { $0.submission.id == claim.submission.id }
          result.append(.send(claim.submission.id.rawValue, looksFirst: row?.hasBaseline == false))
        case .wake(let date): if !hasCommitted { result.append(.wake(at: date)) }
        }
      }
      if !hasCommitted { return result }
    }
  }

  /// The time has come that ``Action/wake(at:)`` named.
  mutating func ring() { machine.noteChanges() }

  /// The list was looked at.
  mutating func looked(for number: Int64) {
    change(number) { $0.hasBaseline = true }
  }

  /// An attempt was accepted.
  mutating func accepted(_ number: Int64, at now: Date) {
    let verdict = Verdict(Submission.ID(rawValue: number), .accepted(nil))
    machine.delivered(Delivery(verdict: verdict), now: now, fraction: 0)
  }

  /// An attempt has failed; before anything was sent, if not `isSent`.
  mutating func failed(
    _ number: Int64, _ error: HTTPError, isSent: Bool, at now: Date, fraction: (Double, Double)
  ) {
    guard let row = rows.first(where: { $0.submission.id.rawValue == number }) else { return }
    let failure = AttemptFailure(error, in: .edit, after: row.indeterminacy)
    let submission = SubmissionMachine(
      backoff: Self.settings.backoff, claim: claim(row), attempts: row.submission.attempts,
      indeterminacy: row.indeterminacy)
    let uptime = Uptime(boot: "", elapsed: .seconds(now.timeIntervalSinceReferenceDate))
    let verdict =
      isSent
      ? submission.failed(failure, uptime: uptime, fraction: fraction.0)
      : submission.notSent(failure, fraction: fraction.0)
    guard let verdict else { return accepted(number, at: now) }
    machine.delivered(Delivery(verdict: verdict, failure: failure), now: now, fraction: fraction.1)
  }

  /// The network is back, as a response tells.
  mutating func networkReturned(at now: Date) {
    for index in rows.indices where rows[index].dueAt != nil && !rows[index].isHeld {
      rows[index].dueAt = .distantPast
    }
    machine.retryNow(now: now)
  }

  /// The app goes to the background: what runs is given up.
  mutating func suspend() {
    machine.stop()
    machine.leaveBehind()
    _ = next(at: .distantPast)
    for index in rows.indices where rows[index].dueAt == nil { rows[index].dueAt = .distantPast }
  }

  /// The app is in the foreground again.
  mutating func resume(at now: Date) {
    machine.resume()
    networkReturned(at: now)
  }

  private mutating func claim(_ count: Int, at now: Date) -> [Claim] {
    var claims: [Claim] = []
    for index in rows.indices where claims.count < count && rows[index].dueAt.map({ $0 <= now }) ?? false {
      rows[index].dueAt = nil
      rows[index].submission.attempts += 1
      claims.append(claim(rows[index]))
    }
    return claims
  }

  private func claim(_ row: Row) -> Claim {
    Claim(
      submission: row.submission, indeterminacy: row.indeterminacy, lookups: row.lookups, isReadable: true)
  }

  private mutating func settle(_ verdict: Verdict, at now: Date) {
    guard let index = rows.firstIndex(where: { $0.submission.id == verdict.id }) else { return }
    switch verdict.outcome {
    case .wait(let pause, _, let isHeld):
      (rows[index].dueAt, rows[index].isHeld) = (now + pause / .seconds(1), isHeld)
    case .release: (rows[index].dueAt, rows[index].isHeld) = (.distantPast, false)
    default:
      rows.remove(at: index)
      return
    }
    (rows[index].indeterminacy, rows[index].lookups) = (verdict.indeterminacy, verdict.lookups)
    if verdict.isUnsent { rows[index].submission.attempts -= 1 }
  }

  private mutating func change(_ number: Int64, _ body: (inout Row) -> Void) {
    if let index = rows.firstIndex(where: { $0.submission.id.rawValue == number }) { body(&rows[index]) }
  }
}

extension HTTPError {
  /// The error of a request that got this status, or with `nil` a refused connection.
  init(benchmarkStatus status: Int?, retryAfter: Duration?) {
    self.init(
      status == nil ? .unreachable : .serverFailure, "The server is down.", retryAfter: retryAfter,
      context: status.map {
        Context(method: .get, template: "/", status: HTTPResponse.Status(code: $0), attempts: 1)
      })
  }
}
