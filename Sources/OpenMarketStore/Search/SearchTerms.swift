/// A search text, folded and taken apart.
///
/// Every piece, that is, what was typed without a space, must occur in a name, standing together; the name may
/// have spaces in it: 아이폰14 finds 아이폰 14. Pieces may stand anywhere.
struct SearchTerms: Hashable, Sendable {
  /// Neighbouring scalars of one class.
  struct Run: Hashable, Sendable {
    var kind: ScriptClass
    var scalars: [Unicode.Scalar]
    /// Whether it is looked for as a whole word only, as it stands for what was typed, or is a number by itself.
    var isEquivalent = false
    var text: String { String(String.UnicodeScalarView(scalars)) }
  }

  /// A syllable, a word or a number.
  struct Unit: Hashable, Sendable {
    var kind: ScriptClass
    var scalars: [Unicode.Scalar]
    /// Whether it stands for what was typed.
    var isEquivalent = false
    var text: String { Run(kind: kind, scalars: scalars).text }
    /// Whether it is also looked for inside words.
    var isPartOfWords: Bool {
      kind == .letter && !isEquivalent && scalars.count >= TermList.shortestPart
    }
    /// Its letters, as many in a row as the index has of longer words.
    var parts: [String] {
      scalars.indices.dropLast(IndexTokens.partLength - 1).map { start in
        Run(kind: kind, scalars: Array(scalars[start..<start + IndexTokens.partLength])).text
      }
    }
    /// Whether it may be the beginning of a word or number, when it is the last.
    var mayGoOn: Bool { kind != .syllable && !isEquivalent }
  }

  /// A part of the text without a space.
  struct Piece: Hashable, Sendable {
    var runs: [Run]
    /// Which initial consonant the syllable that follows has, of which no more is typed: ㅂ of 맥ㅂ.
    var next: Int?
    var units: [Unit] {
      runs.flatMap { run in
        run.kind == .syllable
          ? run.scalars.map { Unit(kind: .syllable, scalars: [$0], isEquivalent: run.isEquivalent) }
          : [Unit(kind: run.kind, scalars: run.scalars, isEquivalent: run.isEquivalent)]
      }
    }
    /// Its text, without separators.
    var scalars: [Unicode.Scalar] { runs.flatMap(\.scalars) }
    /// Its text as a person reads it.
    var text: String { runs.map(\.text).joined() }
    /// Its text with a space between letters and letters, digits and digits that are not one.
    var spacedText: String {
      runs.indices.map { index in
        (index > 0 && runs[index - 1].kind == runs[index].kind ? " " : "") + runs[index].text
      }.joined()
    }
  }

  var pieces: [Piece]
  /// Its parts with signs, such as c++, which names had better have as they are (``SearchSigns``).
  private(set) var signed: [[Unicode.Scalar]] = []
  var isEmpty: Bool { pieces.isEmpty && signed.isEmpty }

  init(pieces: [Piece]) { self.pieces = pieces }

  init(_ text: String) {
    pieces = Self.pieces(of: text)
    signed = SearchSigns.parts(of: text)
    dropUnfinishedSyllable()
    var seen: Set<Piece> = []
    // The last of equal ones stays: it alone may be unfinished.
    pieces = pieces.reversed().filter { seen.insert($0).inserted }.reversed()
  }

  /// The parts of a text without a space.
  static func pieces(of text: String) -> [Piece] {
    var pieces: [Piece] = []
    var runs: [Run] = []
    var kind = ScriptClass.space
    for scalar in FoldedText.scalars(of: text) {
      let next = ScriptClass(scalar)
      if next == .space {
        close(&runs, into: &pieces)
      } else if next == .other || next == kind {
        // Punctuation ends a stretch of Hangul in the index, but not the neighbourhood of words: 1.5, wh-1000.
        if next == .other, kind == .syllable { close(&runs, into: &pieces) }
        if next != .other { runs[runs.count - 1].scalars.append(scalar) }
      } else {
        if kind == .other, next == .syllable { close(&runs, into: &pieces) }
        runs.append(Run(kind: next, scalars: [scalar]))
      }
      kind = next
    }
    close(&runs, into: &pieces)
    return pieces
  }

