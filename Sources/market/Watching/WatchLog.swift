import Foundation
import OpenMarketAPI

/// A watch for a pipe or a file: a line, or a JSON document, for each change.
struct WatchLog {
  let query: String
  let asJSON: Bool
  let terminal: Terminal
  private var list = WatchedList()
  private var round = 0
  /// The warnings about the last page: each is told when it begins.
  private var issues: [String] = []
  private var table: Table

  init(query: String, asJSON: Bool, terminal: Terminal) {
    self.query = query
    self.asJSON = asJSON
    self.terminal = terminal
    let columns = [Table.Column(title: "TIME"), Table.Column(title: "CHANGE")] + Product.listColumns
    table = Table(columns, maximumWidth: nil, style: .plain)
  }

  /// Prints what `rounds` bring until they end.
  mutating func run(_ rounds: WatchRounds) async throws {
    try await rounds.run { result in
      round += 1
      terminal.requireReader()
      switch result {
      case .success(let page):
        try print(list.take(page), at: Date())
        for issue in page.issues where !issues.contains(issue) {
          terminal.note("market: warning: \(issue.printable)")
        }
        issues = page.issues
      case .failure(let error): terminal.note("market: warning: \(error), the watch goes on".printable)
      }
    }
  }

  private mutating func print(_ changes: [ListChange], at date: Date) throws {
    if asJSON {
      for change in changes {
        try terminal.printJSON(change.json(query: query, round: round, at: date))
      }
    } else if !changes.isEmpty {
      let time = date.clockTime
      try terminal.print(table.lines(for: changes.map { [time, $0.kind.rawValue] + $0.cells }))
    }
  }
}

extension Date {
  /// The time of day where the user is, `HH:mm:ss`.
  var clockTime: String {
    formatted(Date.ISO8601FormatStyle(timeZone: .current).time(includingFractionalSeconds: false))
  }
}
