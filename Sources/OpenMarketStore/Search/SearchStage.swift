/// One stage of a search: every piece of the text, with what may stand for it.
///
/// A product is a hit when it has one choice of every piece.
struct SearchStage: Sendable {
  /// Where it looks for the pieces.
  enum Scope: Sendable {
    /// All of them in the name.
    case name
    /// Each in any field.
    case anywhere
    /// Each in any field, but not all of them in the name: those are hits of a stage before.
    case elsewhere

    fileprivate var fields: [SearchField] { self == .name ? [.name] : SearchField.allCases }
  }

  /// More names than these are not looked for.
  private static let mostNames = 64

  /// The choices of every piece, the typed one first; there are others in the stage of equivalents only.
  let choices: [[SearchTerms.Piece]]
  let scope: Scope
  /// The parts with signs that the name must have as they are.
  let signed: [[Unicode.Scalar]]
  /// Whether its hits with the text across a space are a group of their own, which a search of the store decides.
  var isAcrossApart = true
  private let typed: SearchTerms
  /// The lowest number of its hits, where it is a preference: names further back are not read for it. A search of the store
  /// decides it; `nil` before.
  var oldest: Int64?
  /// Whether it has no equivalents.
  let isTextItself: Bool
  private let isForWanted: Bool
  private let sought: [[SoughtPiece]]
  private let verbatim: VerbatimText?

  init(_ choices: [[SearchTerms.Piece]], _ scope: Scope = .name, signed: [[Unicode.Scalar]] = []) {
    self.choices = choices
    self.scope = scope
    self.signed = signed
    typed = SearchTerms(pieces: choices.compactMap(\.first))
    isTextItself = choices.allSatisfy { $0.count == 1 }
    isForWanted = WantedPosts.areMeant(by: typed)
    verbatim = scope == .elsewhere ? nil : VerbatimText(choices, signed: signed)
    sought = choices.enumerated().map { index, pieces in
      pieces.map { SoughtPiece($0, isLast: index == choices.count - 1) }
    }
  }

  /// The text itself.
  init(_ terms: SearchTerms, _ scope: Scope = .name, signed: [[Unicode.Scalar]] = []) {
    self.init(terms.pieces.map { [$0] }, scope, signed: signed)
  }

  /// The tokens of the signs that names must have.
  var signTokens: [String] {
    Set(signed.joined().filter(SearchSigns.contains)).map(IndexTokens.sign).sorted()
  }

  /// The tokens of names that are one choice of every piece and nothing else (``IndexTokens/name(_:)``), and whether these
  /// suffice to find them; `nil` for too many.
  var nameTokens: (tokens: [String], suffice: Bool)? {
    guard choices.reduce(1, { min($0 * $1.count, 1_000) }) <= Self.mostNames else {
      let lengths = choices.reduce(into: Set([0])) { lengths, pieces in
        lengths = Set(lengths.flatMap { length in pieces.map { length + $0.scalars.count } })
      }
      guard let shortest = lengths.min(), shortest > IndexTokens.longestWholeName else { return nil }
      return (Set(lengths.map(IndexTokens.name(ofLength:))).sorted(), false)
    }
    let names = choices.reduce([[]]) { names, pieces in
      pieces.flatMap { piece in names.map { $0 + piece.scalars } }
    }
    return (names.map(IndexTokens.name), names.allSatisfy { $0.count <= IndexTokens.longestWholeName })
  }

  /// Whether its parts with signs are single signs, of which the index says by itself that a name has them.
  var hasSingleSigns: Bool { signed.allSatisfy { $0.count == 1 } }

  /// Whether it only brings names forward that are hits of the stage behind it as well, and only the names tell which ones.
  var isPreference: Bool { !signed.isEmpty && !hasSingleSigns && !choices.isEmpty }

  /// Whether all pieces stand in a product; no product has those of an empty text.
  func isHit(_ units: inout SearchedUnits) -> Bool {
    guard !sought.isEmpty || !signed.isEmpty, sought.allSatisfy({ field(of: $0, in: &units) != nil }) else {
      return false
    }
    return signed.isEmpty || FoldedText(units.texts.name).hasEach(of: signed)
  }

  /// Whether a name in UTF-8 surely has all pieces, and has not those of stages before: a tenth of the time of ``isHit(_:)``,
  /// which tells it of every name.
  @unsafe func isSurelyHit(_ name: UnsafeRawBufferPointer, without earlier: ArraySlice<SearchStage>) -> Bool {
    unsafe verbatim?.isSurely(in: name) ?? false
      && earlier.allSatisfy { unsafe $0.verbatim?.isSurelyNot(in: name) ?? false }
  }

  /// Whether a name in UTF-8 surely lacks a part with signs, or another piece: many names have the pieces and the signs apart.
  @unsafe func isSurelyNoHit(_ name: UnsafeRawBufferPointer) -> Bool {
    unsafe !signed.isEmpty && verbatim?.isSurelyNot(in: name) ?? false
  }

  func hasAnyPiece(_ units: inout SearchedUnits) -> Bool {
    sought.isEmpty ? isHit(&units) : sought.contains { field(of: $0, in: &units) != nil }
  }

  /// The best field that has one of the choices of a piece.
  private func field(of choices: [SoughtPiece], in units: inout SearchedUnits) -> SearchField? {
    scope.fields.first { field in
      units[field].map { text in
        choices.contains { text.mayHave($0.characters) && $0.stands(in: text.units) }
      } ?? false
    }
  }

  /// The text as a name has it: of every piece the first choice that stands in it.
  private func terms(in name: String) -> SearchTerms {
    guard !isTextItself else { return typed }
    let units = NameUnits(name)
    return SearchTerms(
      pieces: zip(choices, sought).compactMap { pieces, sought in
        zip(pieces, sought).first { $0.1.stands(in: units) }?.0 ?? pieces.first
      })
  }

