import Foundation
import OpenMarket

/// A delivery that goes on until a signal, and says what becomes of each write.
struct DeliveryWatch {
  let market: Marketplace
  let asJSON: Bool
  let terminal: Terminal

  private enum Change: Sendable {
    case stored
    /// Nothing can be sent, or its outcome not be written down, for this reason.
    case storeFailed(String)
  }

  /// Goes on until a signal, or until the market is closed.
  /// - Throws: `EndedBySignal`, and what the store throws.
  func run() async throws {
    let work = await InterruptibleWork<Change> {
      [changes = market.store.changes(), events = market.events] send in
      let failures = Task {
        for await event in events where event.kind == .storeFailed { send(.storeFailed(event.reason)) }
      }
      defer { failures.cancel() }
      for await _ in changes { send(.stored) }
    }
    defer { work.stop() }
    var seen = DeliverySeen()
    _ = try await fresh(&seen)
    _ = seen.changes(in: try await open())
    market.outbox.start()
    if !asJSON { terminal.note("market: sending what comes into the queue; Ctrl-C ends") }
    var failure: String?
    for await event in work.events {
      switch event {
      case .signalled(let number):
        await market.outbox.stop()
        throw EndedBySignal(number: number)
      case .ended: return
      case .value(.storeFailed(let reason)):
        // It is tried again and again; each reason is told once.
        if reason != failure { terminal.note("market: warning: \(reason.printable)") }
        failure = reason
      case .value(.stored):
        if market.outbox.storeFailure == nil { failure = nil }
        // First, so that what comes meanwhile is among the open ones, or new the next time.
        let new = try await fresh(&seen)
        let open = try await open()
        var finished: [Submission] = []
        for id in seen.vanished(from: open, new) {
          if let submission = try await market.store.submission(id), submission.isFinished {
            finished.append(submission)
          }
        }
        for submission in finished + seen.changes(in: open) {
          try terminal.printOutcome(of: submission, asJSON: asJSON)
        }
      }
    }
  }

  private func open() async throws -> [Submission] { try await market.submissions.list(limit: 1_000) }

  /// Returns the submissions enqueued since the last call.
  private func fresh(_ seen: inout DeliverySeen) async throws -> [Submission] {
    var fresh: [Submission] = []
    while true {
      let page = try await market.store.submissions(after: seen.last, limit: 1_000, includesFinished: true)
      guard let last = page.last else { return fresh }
      seen.last = last.id
      fresh += page
    }
  }
}

/// The submissions that a watch has reported already.
struct DeliverySeen {
  /// The number of the last one that was looked at.
  var last: Submission.ID?
  private var states: [Submission.ID: String] = [:]

  /// Those of `open` that have come to a state worth telling.
  mutating func changes(in open: [Submission]) -> [Submission] {
    let former = states
    states = [:]
    return open.filter { submission in
      let known = former[submission.id]
      switch submission.state {
      case .queued, .sending:
        // While it is sent it is still known why it was not before.
        states[submission.id] = known ?? ""
        return false
      default:
        states[submission.id] = submission.reason
        // Tried again and again for the same reason is no change.
        return known != submission.reason
      }
    }
  }

  /// Those that were open, or are new, and are not open.
  func vanished(from open: [Submission], _ new: [Submission]) -> [Submission.ID] {
    Set(states.keys).union(new.map(\.id)).subtracting(open.map(\.id)).sorted()
  }
}

extension Submission {
  fileprivate var reason: String { state.name + (failure?.code.rawValue ?? "") }
}
