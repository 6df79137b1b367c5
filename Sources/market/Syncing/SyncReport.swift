import Foundation
import OpenMarket
import OpenMarketHTTP

/// The result of a synchronization.
struct SyncReport {
  /// Where things are stored.
  var store: URL
  /// `nil` before the server has responded.
  var progress: SyncProgress?
  var time = Duration.zero
  /// Why it did not come to its end, unless it was stopped.
  var error: (any Error)?

  var isFinished: Bool { progress?.isFinished ?? false }

  /// One line.
  var text: String {
    guard let progress else { return "stopped before the server had responded: the next sync begins anew" }
    let counts = [
      (progress.addedCount, "new"), (progress.changedCount, "changed"), (progress.removedCount, "gone"),
      (progress.skippedCount, "unreadable"),
    ].compactMap { $0 > 0 ? "\($0) \($1)" : nil }
    let what = counts.isEmpty ? "nothing new" : counts.joined(separator: ", ")
    let cost =
      "\(progress.requestCount) \(progress.requestCount == 1 ? "request" : "requests"), \(time.coarse)"
    guard !progress.isFinished else { return "\(progress.totalCount) products are stored: \(what) (\(cost))" }
    return "stopped at \(progress.doneCount) of \(progress.totalCount) products: \(what) (\(cost)); "
      + "the next sync goes on from there"
  }
}

/// The result of a synchronization as `--json` shows it: `Schemas/json/cli-sync.schema.json`.
struct SyncJSON: Encodable {
  var finished: Bool
  var done: Int
  var total: Int
  var requests: Int
  var added: Int
  var changed: Int
  var removed: Int
  var skipped: Int
  var seconds: Double
  var store: String
  var error: SearchJSON.Failure?

  init(_ report: SyncReport) {
    finished = report.isFinished
    done = report.progress?.doneCount ?? 0
    total = report.progress?.totalCount ?? 0
    requests = report.progress?.requestCount ?? 0
    added = report.progress?.addedCount ?? 0
    changed = report.progress?.changedCount ?? 0
    removed = report.progress?.removedCount ?? 0
    skipped = report.progress?.skippedCount ?? 0
    seconds = (report.time / .milliseconds(1)).rounded() / 1000
    store = report.store.path
    error = report.error.map(SearchJSON.Failure.init)
  }
}

extension Duration {
  /// In the unit that fits, for people: `0.4 s`, `12 s`, `5 min`.
  var coarse: String {
    let seconds = self / .seconds(1)
    return switch seconds {
    case ..<10: "\((seconds * 10).rounded() / 10) s"
    case ..<120: "\(Int(seconds)) s"
    default: "\(Int(seconds / 60)) min"
    }
  }
}
