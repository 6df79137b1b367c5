/// A stretch of Hangul, of letters or of digits in a typed text, which is corrected by itself.
struct TextRun {
  var kind: ScriptClass
  var scalars: [Unicode.Scalar]
  /// Where it stands, in UTF-8.
  var range: Range<Int>
  /// Whether it is left as it is: digits, and letters beside digits, which are a model's code.
  var isCode: Bool

  /// The runs of a text, from its beginning to its end.
  static func runs(of text: String) -> [TextRun] {
    let folded = FoldedText(text)
    var runs: [TextRun] = []
    var (kind, isSameWord) = (ScriptClass.space, false)
    for (scalar, origin) in zip(folded.scalars, folded.origins) {
      let next = ScriptClass(scalar)
      defer { kind = next }
      guard !next.isSeparator else {
        if next == .space { isSameWord = false }
        continue
      }
      if next == kind {
        runs[runs.count - 1].scalars.append(scalar)
        runs[runs.count - 1].range = runs[runs.count - 1].range.lowerBound..<origin.upperBound
        continue
      }
      var run = TextRun(kind: next, scalars: [scalar], range: origin, isCode: next == .digit)
      if isSameWord, let last = runs.last {
        if last.kind == .digit && next == .letter { run.isCode = true }
        if last.kind == .letter && next == .digit { runs[runs.count - 1].isCode = true }
      }
      runs.append(run)
      isSameWord = true
    }
    return runs
  }
}

extension String {
  /// The text with other words in place of some of its runs.
  func replacing(_ replacements: [(run: TextRun, text: String)]) -> String {
    var bytes = Array(utf8)
    for (run, text) in replacements.sorted(by: { $0.run.range.lowerBound > $1.run.range.lowerBound })
    where run.range.upperBound <= bytes.count {
      bytes.replaceSubrange(run.range, with: text.utf8)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
