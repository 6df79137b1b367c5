/// The Hangul of the standard equivalents, which the index marks where a name has it inside a word, neither at its beginning nor
/// at its end: there it stands for nothing that was typed.
///
/// Few names have any. The other names with it are hits that need not be read.
enum InnerWords {
  private static let byFirst: [Unicode.Scalar: [[Unicode.Scalar]]] = {
    // Not by ``SearchEquivalents``, which takes some milliseconds to be made: every process that saves a product needs these.
    var words: Set<[Unicode.Scalar]> = []
    var word: [Unicode.Scalar] = []
    for scalar in EquivalentWords.text.unicodeScalars {
      switch ScriptClass(scalar) {
      case .syllable: word.append(scalar)
      case .space where scalar != "\n": break
      default:
        words.insert(word)
        word = []
      }
    }
    return Dictionary(grouping: words.filter { !$0.isEmpty }) { $0[0] }
  }()

  /// Where two scalars are with which one of them begins, in 8,192 bits: most syllables of names are at the beginning of none.
  private static let beginnings: [UInt64] = {
    var bits = [UInt64](repeating: 0, count: 128)
    for word in byFirst.values.joined() where word.count > 1 {
      let place = place(word[0], word[1])
      bits[place >> 6] |= 1 << UInt64(place & 63)
    }
    return bits
  }()

  private static func place(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Int {
    Int((first.value &* 0x9E37_79B1 &+ second.value &* 0x85EB_CA6B) >> 19)
  }

  /// Whether names are marked that have a word inside another one.
  static func contains(_ word: [Unicode.Scalar]) -> Bool {
    word.count > 1 && byFirst[word[0]]?.contains(word) ?? false
  }

  /// Calls `body` with each of the words that stands inside another one.
  static func forEach(in name: NameUnits, _ body: (ArraySlice<Unicode.Scalar>) -> Void) {
    for (index, unit) in name.units.enumerated().dropLast() where unit.kind == .syllable && !unit.startsWord {
      let first = name.scalars[unit.range.lowerBound]
      let place = place(first, name.scalars[unit.range.upperBound])
      guard beginnings[place >> 6] & 1 << UInt64(place & 63) != 0 else { continue }
      for word in byFirst[first] ?? [] {
        let units = name.units[index...].prefix(word.count + 1)
        guard units.count > word.count, units.allSatisfy({ $0.kind == .syllable }),
          units.last?.startsWord == false,
          zip(units, word).allSatisfy({ name.scalars[$0.range.lowerBound] == $1 })
        else { continue }
        body(word[...])
      }
    }
  }
}