  /// The place of a hit among others, and whether it is one of ``WantedPosts`` that the text does not ask for.
  func rank(of texts: SearchedTexts) -> (SearchRank, isWanted: Bool) {
    let name = CompactName(texts.name)
    let rank =
      scope == .name ? SearchRank(of: name, for: terms(in: texts.name)) : SearchRank(of: texts, for: typed)
    return (rank, !isForWanted && WantedPosts.contains(name))
  }

  func hit(_ stored: StoredProduct) -> SearchHit {
    let texts = SearchedTexts(stored.product)
    var hit = scope == .name ? hitByName(stored, texts) : hitAnywhere(stored, texts)
    hit.isAcrossApart = isAcrossApart
    hit.hasSigns = !signed.isEmpty
    return hit
  }

  private func hitByName(_ stored: StoredProduct, _ texts: SearchedTexts) -> SearchHit {
    let terms = terms(in: texts.name)
    var words: [String: String] = [:]
    for (typed, found) in zip(typed.pieces, terms.pieces) where typed != found {
      words[typed.text] = found.spacedText
    }
    let compact = CompactName(texts.name)
    return SearchHit(
      stored: stored, matches: compact.matches(of: terms, signed: signed),
      match: words.isEmpty ? .text : .equivalents(words), rank: SearchRank(of: compact, for: terms))
  }

  private func hitAnywhere(_ stored: StoredProduct, _ texts: SearchedTexts) -> SearchHit {
    var units = SearchedUnits(texts)
    var pieces: [SearchField: [SearchTerms.Piece]] = [:]
    for (piece, sought) in zip(typed.pieces, sought) {
      if let field = field(of: sought, in: &units) { pieces[field, default: []].append(piece) }
    }
    func matches(in field: SearchField) -> [Range<String.Index>] {
      guard let pieces = pieces[field], let text = texts[field] else { return [] }
      return CompactName(text).matches(of: SearchTerms(pieces: pieces))
    }
    let match: SearchHit.Match =
      if pieces[.description] != nil {
        .description(matches(in: .description))
      } else {
        pieces[.vendor] == nil ? .text : .vendor(matches(in: .vendor))
      }
    return SearchHit(
      stored: stored, matches: matches(in: .name), match: match, rank: SearchRank(of: texts, for: typed))
  }
}

/// A piece made ready to be looked for in texts.
private struct SoughtPiece {
  private let units: [SearchTerms.Unit]
  /// Which initial consonant follows.
  private let next: Int?
  /// Whether its last unit may go on.
  private let isOpen: Bool
  /// The units of Hangul words that stand for typed ones: they begin or end a word of the name.
  private let words: [Range<Int>]
  /// Those of its units.
  let characters: CharacterMask

  init(_ piece: SearchTerms.Piece, isLast: Bool) {
    let units = piece.units
    (self.units, next) = (units, piece.next)
    isOpen = isLast && units.last?.mayGoOn ?? false
    var words: [Range<Int>] = []
    var start = 0
    for run in piece.runs {
      let end = start + (run.kind == .syllable ? run.scalars.count : 1)
      if run.isEquivalent, run.kind == .syllable { words.append(start..<end) }
      start = end
    }
    self.words = words
    characters = CharacterMask(units.lazy.flatMap(\.scalars))
  }

  func stands(in name: NameUnits) -> Bool {
    guard units.count <= name.units.count else { return false }
    return (0...(name.units.count - units.count)).contains { stands(in: name, at: $0) }
  }

  private func stands(in name: NameUnits, at place: Int) -> Bool {
    units.indices.allSatisfy { index in
      let unit = name.units[place + index]
      guard unit.kind == units[index].kind, index == 0 || !name.isBroken(before: place + index) else {
        return false
      }
      return units[index].matches(
        name.scalars[unit.range], mayBeginInside: index == 0 && units[0].isPartOfWords,
        mayGoOn: isOpen && index == units.count - 1)
    } && (next.map { name.continues(at: place + units.count, with: $0) } ?? true)
      && words.allSatisfy {
        name.startsWord(at: place + $0.lowerBound) || name.startsWord(at: place + $0.upperBound)
      }
  }
}

extension SearchTerms.Unit {
  fileprivate func matches(
    _ whole: ArraySlice<Unicode.Scalar>, mayBeginInside: Bool, mayGoOn: Bool
  ) -> Bool {
    guard scalars.count <= whole.count else { return false }
    return switch (mayBeginInside, mayGoOn) {
    case (false, false): whole.elementsEqual(scalars)
    case (false, true): whole.starts(with: scalars)
    case (true, false): whole.suffix(scalars.count).elementsEqual(scalars)
    case (true, true):
      (0...(whole.count - scalars.count)).contains { whole.dropFirst($0).starts(with: scalars) }
    }
  }
}

extension NameUnits {
  fileprivate func isBroken(before index: Int) -> Bool {
    units[index].isApart && units[index].kind == .syllable && units[index - 1].kind == .syllable
  }

  /// Whether a word begins with the unit at `index`, or the name ends before it.
  fileprivate func startsWord(at index: Int) -> Bool { index >= units.count || units[index].startsWord }

  /// Whether the syllable at `index` continues the one before it, and begins with a consonant.
  fileprivate func continues(at index: Int, with initial: Int) -> Bool {
    guard index < units.count, units[index].kind == .syllable, !isBroken(before: index) else { return false }
    let scalar = scalars[units[index].range.lowerBound]
    return Hangul.isSyllable(scalar) && Hangul.letters(of: scalar).initial == initial
  }
}
