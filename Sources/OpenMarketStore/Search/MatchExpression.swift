/// The expression for ``SearchTerms`` in the query language of FTS5.
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
    case .some(let tokens): "(\(text)) AND (\(tokens.map(Self.quoted).joined(separator: " OR ")))"
    case .all: text
    }
  }

  /// Makes the expression for all pieces of `terms`, of which there must be one or more.
  init(for terms: SearchTerms, from words: Words) throws {
    var groups: [String] = []
    var repetitions: [String] = []
    for (index, piece) in terms.pieces.enumerated() {
      let part = try Part(piece, isLast: index == terms.pieces.count - 1, words)
      for group in part.groups where !groups.contains(group) { groups.append(group) }
      for token in part.repetitions where !repetitions.contains(token) { repetitions.append(token) }
      if part.isLoose { verification = .all }
    }
    if verification == .none, !repetitions.isEmpty { verification = .some(repetitions) }
    text =
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
    /// Whether some of its neighbours have no token together.
    private(set) var isLoose = false
    private let words: Words

    init(_ piece: SearchTerms.Piece, isLast: Bool, _ words: Words) throws {
      self.words = words
      let units = piece.units
      var isCovered = false
      for (index, unit) in units.enumerated() {
        let isEnd = index == units.count - 1
        let isOpen = isEnd && isLast && unit.kind != .syllable
        let joinsNext = !isEnd && NameUnits.areIndexedTogether(unit.kind, units[index + 1].kind)
        defer { isCovered = joinsNext }
        if !isEnd, !joinsNext { isLoose = true }
        if isCovered {
          if !isEnd || piece.next != nil { repetitions.append(IndexTokens.repetitionMark + unit.text) }
        } else if !joinsNext, !isEnd || piece.next == nil {
          try addUnit(unit, isFirst: index == 0, isOpen: isOpen)
        }
        if joinsNext {
          let next = units[index + 1]
          let isOpen = index + 1 == units.count - 1 && isLast && next.kind != .syllable
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
