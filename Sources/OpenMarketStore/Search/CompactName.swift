/// A name without its separators, in which the pieces of a search text are found whatever its spacing.
struct CompactName {
  private(set) var scalars: [Unicode.Scalar] = []
  /// Whether a word begins with each of ``scalars``.
  private(set) var startsWord: [Bool] = []
  private var origins: [Range<Int>] = []
  private let name: String

  init(_ name: String) {
    self.name = name
    let folded = FoldedText(name)
    scalars.reserveCapacity(folded.scalars.count)
    startsWord.reserveCapacity(folded.scalars.count)
    origins.reserveCapacity(folded.scalars.count)
    var kind = ScriptClass.space
    for (scalar, origin) in zip(folded.scalars, folded.origins) {
      let next = ScriptClass(scalar)
      defer { kind = next }
      guard !next.isSeparator else { continue }
      scalars.append(scalar)
      startsWord.append(next != kind)
      origins.append(origin)
    }
  }

  /// Where `needle` occurs, from left to right.
  func occurrences(of needle: [Unicode.Scalar]) -> [Range<Int>] {
    guard let first = needle.first, needle.count <= scalars.count else { return [] }
    return (0...(scalars.count - needle.count)).compactMap { start in
      guard scalars[start] == first, scalars[start..<start + needle.count].elementsEqual(needle) else {
        return nil
      }
      return start..<start + needle.count
    }
  }

  /// Where a piece stands, with the syllable of which only the beginning was typed.
  private func occurrences(of piece: SearchTerms.Piece) -> [Range<Int>] {
    let all = occurrences(of: piece.scalars)
    guard let initial = piece.next else { return all }
    return all.compactMap { place in
      guard place.upperBound < scalars.count, Hangul.isSyllable(scalars[place.upperBound]),
        Hangul.letters(of: scalars[place.upperBound]).initial == initial
      else { return nil }
      return place.lowerBound..<place.upperBound + 1
    }
  }

  /// The parts of the name that the search found, in its own characters, from left to right; with parts that have signs.
  func matches(of terms: SearchTerms, signed: [[Unicode.Scalar]] = []) -> [Range<String.Index>] {
    var found: [Range<Int>] = []
    for piece in terms.pieces {
      let all = occurrences(of: piece)
      // pro in "iPhone Pro prototype" is not sought inside words as long as a word begins with it.
      let atStart = piece.runs[0].kind == .syllable ? [] : all.filter { startsWord[$0.lowerBound] }
      found += atStart.isEmpty ? all : atStart
    }
    guard !signed.isEmpty else { return ranges(of: found) }
    let folded = FoldedText(name)
    let words = folded.occurrences(of: signed).map {
      name.wholeCharacters(in: name.range(ofOrigins: folded.origins[$0]))
    }
    return (ranges(of: found) + words).sorted { $0.lowerBound < $1.lowerBound }.reduce(into: []) {
      all, next in
      if let last = all.last, next.lowerBound <= last.upperBound {
        all[all.count - 1] = last.lowerBound..<max(last.upperBound, next.upperBound)
      } else {
        all.append(next)
      }
    }
  }

  /// Ranges of the name for ranges of ``scalars``; those with nothing between them become one.
  func ranges(of positions: [Range<Int>]) -> [Range<String.Index>] {
    var merged: [Range<Int>] = []
    for place in positions.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = merged.last,
        place.lowerBound < last.upperBound
          || origins[last.upperBound - 1].upperBound == origins[place.lowerBound].lowerBound
      {
        merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, place.upperBound)
      } else {
        merged.append(place)
      }
    }
    return merged.map { name.range(ofOrigins: origins[$0]) }
  }
}

extension String {
  /// A part, which must not be empty, with all of its first and last characters: 👍🏽 for the 👍 in it.
  fileprivate func wholeCharacters(in part: Range<Index>) -> Range<Index> {
    let start = index(before: index(after: part.lowerBound))
    return start..<index(after: unicodeScalars.index(before: part.upperBound))
  }
}
