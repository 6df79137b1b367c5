import Foundation

/// The results of a run against a server.
struct ConformanceReport {
  let results: [ConformanceRun.Result]
  let server: String

  /// Whether a client works with the server: nothing required is broken.
  var conforms: Bool { !results.contains(where: \.isFailure) }

  /// The number of results of this name.
  func count(_ word: String) -> Int { results.count { $0.finding.words.0 == word } }

  /// As `--json` shows them: `Schemas/json/cli-conformance.schema.json`.
  var json: JSONFields {
    [
      "server": server, "conforms": conforms, "kept": count("kept"), "broken": count("broken"),
      "untested": count("untested"), "checks": results.map(\.json),
    ]
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
  fileprivate var json: JSONFields {
    let (finding, detail) = finding.words
    return [
      "name": check.name, "topic": check.topic.rawValue, "level": check.level.rawValue, "finding": finding,
      "detail": detail.printable, "reason": check.reason, "remedy": check.remedy,
    ]
  }

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
