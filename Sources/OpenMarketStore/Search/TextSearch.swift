/// A search text, made ready to be looked for in products: the one rule that says which product is a hit.
///
/// Products of the store and those in no index, such as listings that are not on the server yet, are held
/// against it alike. It runs in stages: the text itself with its signs in the name, the text itself in the name, then the
/// text with equivalents of its words in the name, then the text itself where any of the fields may have any piece of it.
/// The hits of a stage are those that no stage before it has, and come behind them.
package struct TextSearch: Sendable {
  /// The text itself, one stage for each kind of forgiveness that has something to look for, and the other fields.
  var stages: [SearchStage]

  /// Prepares a text as it was typed.
  /// - Parameters:
  ///   - text: The typed text.
  ///   - equivalents: What may stand for its words; `nil` for the text itself alone.
  package init(_ text: String, _ equivalents: SearchEquivalents?) {
    self.init(SearchTerms(text), equivalents)
  }

  init(_ terms: SearchTerms, _ equivalents: SearchEquivalents?) {
    let signed = terms.signed.isEmpty ? nil : SearchStage(terms, signed: terms.signed)
    let equivalent = equivalents?.choices(for: terms).map { SearchStage($0) }
    stages = [signed].compactMap(\.self)
    // Nothing is left of signs alone.
    guard !terms.pieces.isEmpty else { return }
    stages += [SearchStage(terms), equivalent, SearchStage(terms, .elsewhere)].compactMap(\.self)
  }

  /// Looks for the text itself in all fields at once.
  init(inOneStage terms: SearchTerms) {
    stages = [
      terms.pieces.isEmpty ? SearchStage(terms, signed: terms.signed) : SearchStage(terms, .anywhere)
    ]
  }

  /// Whether it looks for the same as another search.
  package func hasText(of other: TextSearch) -> Bool {
    stages.map(\.choices) == other.stages.map(\.choices) && stages.first?.signed == other.stages.first?.signed
  }

  /// Returns the hit for a product; `nil` when it is none.
  ///
  /// Takes some microseconds.
  package func hit(_ stored: StoredProduct) -> SearchHit? {
    var units = SearchedUnits(SearchedTexts(stored.product))
    return stage(of: &units).map { stages[$0].hit(stored) }
  }

  /// The stage that finds a product, lower for better reasons; `nil` when none does.
  func stage(of units: inout SearchedUnits) -> Int? {
    stages.firstIndex { $0.isHit(&units) }
  }

  /// Whether a product may be a hit of which only some texts are known: they have a piece of the text.
  func mayFind(_ units: inout SearchedUnits) -> Bool {
    stages.contains { $0.hasAnyPiece(&units) }
  }
}