  private static func close(_ runs: inout [Run], into pieces: inout [Piece]) {
    if !runs.isEmpty { pieces.append(Piece(runs: runs)) }
    runs = []
  }

  /// Takes the letter at the end that will be part of a syllable for its beginning: 맥ㅂ on the way to 맥북.
  ///
  /// Letters that are all there is stay: some names have ㅋㅋ in them. So do those with a vowel: no syllable begins with
  /// one, so 싸ㅡㅔ is mistyped and not on the way to anything. Others that no syllable before leads to say nothing yet.
  private mutating func dropUnfinishedSyllable() {
    guard let piece = pieces.last, let run = piece.runs.last, run.kind == .syllable else { return }
    let letters = run.scalars.reversed().prefix(while: Hangul.isJamo)
    let kept = run.scalars.count - letters.count
    guard !letters.isEmpty, letters.allSatisfy(Hangul.isConsonant),
      kept > 0 || piece.runs.count > 1 || pieces.count > 1
    else { return }
    var runs = piece.runs
    runs.removeLast()
    var next: Int?
    if kept > 0 {
      runs.append(Run(kind: .syllable, scalars: Array(run.scalars.prefix(kept))))
      if letters.count == 1, let letter = letters.first { next = Hangul.initials.firstIndex(of: letter) }
    }
    pieces.removeLast()
    if !runs.isEmpty { pieces.append(Piece(runs: runs, next: next)) }
  }

  /// Without the syllable that is only begun; `nil` when none is.
  var finished: SearchTerms? {
    guard pieces.last?.next != nil else { return nil }
    var finished = self
    finished.pieces[pieces.count - 1].next = nil
    return finished
  }

  /// The same words, no longer bound to stand together; `nil` when nothing stood together.
  ///
  /// A number stays with its unit, and letters with the number of their model: 2인 of 2인소파, s24 of 갤럭시s24.
  var apart: SearchTerms? {
    let parts = pieces.map(\.parts)
    guard parts.contains(where: { $0.count > 1 }) else { return nil }
    return SearchTerms(pieces: parts.flatMap(\.self))
  }

  /// The same with one long word as two: the whole text with each way to do so.
  var inTwo: [SearchTerms] {
    pieces.enumerated().flatMap { index, piece in
      piece.halves.map { halves in
        var terms = self
        terms.pieces.replaceSubrange(index...index, with: halves)
        return terms
      }
    }
  }
}

extension SearchTerms.Piece {
  /// The longest word that is taken for two.
  private static let longestInTwo = 12

  fileprivate var parts: [SearchTerms.Piece] {
    var parts: [SearchTerms.Piece] = []
    for var run in runs {
      let joins = parts.last?.runs.last?.belongs(with: run) ?? false
      // 25 of 갤럭시s25 is not the 256 of another.
      if run.kind == .digit { run.isEquivalent = true }
      if joins {
        parts[parts.count - 1].runs.append(run)
      } else {
        parts.append(SearchTerms.Piece(runs: [run]))
      }
    }
    return parts
  }

  /// Each way to take one word for two, of two syllables or letters at least.
  fileprivate var halves: [[SearchTerms.Piece]] {
    guard runs.count == 1, let run = runs.first, run.kind != .digit, !run.isEquivalent,
      4...Self.longestInTwo ~= run.scalars.count
    else { return [] }
    return (2...run.scalars.count - 2).map { length in
      [run.scalars.prefix(length), run.scalars.dropFirst(length)].map {
        SearchTerms.Piece(runs: [SearchTerms.Run(kind: run.kind, scalars: Array($0))])
      }
    }
  }
}

extension SearchTerms.Run {
  /// Whether what follows without a space says nothing without this: 256 and gb, 27 and 인치, s and 24.
  fileprivate func belongs(with next: SearchTerms.Run) -> Bool {
    switch (kind, next.kind) {
    case (.digit, .syllable), (.digit, .letter): next.scalars.count <= 2
    case (.letter, .digit): scalars.count <= 3
    default: false
    }
  }
}
