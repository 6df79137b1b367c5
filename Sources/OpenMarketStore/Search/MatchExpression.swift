/// Writes ``SearchTerms`` in the query language of FTS5.
///
/// Every token is quoted, so nothing that somebody types can be an operator.
struct MatchExpression {
  /// The tokens of the index that begin with a text; `nil` when there are too many.
  let termsBeginning: (String) throws -> [String]?
  /// The Latin words of the index with a text inside; `atEnd` asks for those that end with it.
  let wordsContaining: (_ text: String, _ atEnd: Bool) throws -> [String]

  /// The expression for all pieces of `terms`, of which there must be one or more.
  func text(for terms: SearchTerms) throws -> String {
    try terms.pieces.enumerated().map { index, piece in
      let phrases = try phrases(for: piece, isLast: index == terms.pieces.count - 1)
      let any = phrases.joined(separator: " OR ")
      return phrases.count > 1 && terms.pieces.count > 1 ? "(\(any))" : any
    }.joined(separator: " AND ")
  }

  /// The phrases any of which a name must have.
  private func phrases(for piece: SearchTerms.Piece, isLast: Bool) throws -> [String] {
    var tokens: [String] = []
    for (index, run) in piece.runs.enumerated() {
      tokens += run.kind == .syllable ? Self.pairs(of: run, isEnd: index == piece.runs.count - 1) : [run.text]
    }
    guard let end = piece.runs.last, let start = piece.runs.first else { return [] }
    let isPrefix = end.kind == .syllable ? end.scalars.count == 1 : isLast
    var phrases = try isPrefix ? beginning(tokens) : [Self.quoted(tokens)]
    if start.kind == .letter, start.scalars.count >= TermList.shortestPart {
      let isOpen = piece.runs.count == 1 && isPrefix
      for word in try wordsContaining(start.text, !isOpen) {
        let tokens = [word] + tokens.dropFirst()
        phrases += try isPrefix && !isOpen ? beginning(tokens) : [Self.quoted(tokens)]
      }
    }
    return phrases
  }

  /// The most phrases of several tokens that stand for one piece: each reads the entries of all of its tokens.
  private static let mostPhrases = 16

  /// The phrases of `tokens` of which the last may be the beginning of one.
  ///
  /// What follows a token are few: neighbours are looked up together.
  private func beginning(_ tokens: [String]) throws -> [String] {
    let end = tokens.suffix(2)
    let mark = end.count > 1 ? TermList.neighbourMark : []
    let beginning = String(decoding: mark, as: UTF8.self) + end.joined(separator: " ")
    guard let terms = try termsBeginning(beginning), tokens.count == 1 || terms.count <= Self.mostPhrases
    else { return [Self.quoted(tokens) + "*"] }
    guard !terms.isEmpty else { return [Self.quoted(tokens)] }
    return terms.map { term in
      // By bytes: a mark at the beginning of the first token would be one character with the space.
      let ending = String(decoding: term.utf8.dropFirst(mark.count), as: UTF8.self)
      return Self.quoted(tokens.dropLast(2) + [ending])
    }
  }

  private static func quoted(_ tokens: [String]) -> String { "\"\(tokens.joined(separator: " "))\"" }

  /// The pairs of a run; its last syllable alone only where the stretch ends with it.
  private static func pairs(of run: SearchTerms.Run, isEnd: Bool) -> [String] {
    let syllables = run.scalars.map { String(Character($0)) }
    var pairs = zip(syllables, syllables.dropFirst()).map { $0 + $1 }
    if let last = syllables.last, !isEnd || pairs.isEmpty { pairs.append(last) }
    return pairs
  }
}
