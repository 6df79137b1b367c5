/// The Hangul of the standard equivalents, which the index marks where a name has it inside a word, neither at its beginning nor
/// at its end: there it stands for nothing that was typed.
///
/// Few names have any. The other names with it are hits that need not be read.
enum InnerWords {
  private static let byFirst: [Unicode.Scalar: [[Unicode.Scalar]]] = {
    // Not by ``SearchEquivalents``, which takes some milliseconds to be made: every process that saves a product needs these.
    var words: Set<[Unicode.Scalar]> = []
    for text in EquivalentWords.texts {
      var word: [Unicode.Scalar] = []
      for scalar in text.unicodeScalars {
        switch ScriptClass(scalar) {
        case .syllable: word.append(scalar)
        case .space where scalar != "\n": break
        default:
          words.insert(word)
          word = []
        }
      }
      words.insert(word)
    }
    return Dictionary(grouping: words.filter { !$0.isEmpty }) { $0[0] }
  }()

  /// Whether names are marked that have a word inside another one.
  static func contains(_ word: [Unicode.Scalar]) -> Bool {
    word.first.flatMap { byFirst[$0] }?.contains(word) ?? false
  }

  /// Calls `body` with each of the words that stands inside another one.
  static func forEach(in name: NameUnits, _ body: (ArraySlice<Unicode.Scalar>) -> Void) {
    for (place, unit) in name.units.enumerated() where unit.kind == .syllable && !unit.startsWord {
      for word in byFirst[name.scalars[unit.range.lowerBound]] ?? [] {
        let units = name.units[place...].prefix(word.count + 1)
        guard units.count > word.count, units.allSatisfy({ $0.kind == .syllable }), units.last?.startsWord == false,
          zip(units, word).allSatisfy({ name.scalars[$0.range.lowerBound] == $1 })
        else { continue }
        body(word[...])
      }
    }
  }
}
