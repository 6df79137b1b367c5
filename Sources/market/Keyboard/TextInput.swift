/// A line of text that the user types, with a cursor in it.
struct TextInput: Equatable {
  /// The text on each side of the cursor, so that typing at the end of a long one costs no more than at that of a short one.
  private var (before, after) = ("", "")
  /// Whether it has several lines; otherwise pasted ones are joined.
  let hasLines: Bool

  /// Begins with `text`, the cursor after it.
  init(_ text: String = "", hasLines: Bool = false) {
    (before, self.hasLines) = (text, hasLines)
  }

  var text: String { before + after }

  /// The characters before the cursor, counted as a person does.
  var cursor: Int { before.count }

  /// Takes a key; `false` when it is none that edits.
  mutating func press(_ key: Key) -> Bool {
    switch key {
    // It may join with the character before, as the parts of a syllable do.
    case .text(let scalar): before += scalar
    case .paste(let pasted):
      let lines = pasted.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      before += lines.map { String($0).printable }.joined(separator: hasLines ? "\n" : " ")
    case .backspace: _ = before.popLast()
    case .delete: after = String(after.dropFirst())
    case .deleteWord: before = before.withoutLastWord
    case .deleteAll: (before, after) = ("", "")
    case .left: if let last = before.popLast() { after = String(last) + after }
    case .right:
      before += after.prefix(1)
      after = String(after.dropFirst())
    case .home: (before, after) = ("", text)
    case .end: (before, after) = (text, "")
    default: return false
    }
    return true
  }

  /// The part of the text around the cursor that fits into `width` columns, and the column of the cursor in it.
  func displayed(width: Int) -> (text: String, column: Int) {
    let (before, after) = (before.printable, after.printable)
    guard (before + after).displayWidth > width else { return (before + after, before.displayWidth) }
    // The end, as that is where the user types, and a little of what follows.
    let ahead = after.truncated(toWidth: min(after.displayWidth, width / 3))
    let room = width - ahead.displayWidth
    guard before.displayWidth > room else {
      return (before + after.truncated(toWidth: width - before.displayWidth), before.displayWidth)
    }
    var (end, columns) = ("", 1)
    for character in before.reversed() {
      columns += String(character).displayWidth
      if columns > room { break }
      end = String(character) + end
    }
    return ("…" + end + ahead, 1 + end.displayWidth)
  }

  /// All of the text in lines of at most `width` columns, and the place of the cursor in them.
  func wrapped(width: Int) -> (lines: [String], row: Int, column: Int) {
    let width = max(2, width)
    let (text, cursor) = (text, cursor)
    var (lines, columns, place) = ([""], 0, (row: 0, column: 0))
    for (index, character) in text.enumerated() {
      if index == cursor { place = (lines.count - 1, columns) }
      let printable = String(character).printable
      if character.isNewline || columns + printable.displayWidth > width {
        lines.append("")
        columns = 0
        if index == cursor, !character.isNewline { place = (lines.count - 1, 0) }
      }
      guard !character.isNewline else { continue }
      lines[lines.count - 1] += printable
      columns += printable.displayWidth
    }
    if cursor >= text.count { place = (lines.count - 1, min(columns, width - 1)) }
    return (lines, place.row, place.column)
  }
}

extension String {
  /// The text up to its last word, as Ctrl-W leaves it.
  fileprivate var withoutLastWord: String {
    let trimmed = lastIndex { !$0.isWhitespace }.map { self[...$0] } ?? ""
    return trimmed.lastIndex(where: \.isWhitespace).map { String(trimmed[...$0]) } ?? ""
  }
}
