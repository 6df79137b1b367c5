extension String {
  /// The lines of the text, broken between words where they are wider than `columns`, and within words that are wider
  /// themselves.
  func wrapped(toWidth columns: Int) -> [String] {
    let columns = max(2, columns)
    return paragraphs.flatMap { paragraph in
      var lines: [String] = []
      var (line, width) = ("", 0)
      for word in paragraph.printable.parts(separatedBy: " ") {
        for (index, piece) in word.pieces(ofWidth: columns).enumerated() {
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

  /// The text between its line ends, LF or CR LF.
  var paragraphs: [String] {
    parts(separatedBy: "\n").map { line in
      line.unicodeScalars.last == "\r" ? String(line.unicodeScalars.dropLast()) : line
    }
  }

  /// Compares scalars: to compare characters takes quadratic time when one has many marks.
  private func parts(separatedBy separator: Unicode.Scalar) -> [String] {
    unicodeScalars.split(separator: separator, omittingEmptySubsequences: false).map(String.init)
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
