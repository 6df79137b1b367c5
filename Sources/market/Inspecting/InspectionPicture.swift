import Foundation
import OpenMarket

/// How a market stands after the lines so far.
struct InspectionPicture: Sendable {
  private(set) var hello: InspectionHello?
  private(set) var snapshot: InspectionSnapshot?
  private(set) var dropped: UInt64 = 0
  /// How many lines could not be read.
  var unreadable = 0
  private var open: [UInt64: String] = [:]
  private var verdicts: [String: Int] = [:]
  private var failures = 0
  private var retries = 0
  private var slowest: Double = 0
  private var total: Double = 0

  mutating func note(_ line: InspectedLine) {
    switch line {
    case .hello(let hello): self.hello = hello
    case .snapshot(let snapshot): self.snapshot = snapshot
    case .gap(let gap):
      // A file may say any number.
      let (sum, isTooLarge) = dropped.addingReportingOverflow(gap.count)
      dropped = isTooLarge ? .max : sum
    case .event(let record): note(record)
    }
  }

  private mutating func note(_ record: EventRecord) {
    switch MarketEvent.Kind(rawValue: record.kind) {
    case .requestStarted:
      // Of many that never end the count suffices.
      guard let number = record.request, open.count < 10_000 else { return }
      open[number] = "\(record.method ?? "") \(record.template ?? "")"
    case .requestRetried: retries += 1
    case .requestFinished:
      if let number = record.request { open[number] = nil }
      verdicts[record.outcome ?? "", default: 0] += 1
      if record.failure != nil || record.status.map({ $0 >= 400 }) ?? false { failures += 1 }
      slowest = max(slowest, record.duration?.milliseconds ?? 0)
      total += record.duration?.milliseconds ?? 0
    case .submission: note(submission: record)
    default: break
    }
  }

  /// Brings the outbox of the last snapshot up to date.
  private mutating func note(submission record: EventRecord) {
    guard let number = record.submission, let state = record.outcome, snapshot != nil else { return }
    // Of replayed events from before the snapshot nothing is new.
    guard let index = snapshot?.outbox.firstIndex(where: { $0.submission == number }),
      EventJSON.text(of: record.date) >= snapshot?.date ?? ""
    else { return }
    snapshot?.outbox[index].state = state
    snapshot?.outbox[index].failure = record.failure
    snapshot?.outbox[index].nextAttempt = record.nextAttempt.map(EventJSON.text)
  }

  var summary: [String] {
    var lines: [String] = []
    let count = verdicts.values.reduce(0, +)
    let kinds = verdicts.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
    var requests = "requests  \(count)"
    if count > 0 {
      let mean = (total / Double(count) * 10).rounded() / 10
      requests += ": \(kinds); \(failures) failed, \(retries) retried; mean \(mean) ms, slowest \(slowest) ms"
    }
    lines.append(requests)
    lines += open.sorted { $0.key < $1.key }.prefix(20).map { "  in flight  \($0.value)" }
    if let snapshot { lines += snapshot.summary }
    if dropped > 0 { lines.append("\(dropped) events are missing: they were not read in time") }
    if unreadable > 0 { lines.append("\(unreadable) lines could not be read") }
    return lines.map(\.printable)
  }
}

extension InspectionSnapshot {
  fileprivate var summary: [String] {
    var lines = ["outbox    \(outbox.count) writes" + (outboxRetryAt.map { ", held up until \($0)" } ?? "")]
    lines += outbox.map { entry in
      var text = "  \(entry.submission)  \(entry.write) of \(entry.product)  \(entry.state)"
      if entry.attempts > 0 { text += ", \(entry.attempts) attempts" }
      if let failure = entry.failure { text += ", \(failure)" }
      if let next = entry.nextAttempt { text += ", next attempt \(next)" }
      return text
    }
    lines.append(
      "store     " + (store.map { "\($0.bytes.asBytes), \($0.products) products" } ?? "cannot be read"))
    if let images { lines.append("photos    \(images.count) in memory, \(images.bytes.asBytes)") }
    return lines
  }
}
