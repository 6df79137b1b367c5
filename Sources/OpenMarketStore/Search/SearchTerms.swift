/// A search text, folded and taken apart.
///
/// Every piece, that is, what was typed without a space, must occur in a name, standing together; the name may
/// have spaces in it: 아이폰14 finds 아이폰 14. Pieces may stand anywhere.
struct SearchTerms: Hashable, Sendable {
  /// Neighbouring scalars of one class.
  struct Run: Hashable, Sendable {
    var kind: ScriptClass
    var scalars: [Unicode.Scalar]
    /// Whether it stands for what was typed, and so is looked for as a whole word only.
    var isEquivalent = false
    var text: String {
      var text = String.UnicodeScalarView()
      text.append(contentsOf: scalars)
      return String(text)
    }
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

  init(pieces: [Piece]) { self.pieces = pieces }

  init(_ text: String) {
    pieces = Self.pieces(of: text)
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
  var apart: SearchTerms? {
    guard pieces.contains(where: { $0.runs.count > 1 }) else { return nil }
    return SearchTerms(pieces: pieces.flatMap { piece in piece.runs.map { Piece(runs: [$0]) } })
  }
}
