import ArgumentParser
import OpenMarket

struct DeliveryReport {
  let market: Marketplace
  let options: StoreOptions
  /// So many of those that wait are told of.
  private static let limit = 100_000

  func run(_ effort: DeliveryRun.Effort) async throws {
    let terminal = Terminal()
    let before = try await market.submissions.list(limit: Self.limit).map(\.id)
    let (signal, failure) = try await DeliveryRun(market: market, terminal: terminal).run(effort)
    let left = try await market.submissions.list(limit: Self.limit)
    var sent: [Submission] = []
    let open = Set(left.map(\.id))
    for id in before where !open.contains(id) {
      if let submission = try await market.store.submission(id) { sent.append(submission) }
    }
    let outcome = sent.map(\.outcomeLine) + left.map(\.outcomeLine)
    // `Schemas/json/cli-delivery.schema.json`: what has its outcome, and what is still pending or needs a decision.
    try terminal.report(outcome) {
      try options.print(["sent": sent.map(\.json), "left": left.map(\.json)]) { _ in outcome }
    }
    if !options.json {
      if before.isEmpty, left.isEmpty { terminal.note("no writes are pending") }
      if let advice = left.first(where: { $0.needsDecision })?.advice { terminal.note("market: \(advice)") }
    }
    if let signal { throw EndedBySignal(number: signal) }
    let status = left.isEmpty ? failure.map { ExitStatus($0.code) } ?? .success : Self.status(of: left)
    if status != .success { throw ExitCode(status.rawValue) }
  }

  /// Returns the exit status: writes that need a decision count before those that only need time.
  private static func status(of left: [Submission]) -> ExitStatus {
    if left.contains(where: \.needsDecision) { return .invalidInput }
    let isUnauthorized = left.contains { ExitStatus($0, isAwaited: true) == .notAllowed }
    return isUnauthorized ? .notAllowed : .kept
  }
}

extension Submission {
  fileprivate var needsDecision: Bool {
    switch state {
    case .conflict, .question, .refused: true
    default: false
    }
  }
}
