extension String {
  /// The lines of the text, broken between words where they are wider than `columns`, and within words that are wider
  /// themselves.
  func wrapped(toWidth columns: Int) -> [String] {
    let columns = max(2, columns)
    return split(separator: "\n", omittingEmptySubsequences: false).flatMap { paragraph in
      var lines: [String] = []
      var (line, width) = ("", 0)
      for word in String(paragraph).printable.split(separator: " ", omittingEmptySubsequences: false) {
        for (index, piece) in String(word).pieces(ofWidth: columns).enumerated() {
          let space = index == 0 && !line.isEmpty ? 1 : 0
          if width + space + piece.displayWidth > columns || index > 0 {
            lines.append(line)
            (line, width) = ("", 0)
          } else if space == 1 {
            line += " "
            width += 1
          }
          line += piece
          width += piece.displayWidth
        }
      }
      return lines + [line]
    }
  }

  /// The text cut into pieces of at most `columns`, at least one.
  private func pieces(ofWidth columns: Int) -> [String] {
    guard displayWidth > columns else { return [self] }
    var (pieces, piece, width): ([String], String, Int) = ([], "", 0)
    for character in self {
      if width + character.displayWidth > columns {
        pieces.append(piece)
        (piece, width) = ("", 0)
      }
      piece.append(character)
      width += character.displayWidth
    }
    return pieces + [piece]
  }
}
