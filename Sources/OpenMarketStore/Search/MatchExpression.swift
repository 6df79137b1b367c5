/// The expression for a ``SearchStage`` in the query language of FTS5.
///
/// Every token is quoted, so no typed text can be an operator.
struct MatchExpression: Equatable {
  /// Which of the hits may have the tokens, but not as they were typed, so that their texts must be looked at.
  enum Verification: Equatable {
    case none
    /// Those that have one of these tokens as well.
    case some([String])
    case all
  }

  /// Of texts with more pieces each piece is looked for everywhere, also where the name has all of them.
  private static let mostPiecesInTurn = 4

  /// The expression; empty when nothing is a hit.
  private(set) var text = ""
  private(set) var verification = Verification.none

  /// The expression for the hits that are to be verified; `nil` when none are.
  var unverifiedText: String? {
    switch verification {
    case .none: nil
    case .some(let tokens): "(\(text)) AND (\(Self.any(of: tokens)))"
    case .all: text
    }
  }

  /// Makes the expression for no hits.
  init() {}

  /// Makes the expression for all pieces and signs of a stage, of which there must be one or more, without the hits of the
  /// stages before. `isFound` tells whether any product is a hit for an expression.
  init(
    for stage: SearchStage, without earlier: [MatchExpression] = [], from words: (SearchField) -> TokenLookup,
    isFound: (_ expression: String) throws -> Bool
  ) throws {
    var repetitions = earlier.flatMap(\.repetitions)
    var isLoose = earlier.contains { $0.verification == .all }
    func groups(of parts: [PieceExpression]) -> [String] {
      for part in parts {
        isLoose = isLoose || part.isLoose
        for token in part.repetitions where !repetitions.contains(token) { repetitions.append(token) }
      }
      return parts.map { "(\(Self.all(of: $0.groups)))" }
    }
    func part(_ piece: SearchTerms.Piece, _ index: Int, in field: SearchField) throws -> PieceExpression {
      try PieceExpression(piece, isLast: index == stage.choices.count - 1, words(field))
    }
    switch stage.scope {
    case .name:
      var all: [String] = []
      let isForOnePiece = stage.choices.count { $0.count > 1 } == 1
      for (index, choices) in stage.choices.enumerated() {
        // Where one piece has equivalents, what has it as it was typed is a hit of the stage before, or none.
        let parts = try choices.dropFirst(choices.count > 1 && isForOnePiece ? 1 : 0).map {
          try part($0, index, in: .name)
        }
        let alternatives = groups(of: parts)
        let own = parts.count == 1 ? parts[0].groups : [alternatives.joined(separator: " OR ")]
        for group in own where !all.contains(group) { all.append(group) }
      }
      let signs = stage.signTokens
      all += signs.map { Self.any(of: [$0]) }
      // What has none of them is none of its hits.
      if !stage.hasSingleSigns { repetitions += signs.prefix(1).filter { !repetitions.contains($0) } }
      text = Self.all(of: all)
    case .anywhere, .elsewhere:
      let pieces = stage.choices.compactMap(\.first)
      // Most pieces stand in names alone. To ask for each takes some microseconds, to join all of them milliseconds.
      let others = try pieces.enumerated().map { index, piece -> [String] in
        let parts = try SearchField.allCases.dropFirst().map { try part(piece, index, in: $0) }
        let isAnywhere = try isFound(parts.map { "(\(Self.all(of: $0.groups)))" }.joined(separator: " OR "))
        return isAnywhere ? groups(of: parts) : []
      }
      let isElsewhere = stage.scope == .elsewhere
      guard !isElsewhere || others.contains(where: { !$0.isEmpty }) else { return }
      // A name that has the only piece is a hit of an earlier stage.
      let names = try pieces.enumerated().map { index, piece in
        isElsewhere && pieces.count == 1 ? [] : groups(of: [try part(piece, index, in: .name)])
      }
      text = Self.inAnyField(names, others, isElsewhere: isElsewhere)
    }
    verification = isLoose ? .all : repetitions.isEmpty ? .none : .some(repetitions)
    for certain in earlier.compactMap(\.certainText) { text = "(\(text)) NOT (\(certain))" }
  }

  /// The expression for texts that have each piece in any field, from those of each for the name and for the other fields, as far
  /// as they have it; with `isElsewhere` for those of which one piece or more stands in another field than the name.
  private static func inAnyField(_ names: [[String]], _ others: [[String]], isElsewhere: Bool) -> String {
    func group(_ fields: some Sequence<String>) -> String { "(\(fields.joined(separator: " OR ")))" }
    let pieces = zip(names, others).map { group($0 + $1) }
    guard isElsewhere, 2...mostPiecesInTurn ~= pieces.count else { return all(of: pieces) }
    // Where no other field has a piece, nothing else is read.
    return others.indices.filter { !others[$0].isEmpty }.map { index in
      ([group(others[index])] + pieces.indices.filter { $0 != index }.map { pieces[$0] })
        .joined(separator: " AND ")
    }.joined(separator: " OR ")
  }

  /// The expression for those that also have one of some tokens; where these suffice, all that have them are to be verified,
  /// and the tokens of the text are not walked along.
  func narrowed(to tokens: [String], suffice: Bool) -> MatchExpression {
    guard !text.isEmpty else { return self }
    var narrowed = self
    narrowed.text = suffice ? Self.any(of: tokens) : "(\(text)) AND (\(Self.any(of: tokens)))"
    if suffice { narrowed.verification = .all }
    return narrowed
  }

  private var repetitions: [String] { if case .some(let tokens) = verification { tokens } else { [] } }

  /// The expression for the hits that need no verification; `nil` when none are known to be certain.
  private var certainText: String? {
    switch verification {
    case .none: text.isEmpty ? nil : text
    case .some(let tokens): "(\(text)) NOT (\(Self.any(of: tokens)))"
    case .all: nil
    }
  }

  static func any(of tokens: [String]) -> String {
    tokens.map { "\"\($0)\"" }.joined(separator: " OR ")
  }

  private static func all(of groups: [String]) -> String {
    groups.count == 1
      ? groups[0] : groups.map { $0.contains(" OR ") ? "(\($0))" : $0 }.joined(separator: " AND ")
  }
}
