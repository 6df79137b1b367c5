extension SearchEquivalents {
  /// The most runs of a text that are looked up as one word: s펜, c타입.
  private static let longestSpan = 4
  /// The most pieces of a text that are looked up together: the north face.
  private static let longestPhrase = 3
  /// The most runs of a piece of which any is looked up: longer ones are not typed without a space.
  private static let longestPiece = 32

  /// For each piece of a text itself and what may stand for it; `nil` when there is nothing for any of them.
  func choices(for terms: SearchTerms) -> [[SearchTerms.Piece]]? {
    var room = Self.textLimit
    var choices = terms.pieces.map { [$0] }
    for (index, piece) in terms.pieces.enumerated() where room > 0 {
      let others = alternatives(for: piece, limit: min(room, Self.limit))
      choices[index] += others
      room -= others.count
    }
    addPhrases(to: &choices, for: terms, &room)
    return room < Self.textLimit ? choices : nil
  }

  /// Lets what means the same as several pieces together stand for each of them: 뉴발란스 for new and for balance.
  private func addPhrases(to choices: inout [[SearchTerms.Piece]], for terms: SearchTerms, _ room: inout Int)
  {
    var start = 0
    while start < terms.pieces.count {
      var length = min(Self.longestPhrase, terms.pieces.count - start)
      var found: [SearchTerms.Piece] = []
      while length > 1 {
        found = others(for: terms.pieces[start..<start + length])
        if !found.isEmpty { break }
        length -= 1
      }
      found = Array(found.prefix(room / length))
      for index in start..<start + length { choices[index] += found }
      room -= found.count * length
      start += length
    }
  }

  /// Pieces for words that mean the same as several pieces together.
  private func others(for pieces: ArraySlice<SearchTerms.Piece>) -> [SearchTerms.Piece] {
    guard pieces.allSatisfy({ $0.next == nil }) else { return [] }
    return words(for: pieces.map(\.text).joined()).map { SearchTerms.Piece(runs: $0.runs) }
      .filter { $0.spacedText != pieces.map(\.spacedText).joined(separator: " ") }
  }

  /// A piece with other words in it, at most `limit`.
  private func alternatives(for piece: SearchTerms.Piece, limit: Int) -> [SearchTerms.Piece] {
    guard piece.runs.count <= Self.longestPiece else { return [] }
    var variants: [[SearchTerms.Run]] = [[]]
    // A syllable that is only begun belongs to a word that is not known yet.
    var rest = piece.next == nil ? piece.runs[...] : piece.runs.dropLast()
    while !rest.isEmpty {
      let (length, others) = firstWord(of: rest)
      let typed = Array(rest.prefix(length))
      rest = rest.dropFirst(length)
      if others.isEmpty {
        for index in variants.indices { variants[index] += typed }
      } else {
        let options = [typed] + others
        variants = Array(variants.flatMap { variant in options.map { variant + $0 } }.prefix(limit + 1))
      }
    }
    guard variants.count > 1 else { return [] }
    let end = piece.next == nil ? [] : piece.runs.suffix(1)
    return variants.dropFirst().map { SearchTerms.Piece(runs: $0 + end, next: piece.next) }
      .filter { $0.spacedText != piece.spacedText }
  }

  /// The longest word at the beginning that has others, and these; else the first run and none.
  private func firstWord(of runs: ArraySlice<SearchTerms.Run>) -> (length: Int, others: [[SearchTerms.Run]]) {
    for length in stride(from: min(Self.longestSpan, runs.count), to: 0, by: -1) {
      let others = words(for: runs.prefix(length).map(\.text).joined())
      if !others.isEmpty { return (length, others.map(\.runs)) }
    }
    return (1, others(forNameBeforeModel: runs))
  }

  /// Of a name with the letters of a model behind it: 갤럭시 s for the galaxys of galaxys23.
  private func others(forNameBeforeModel runs: ArraySlice<SearchTerms.Run>) -> [[SearchTerms.Run]] {
    guard let run = runs.first, run.kind == .letter, run.scalars.count > 3,
      runs.dropFirst().first?.kind == .digit
    else { return [] }
    for length in 1...2 {
      let name = SearchTerms.Run(kind: .letter, scalars: run.scalars.dropLast(length))
      let model = SearchTerms.Run(kind: .letter, scalars: run.scalars.suffix(length))
      let others = words(for: name.text)
      if !others.isEmpty { return others.map { $0.runs + [model] } }
    }
    return []
  }
}

extension SearchTerms {
  /// The runs of a word that stands together whatever its spaces.
  static func runs(of text: String) -> [Run] {
    var runs: [Run] = []
    for run in pieces(of: text).flatMap(\.runs) {
      if run.kind == .syllable, runs.last?.kind == .syllable {
        runs[runs.count - 1].scalars += run.scalars
      } else {
        runs.append(run)
      }
    }
    return runs
  }
}
