extension ProductTable {
  /// Distinct product names and words of names that begin with `prefix`, both folded: most frequent first,
  /// then shorter, then in code-point order.
  ///
  /// A phrase is as frequent as there are products whose name it is or has it as a word. Costs about a
  /// nanosecond per phrase with the prefix.
  func suggestions(prefix: String, limit: Int) -> [String] {
    let folded = FoldedText.bytes(of: prefix)
    guard !folded.isEmpty, limit > 0 else { return [] }
    var ranking = PhraseRanking(limit: limit)
    var changedPositions: Set<Int> = []
    for change in overlay.phrases.values where change.folded.starts(with: folded) {
      var count = change.difference
      if let place = change.place {
        changedPositions.insert(place)
        count += catalogue.phrases.count(at: place)
      }
      guard count > 0 else { continue }
      ranking.offer(
        PhraseRanking.Candidate(
          count: count, length: change.text.unicodeScalars.count, text: Array(change.text.utf8)))
    }
    let positions = catalogue.phrases.positions(startingWith: folded)
    catalogue.phrases.rank(positions, skipping: changedPositions, in: &ranking)
    return ranking.best.map { String(decoding: $0.text, as: UTF8.self) }
  }
}
