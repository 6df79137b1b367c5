/// The expression for a ``SearchStage`` in the query language of FTS5.
///
/// Every token is quoted, so nothing that somebody types can be an operator.
struct MatchExpression: Equatable {
  /// Which of the hits may have the tokens, but not as they were typed, so that their names must be looked at.
  enum Verification: Equatable {
    case none
    /// Those that have one of these tokens as well.
    case some([String])
    case all
  }

  /// The expression.
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

  /// Makes the expression for all pieces of a stage, of which there must be one or more, without the hits of the stages
  /// before.
  init(for stage: SearchStage, without earlier: [MatchExpression] = [], from words: Words) throws {
    var groups: [String] = []
    var repetitions = earlier.flatMap(\.repetitions)
    var isLoose = earlier.contains { $0.verification == .all }
    for (index, choices) in stage.choices.enumerated() {
      let parts = try choices.map { try Part($0, isLast: index == stage.choices.count - 1, words) }
      isLoose = isLoose || parts.contains(where: \.isLoose)
      for token in parts.flatMap(\.repetitions) where !repetitions.contains(token) {
        repetitions.append(token)
      }
      let alternatives = parts.map { "(\(Self.all(of: $0.groups)))" }
      let own = parts.count == 1 ? parts[0].groups : [alternatives.joined(separator: " OR ")]
      for group in own where !groups.contains(group) { groups.append(group) }
    }
    verification = isLoose ? .all : repetitions.isEmpty ? .none : .some(repetitions)
    text = Self.all(of: groups)
    for certain in earlier.compactMap(\.certainText) { text = "(\(text)) NOT (\(certain))" }
  }

  private var repetitions: [String] { if case .some(let tokens) = verification { tokens } else { [] } }

  /// The expression for the hits that need no verification; `nil` when none are known to be certain.
  private var certainText: String? {
    switch verification {
    case .none: text
    case .some(let tokens): "(\(text)) NOT (\(Self.any(of: tokens)))"
    case .all: nil
    }
  }

  private static func any(of tokens: [String]) -> String { tokens.map(quoted).joined(separator: " OR ") }

  private static func all(of groups: [String]) -> String {
    groups.count == 1
      ? groups[0] : groups.map { $0.contains(" OR ") ? "(\($0))" : $0 }.joined(separator: " AND ")
  }

  fileprivate static func quoted(_ token: String) -> String { "\"\(token)\"" }
}

extension MatchExpression {
  /// Where the tokens of the index are looked up that are known only in part.
  struct Words {
    /// The words and numbers that begin with a text and go on; `nil` when there are too many.
    var beginning: (_ text: String) throws -> [String]?
    /// The neighbours between two texts, without the former; `nil` when there are too many.
    var neighbours: (_ first: String, _ end: String) throws -> [String]?
    /// The Latin words with a text inside, not at their beginning; `atEnd` asks for those that end with it.
    var containing: (_ text: String, _ atEnd: Bool) throws -> [String]
  }

  /// The tokens that a name must have for one piece.
  private struct Part {
    /// All of these, each one token or several joined with OR.
    private(set) var groups: [String] = []
    /// Tokens that say that the piece may be in several parts.
    private(set) var repetitions: [String] = []
    /// Whether some of its neighbours have no token together, or it says more than tokens do.
    private(set) var isLoose = false
    private let words: Words

    init(_ piece: SearchTerms.Piece, isLast: Bool, _ words: Words) throws {
      self.words = words
      let units = piece.units
      var isCovered = false
      for (index, unit) in units.enumerated() {
        let isEnd = index == units.count - 1
        let isOpen = isEnd && isLast && unit.mayGoOn
        let joinsNext = !isEnd && NameUnits.areIndexedTogether(unit.kind, units[index + 1].kind)
        defer { isCovered = joinsNext }
        if !isEnd, !joinsNext { isLoose = true }
        // Whether it begins or ends a word, only the name tells.
        if unit.kind == .syllable, unit.isEquivalent { isLoose = true }
        if isCovered {
          if !isEnd || piece.next != nil { repetitions.append(IndexTokens.repetitionMark + unit.text) }
        } else if !joinsNext, !isEnd || piece.next == nil {
          try addUnit(unit, isFirst: index == 0, isOpen: isOpen)
        }
        if joinsNext {
          let next = units[index + 1]
          let isOpen = index + 1 == units.count - 1 && isLast && next.mayGoOn
          try addNeighbours(unit, next, isFirst: index == 0, isOpen: isOpen)
        }
      }
      if let initial = piece.next, let last = units.last { try addBegun(initial, after: last) }
    }

    private mutating func add(_ tokens: [String]) {
      groups.append(tokens.map(quoted).joined(separator: " OR "))
    }

    private mutating func addUnit(_ unit: SearchTerms.Unit, isFirst: Bool, isOpen: Bool) throws {
      var tokens = [unit.text]
      if isOpen, unit.scalars.count == 1 {
        tokens.append(IndexTokens.beginningMark + unit.text)
      } else if isOpen {
        guard let longer = try words.beginning(unit.text) else {
          return groups.append(quoted(unit.text) + "*")
        }
        tokens += longer
      }
      if isFirst, unit.isPartOfWords { tokens += try words.containing(unit.text, !isOpen) }
      add(tokens)
    }

    private mutating func addNeighbours(
      _ first: SearchTerms.Unit, _ second: SearchTerms.Unit, isFirst: Bool, isOpen: Bool
    ) throws {
      var tokens: [String] = []
      let firsts =
        try [first.text] + (isFirst && first.isPartOfWords ? words.containing(first.text, true) : [])
      for first in firsts {
        let token = first + second.text
        tokens.append(token)
        guard isOpen else { continue }
        guard let longer = try words.neighbours(token, token + "\u{10FFFF}") else {
          return groups.append(quoted(token) + "*")
        }
        tokens += longer
      }
      add(tokens)
    }

    /// A syllable and any that begins with a consonant.
    private mutating func addBegun(_ initial: Int, after last: SearchTerms.Unit) throws {
      let first = Hangul.syllable(.init(initial: initial, medial: 0, final: 0))
      let end = Hangul.syllable(.init(initial: initial, medial: 20, final: 27))
      let token = last.text + String(first)
      guard let others = try words.neighbours(token, last.text + String(end) + "\u{10FFFF}") else {
        isLoose = true
        return add([last.text])
      }
      add([token] + others)
    }
  }
}
