import Foundation

struct ConformanceReport {
  let results: [ConformanceRun.Result]
  let server: String

  /// Whether a client works with the server: nothing required is broken.
  var conforms: Bool { !results.contains(where: \.isFailure) }

  func count(_ name: String) -> Int { results.count { $0.finding.name == name } }

  /// As `--json` shows them: `Schemas/json/cli-conformance.schema.json`.
  var json: JSONFields {
    [
      "server": server, "conforms": conforms, "kept": count("kept"), "broken": count("broken"),
      "untested": count("untested"), "checks": results.map(\.json),
    ]
  }
}

extension ConformanceCheck.Finding {
  fileprivate var name: String { String(caseOf: self) }

  fileprivate var text: String {
    switch self {
    case .kept(let text), .broken(let text), .untested(let text): text
    }
  }
}

extension ConformanceRun.Result {
  fileprivate var json: JSONFields {
    [
      "name": check.name, "topic": check.topic.rawValue, "level": check.level.rawValue,
      "finding": finding.name, "detail": finding.text.printable, "reason": check.reason,
      "remedy": check.remedy,
    ]
  }

  /// One line, and two more when there is something to do.
  func lines(style: Style) -> [String] {
    let mark =
      switch (finding, check.level) {
      case (.kept, _): style.apply(.green, "✓")
      case (.broken, .required): style.red("✗")
      case (.broken, .optional): style.apply(.yellow, "–")
      case (.untested, _): style.dim("?")
      }
    let name = check.name.padding(toLength: 20, withPad: " ", startingAt: 0)
    let line = "\(mark) \(name) \(finding.name == "untested" ? "not tested: " : "")\(finding.text.printable)"
    guard case .broken = finding else { return [line] }
    return [line, "    why: \(check.reason)", "    fix: \(check.remedy)"]
  }
}
