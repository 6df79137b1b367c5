import Foundation
import OpenMarket

/// The result of a logout, as `--json` shows it: `Schemas/json/cli-logout.schema.json`.
struct SignOutSummary: Encodable {
  var wasSignedIn: Bool
  /// How many writes the server does not have; absent when nothing was stored here.
  var unsent: Int?
  /// Whether they are still on this device.
  var kept: Bool?
  /// Where they are.
  var folder: String?
  /// The first 1,000 of them.
  var submissions: [SubmissionJSON]?
  /// Names of the latest 100 unfinished drafts.
  var drafts: [String]?
  /// The sentences for a person.
  private var lines: [String] = []
  private var thrownAway: [Submission] = []

  private enum CodingKeys: String, CodingKey { case wasSignedIn, unsent, kept, folder, submissions, drafts }

  /// Where nothing was stored.
  init(wasSignedIn: Bool) {
    self.wasSignedIn = wasSignedIn
    if !wasSignedIn { lines = ["not signed in"] }
  }

  init(_ report: SignOutReport, wasSignedIn: Bool) {
    self.wasSignedIn = wasSignedIn
    (unsent, kept, folder) = (report.unsentCount, report.isKept, report.folder.path)
    submissions = report.unsent.map(SubmissionJSON.init)
    drafts = report.drafts.map(\.id)
    let writes = report.unsentCount == 1 ? "1 write" : "\(report.unsentCount) writes"
    if report.isKept, report.unsentCount > 0 {
      lines = [
        "\(writes) not sent; kept in \(report.folder.path.printable)",
        "'market outbox run' sends them after the next login of the same vendor",
      ]
    }
    if !report.isKept, report.unsentCount + report.drafts.count > 0 {
      let drafts = report.drafts.count == 1 ? "1 draft" : "\(report.drafts.count) drafts"
      lines = ["\(writes) and \(drafts) thrown away"]
      thrownAway = report.unsent
    }
  }

  /// Prints what was thrown away; how much was is a note, so that scripts are not disturbed.
  func print(as options: CommonOptions) throws {
    let terminal = Terminal()
    try terminal.report(lines.isEmpty ? ["signed out"] : lines) {
      if options.json { return try terminal.printJSON(self) }
      var table = Table(Submission.listColumns, maximumWidth: terminal.width, style: terminal.style)
      if !thrownAway.isEmpty { try terminal.print(table.lines(for: thrownAway.map(\.listCells))) }
    }
    guard !options.json else { return }
    for line in lines { terminal.note(unsent == nil ? line : "market: \(line)") }
  }
}
