import Foundation
import OpenMarket

struct SignOutSummary {
  let wasSignedIn: Bool
  /// `nil` where nothing was stored.
  var report: SignOutReport?

  /// As `--json` shows it: `Schemas/json/cli-logout.schema.json`.
  private var json: JSONFields {
    [
      "wasSignedIn": wasSignedIn, "unsent": report?.unsentCount, "kept": report?.isKept,
      "folder": report?.folder.path, "submissions": report?.unsent.map(\.json),
      "drafts": report?.drafts.map(\.id),
    ]
  }

  private var lines: [String] {
    guard let report else { return wasSignedIn ? [] : ["not signed in"] }
    let writes = report.unsentCount == 1 ? "1 write" : "\(report.unsentCount) writes"
    if report.isKept, report.unsentCount > 0 {
      return [
        "\(writes) not sent; kept in \(report.folder.path.printable)",
        "'market outbox run' sends them after the next login of the same vendor",
      ]
    }
    guard !report.isKept, report.unsentCount + report.drafts.count > 0 else { return [] }
    let drafts = report.drafts.count == 1 ? "1 draft" : "\(report.drafts.count) drafts"
    return ["\(writes) and \(drafts) thrown away"]
  }

  /// Prints what was thrown away; how much was is a note, so that scripts are not disturbed.
  func print(as options: StoreOptions) throws {
    let terminal = Terminal()
    try terminal.report(lines.isEmpty ? ["signed out"] : lines) {
      if options.json { return try terminal.printJSON(json) }
      guard let report, !report.isKept, !report.unsent.isEmpty else { return }
      try terminal.print(Submission.listColumns, report.unsent.map(\.listCells))
    }
    guard !options.json else { return }
    for line in lines { terminal.note(report == nil ? line : "market: \(line)") }
  }
}
