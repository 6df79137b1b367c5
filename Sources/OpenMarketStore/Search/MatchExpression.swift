/// Writes ``SearchTerms`` in the query language of FTS5.
///
/// Every token is quoted, so nothing that somebody types can be an operator.
enum MatchExpression {
  /// The expression for all pieces of `terms`, of which there must be one or more.
  ///
  /// `wordsContaining` tells the indexed words with a Latin run inside, not at their beginning; `atEnd` asks for
  /// those that end with it.
  static func text(
    for terms: SearchTerms, wordsContaining: (_ run: [Unicode.Scalar], _ atEnd: Bool) throws -> [String]
  ) rethrows -> String {
    var expression: [UInt8] = []
    for (index, piece) in terms.pieces.enumerated() {
      let isLast = index == terms.pieces.count - 1
      if index > 0 { expression += Array(" AND ".utf8) }
      let alternatives = try wordsBeginning(piece, isLast: isLast, wordsContaining)
      if !alternatives.isEmpty { expression.append(UInt8(ascii: "(")) }
      append(piece, first: nil, isLast: isLast, to: &expression)
      for word in alternatives {
        expression += Array(" OR ".utf8)
        append(piece, first: word, isLast: isLast, to: &expression)
      }
      if !alternatives.isEmpty { expression.append(UInt8(ascii: ")")) }
    }
    return String(decoding: expression, as: UTF8.self)
  }

  /// The words that can stand for a Latin run at a piece's beginning: airpods for pods.
  private static func wordsBeginning(
    _ piece: SearchTerms.Piece, isLast: Bool, _ wordsContaining: ([Unicode.Scalar], Bool) throws -> [String]
  ) rethrows -> [String] {
    guard let run = piece.runs.first, run.kind == .letter, run.scalars.count >= WordParts.shortest else {
      return []
    }
    return try wordsContaining(run.scalars, !isLast || piece.runs.count > 1)
  }

  /// Appends one phrase; `first` stands for the first run, and is then a whole word.
  private static func append(
    _ piece: SearchTerms.Piece, first: String?, isLast: Bool, to expression: inout [UInt8]
  ) {
    expression.append(UInt8(ascii: "\""))
    var isPrefix = false
    for (index, run) in piece.runs.enumerated() {
      if index > 0 { expression.append(UInt8(ascii: " ")) }
      let isEnd = index == piece.runs.count - 1
      if run.kind == .syllable {
        appendPairs(of: run.scalars, isEnd: isEnd, to: &expression)
        isPrefix = isEnd && run.scalars.count == 1
      } else if index == 0, let first {
        expression += Array(first.utf8)
      } else {
        for scalar in run.scalars { expression.append(scalar: scalar) }
        isPrefix = isEnd && isLast
      }
    }
    expression.append(UInt8(ascii: "\""))
    if isPrefix { expression.append(UInt8(ascii: "*")) }
  }

  /// The pairs of a run; its last syllable alone only where the stretch ends with it.
  private static func appendPairs(of scalars: [Unicode.Scalar], isEnd: Bool, to expression: inout [UInt8]) {
    for (index, scalar) in scalars.enumerated() {
      if index + 1 < scalars.count {
        if index > 0 { expression.append(UInt8(ascii: " ")) }
        expression.append(scalar: scalar)
        expression.append(scalar: scalars[index + 1])
      } else if !isEnd || scalars.count == 1 {
        if index > 0 { expression.append(UInt8(ascii: " ")) }
        expression.append(scalar: scalar)
      }
    }
  }
}
