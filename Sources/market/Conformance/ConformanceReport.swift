import Foundation

/// The results, as `--json` shows them: `Schemas/json/cli-conformance.schema.json`.
struct ConformanceReport: Encodable {
  struct Entry: Encodable {
    var name: String
    var topic: String
    var level: String
    /// `kept`, `broken` or `untested`.
    var finding: String
    var detail: String
    var reason: String
    var remedy: String
  }

  var server: String
  /// Whether a client works with the server: nothing required is broken.
  var conforms: Bool
  var kept: Int
  var broken: Int
  var untested: Int
  var checks: [Entry]

  init(_ results: [ConformanceRun.Result], server: String) {
    self.server = server
    conforms = !results.contains(where: \.isFailure)
    checks = results.map { result in
      let (finding, detail) = result.finding.words
      return Entry(
        name: result.check.name, topic: result.check.topic.rawValue, level: result.check.level.rawValue,
        finding: finding, detail: detail.printable, reason: result.check.reason, remedy: result.check.remedy)
    }
    kept = checks.count { $0.finding == "kept" }
    broken = checks.count { $0.finding == "broken" }
    untested = checks.count { $0.finding == "untested" }
  }
}

extension ConformanceCheck.Finding {
  /// The name of the result, and the text beside.
  var words: (String, String) {
    switch self {
    case .kept(let text): ("kept", text)
    case .broken(let text): ("broken", text)
    case .untested(let text): ("untested", text)
    }
  }
}

extension ConformanceRun.Result {
  /// One line, and two more when there is something to do.
  func lines(style: Style) -> [String] {
    let (word, detail) = finding.words
    let mark =
      switch (finding, check.level) {
      case (.kept, _): style.apply(.green, "✓")
      case (.broken, .required): style.red("✗")
      case (.broken, .optional): style.apply(.yellow, "–")
      case (.untested, _): style.dim("?")
      }
    let name = check.name.padding(toLength: 20, withPad: " ", startingAt: 0)
    let line = "\(mark) \(name) \(word == "untested" ? "not tested: " : "")\(detail.printable)"
    guard case .broken = finding else { return [line] }
    return [line, "    why: \(check.reason)", "    fix: \(check.remedy)"]
  }
}
