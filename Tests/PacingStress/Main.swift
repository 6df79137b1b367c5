import Foundation

/// `pacing-stress [actions per submitter] [words of a form's name]`: 64 tasks submit so many actions each
/// (1,000,000 if nothing is said) to every form, or to those whose name contains the words. Fails when an action was lost or ended twice.
@main
struct Main {
  static func main() async {
    let arguments = CommandLine.arguments.dropFirst()
    let perSubmitter = arguments.first.map { Int($0) ?? 0 } ?? 1_000_000
    guard perSubmitter > 0 else {
      return stop("usage: pacing-stress [actions per submitter, at least 1] [words of a form's name]")
    }
    let words = arguments.dropFirst().joined(separator: " ")
    let forms = Form.all.filter { words.isEmpty || $0.name.localizedCaseInsensitiveContains(words) }
    guard !forms.isEmpty else {
      return stop(
        "pacing-stress: no form is called '\(words)'; there are:\n"
          + Form.all.map(\.name).joined(separator: "\n"))
    }
    var isExact = true
    for form in forms {
      let begun = ContinuousClock.now
      let outcome = await form.run(perSubmitter)
      let seconds = (ContinuousClock.now - begun) / .seconds(1)
      isExact = isExact && outcome.isExact
      say(
        "\(outcome.isExact ? "exact" : "WRONG")  \(form.name): \(outcome.submitted) submitted, "
          + "\(outcome.ran) ran, \(outcome.cancelled) did not, "
          + String(format: "%.1f s", seconds))
    }
    if !isExact { exit(1) }
  }

  /// Unbuffered, so that the lines of a long run can be watched in a file.
  private static func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

  private static func stop(_ message: String) {
    print(message)
    exit(2)
  }
}
