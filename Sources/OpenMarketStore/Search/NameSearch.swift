/// A search text, made ready to be looked for in names: the one rule that says which name is a hit.
///
/// Names of the store and names in no index, such as those of listings that are not on the server yet, are held
/// against it alike. It runs in stages: first the text itself, then the text with equivalents of its words. The hits
/// of a stage are those that no stage before it has, and come behind them.
package struct NameSearch: Sendable, Hashable {
  /// The text itself, and one stage for each kind of forgiveness that has something to look for.
  let stages: [SearchStage]

  /// Prepares a text as it was typed.
  /// - Parameters:
  ///   - text: The typed text.
  ///   - equivalents: What may stand for its words; `nil` for the text itself alone.
  package init(_ text: String, _ equivalents: SearchEquivalents?) {
    self.init(SearchTerms(text), equivalents)
  }

  init(_ terms: SearchTerms, _ equivalents: SearchEquivalents?) {
    let equivalent = equivalents?.choices(for: terms).map(SearchStage.init)
    stages = [SearchStage(terms), equivalent].compactMap(\.self)
  }

  /// Returns the hit for a product; `nil` when its name is none.
  ///
  /// Takes some microseconds.
  package func hit(_ stored: StoredProduct) -> SearchHit? {
    stage(of: NameUnits(stored.product.name)).map { stages[$0].hit(stored) }
  }

  /// Whether it has more stages than that of the text itself.
  package var hasEquivalents: Bool { stages.count > 1 }

  /// The stage that finds a name, as `SearchHit.Match.stage`; one more than the last when none does.
  package func stage(of name: String) -> Int { stage(of: NameUnits(name)) ?? stages.count }

  /// Whether a name is a hit of any stage.
  func isHit(_ name: NameUnits) -> Bool { stage(of: name) != nil }

  private func stage(of name: NameUnits) -> Int? { stages.firstIndex { $0.isHit(name) } }
}
