import Foundation
import OpenMarket

struct SyncReport {
  var store: URL
  /// `nil` before the server has responded.
  var progress: SyncProgress?
  var time = Duration.zero
  /// Why it did not come to its end, unless it was stopped.
  var error: (any Error)?

  var isFinished: Bool { progress?.isFinished ?? false }

  var text: String {
    guard let progress else { return "stopped before the server had responded: the next sync begins anew" }
    let counts = [
      (progress.addedCount, "new"), (progress.changedCount, "changed"), (progress.removedCount, "gone"),
      (progress.skippedCount, "unreadable"),
    ].compactMap { $0 > 0 ? "\($0) \($1)" : nil }
    let what = counts.isEmpty ? "nothing new" : counts.joined(separator: ", ")
    let cost =
      "\(progress.requestCount) \(progress.requestCount == 1 ? "request" : "requests"), \(time.coarse)"
    guard !progress.isFinished else { return "\(progress.doneCount) products are stored: \(what) (\(cost))" }
    return "stopped at \(progress.doneCount) of \(progress.totalCount) products: \(what) (\(cost)); "
      + "the next sync goes on from there"
  }

  /// As `--json` shows it: `Schemas/json/cli-sync.schema.json`.
  var json: JSONFields {
    [
      "finished": isFinished, "done": progress?.doneCount ?? 0, "total": progress?.totalCount ?? 0,
      "requests": progress?.requestCount ?? 0, "added": progress?.addedCount ?? 0,
      "changed": progress?.changedCount ?? 0, "removed": progress?.removedCount ?? 0,
      "skipped": progress?.skippedCount ?? 0, "seconds": (time / .milliseconds(1)).rounded() / 1000,
      "store": store.path, "error": error?.json,
    ]
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
