/// The tokens that a field must have for one piece of a text.
struct PieceExpression {
  /// All of these, each one token or several joined with OR.
  private(set) var groups: [String] = []
  /// Tokens that say that the piece may be in several parts, or inside of a word where it must not be.
  private(set) var repetitions: [String] = []
  /// Whether some of its neighbours have no token together, or it says more than tokens do.
  private(set) var isLoose = false
  private let lookup: TokenLookup

  init(_ piece: SearchTerms.Piece, isLast: Bool, _ lookup: TokenLookup) throws {
    self.lookup = lookup
    let units = piece.units
    var isCovered = false
    let twice = piece.next == nil ? Self.onlyRepeated(units) : nil
    for (index, unit) in units.enumerated() {
      let isEnd = index == units.count - 1
      let isOpen = isEnd && isLast && unit.mayGoOn
      let joinsNext = !isEnd && NameUnits.areIndexedTogether(unit.kind, units[index + 1].kind)
      defer { isCovered = joinsNext }
      if !isEnd, !joinsNext { isLoose = true }
      if isCovered {
        let mark = unit == twice ? IndexTokens.secondRepetitionMark : IndexTokens.repetitionMark
        if !isEnd || piece.next != nil { repeats(String(mark) + unit.text) }
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
    for run in piece.runs where run.kind == .syllable && run.isEquivalent {
      // Whether any other word begins or ends a word of the name, only the name tells.
      if InnerWords.contains(run.scalars) {
        repeats(String(IndexTokens.innerMark) + run.text)
      } else {
        isLoose = true
      }
    }
  }

  /// The syllable that occurs twice, where no other one does and all units are syllables: a name that has it no more often, and
  /// the neighbours of the piece, has the piece, as the way from one to the other leads over syllables that it has once.
  private static func onlyRepeated(_ units: [SearchTerms.Unit]) -> SearchTerms.Unit? {
    guard units.allSatisfy({ $0.kind == .syllable }) else { return nil }
    var repeated: [SearchTerms.Unit] = []
    for (index, unit) in units.enumerated() where units[..<index].contains(unit) { repeated.append(unit) }
    return repeated.count == 1 ? repeated[0] : nil
  }

  private func quoted(_ token: String) -> String { "\"\(lookup.field.mark)\(token)\"" }

  private mutating func repeats(_ token: String) {
    let token = lookup.field.mark + token
    if !repetitions.contains(token) { repetitions.append(token) }
  }

  private mutating func add(_ alternatives: [String]) {
    groups.append(alternatives.joined(separator: " OR "))
  }

  private mutating func addUnit(_ unit: SearchTerms.Unit, isFirst: Bool, isOpen: Bool) throws {
    let isPart = isFirst && unit.isPartOfWords
    if isPart, isOpen, let part = unit.parts.first, unit.parts.count == 1 {
      // Every longer word with it, wherever it stands there.
      return add([quoted(unit.text), quoted(String(IndexTokens.partMark) + part)])
    }
    var alternatives = isOpen ? try open(unit) : [quoted(unit.text)]
    if isPart { alternatives += try insides(of: unit, atEnd: !isOpen) }
    add(alternatives)
  }

  /// A unit, and what begins with it.
  private func open(_ unit: SearchTerms.Unit) throws -> [String] {
    if unit.scalars.count == 1 {
      return [quoted(unit.text), quoted(String(IndexTokens.beginningMark) + unit.text)]
    }
    guard let longer = try lookup.beginning(unit.text) else { return [quoted(unit.text) + "*"] }
    return [quoted(unit.text)] + longer.map(quoted)
  }

  /// The longer words with a unit inside, whose other tokens are given.
  private mutating func insides(of unit: SearchTerms.Unit, atEnd: Bool) throws -> [String] {
    guard let words = try lookup.containing(unit.text, atEnd) else {
      isLoose = true
      return [parts(of: unit)]
    }
    return words.map(quoted) + (try longWords(with: unit))
  }

  /// The words with a unit inside that are too long to be looked up.
  private mutating func longWords(with unit: SearchTerms.Unit) throws -> [String] {
    guard try lookup.hasLongWords() else { return [] }
    repeats(String(IndexTokens.longWord))
    return ["(\(quoted(String(IndexTokens.longWord))) AND \(parts(of: unit)))"]
  }

  /// The tokens of every word with a unit inside, and of others.
  private func parts(of unit: SearchTerms.Unit) -> String {
    "(" + unit.parts.map { quoted(String(IndexTokens.partMark) + $0) }.joined(separator: " AND ") + ")"
  }

  private mutating func addNeighbours(
    _ first: SearchTerms.Unit, _ second: SearchTerms.Unit, isFirst: Bool, isOpen: Bool
  ) throws {
    var alternatives: [String] = []
    var firsts: [String]? = []
    if isFirst, first.isPartOfWords {
      firsts = try lookup.containing(first.text, true)
      let others = try firsts == nil ? [parts(of: first)] : longWords(with: first)
      let seconds = try isOpen ? open(second) : [quoted(second.text)]
      alternatives = others.map { "(\($0) AND (\(seconds.joined(separator: " OR "))))" }
      if firsts == nil { isLoose = true }
    }
    for first in [first.text] + (firsts ?? []) {
      let token = first + second.text
      if !isOpen {
        alternatives.append(quoted(token))
      } else if let longer = try lookup.neighbours(token, token + "\u{10FFFF}") {
        alternatives += ([token] + longer).map(quoted)
      } else {
        alternatives.append(quoted(token) + "*")
      }
    }
    add(alternatives)
  }

  /// A syllable and any that begins with a consonant.
  private mutating func addBegun(_ initial: Int, after last: SearchTerms.Unit) throws {
    let first = Hangul.syllable(.init(initial: initial, medial: 0, final: 0))
    let end = Hangul.syllable(.init(initial: initial, medial: 20, final: 27))
    let token = last.text + String(first)
    guard let others = try lookup.neighbours(token, last.text + String(end) + "\u{10FFFF}") else {
      isLoose = true
      return add([quoted(last.text)])
    }
    add(([token] + others).map(quoted))
  }
}
