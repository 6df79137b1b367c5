/// Signs that tell things apart, as in C++, C#, S21+ and H&M, and emoji. What else is neither letter nor digit only stands
/// between words.
enum SearchSigns {
  /// Whether a folded scalar is one.
  static func contains(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return "+#%&@".unicodeScalars.contains(scalar) }
    guard ScriptClass(scalar) == .other else { return false }
    return switch scalar.properties.generalCategory {
    case .otherSymbol, .mathSymbol, .currencySymbol, .modifierSymbol: true
    default: false
    }
  }

  /// The parts of a text that have signs, folded: emoji that follow one another; and what stands directly before and behind
  /// those of ASCII, unless they are at the beginning of a word: #아이폰.
  static func parts(of text: String) -> [[Unicode.Scalar]] {
    let words = FoldedText.scalars(of: text).split { ScriptClass($0).isSeparator && !contains($0) }
    var parts: [[Unicode.Scalar]] = []
    for word in words {
      let emoji = word.split { !isEmoji($0) }
      for part in emoji + word.split(whereSeparator: isEmoji).compactMap(closest)
      where !parts.contains(Array(part)) { parts.append(Array(part)) }
    }
    return parts
  }

  private static func isEmoji(_ scalar: Unicode.Scalar) -> Bool { !scalar.isASCII && contains(scalar) }

  /// The part of a word from the run before its first sign to the one behind its last; `nil` when it has none.
  private static func closest(_ word: ArraySlice<Unicode.Scalar>) -> ArraySlice<Unicode.Scalar>? {
    let bare = word.drop(while: contains)
    guard !bare.isEmpty else { return word }
    guard let first = bare.firstIndex(where: contains), let last = bare.lastIndex(where: contains) else {
      return nil
    }
    func run(_ scalars: some BidirectionalCollection<Unicode.Scalar>) -> Int {
      scalars.first.map { kind in scalars.prefix { ScriptClass($0) == ScriptClass(kind) }.count } ?? 0
    }
    return bare[(first - run(bare[..<first].reversed()))...(last + run(bare[(last + 1)...]))]
  }
}

extension FoldedText {
  func hasEach(of parts: [[Unicode.Scalar]]) -> Bool {
    parts.allSatisfy { !occurrences(of: [$0]).isEmpty }
  }

  /// Where parts stand, separators included.
  func occurrences(of parts: [[Unicode.Scalar]]) -> [Range<Int>] {
    parts.flatMap { part in
      scalars.indices.dropLast(part.count - 1).filter { scalars[$0...].starts(with: part) }
        .map { $0..<$0 + part.count }
    }
  }
}
