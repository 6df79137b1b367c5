import OpenMarketStore

/// The hits that the search should have for a slip, found without any index: every word is compared, every name is read.
struct Oracle {
  let names: Names
  let words: BenchmarkWords
  let generator: SlipGenerator

  /// The names that are relevant for a slip, and how many are, up to twenty.
  struct Expected {
    var count: Int
    var isRelevant: (String) -> Bool
    /// The text that the slip is corrected to, if any.
    var correction: String?
  }

  enum Finding {
    case expected(Expected)
    /// The slip is what names have; so many, up to twenty.
    case text(Int)
    /// The slip is the beginning of a word, which is completed.
    case beginning
    /// No word is like it.
    case nothing
  }

  func finding(_ slip: Slip) -> Finding {
    switch slip.kind {
    case .spaceLeftOut, .spaceTooMany: return .expected(expected(slip.typed))
    case .keyboard:
      let count = names.count(of: slip.typed, upTo: 20)
      return count > 0 ? .text(count) : .expected(expected(slip.meant))
    case .equivalent:
      let others = [slip.meant] + generator.others(for: slip.meant)
      let typed = BenchmarkText(slip.typed)
      let isRelevant = { (name: String) in
        typed.isHit(name) || others.contains { $0 != slip.typed && name.hasAtBorder($0) }
      }
      var found: Set<Int64> = []
      for word in [slip.typed] + others {
        names.forEachName(containing: Array(word.utf8)) { id in
          if isRelevant(names[id]) { found.insert(id) }
          return found.count < 20
        }
      }
      return .expected(Expected(count: found.count, isRelevant: isRelevant))
    default:
      let count = names.count(of: slip.typed, upTo: 20)
      guard count == 0 else { return .text(count) }
      guard let (text, errors) = correction(of: slip.typed) else { return .nothing }
      guard errors > 0 else { return .beginning }
      var found = expected(text)
      found.correction = text
      return .expected(found)
    }
  }

  private func expected(_ text: String) -> Expected {
    let reference = BenchmarkText(text)
    return Expected(count: names.count(of: text, upTo: 20)) { reference.isHit($0) }
  }

  /// The likeliest text that names have: the fewest errors first.
  func correction(of text: String) -> (text: String, errors: Int)? {
    let pieces = text.split(separator: " ").map(String.init)
    let open = pieces.indices.filter { (BenchmarkTyping.keys(of: pieces[$0])?.count ?? 0) >= 4 }
    let wrong = open.filter { names.count(of: pieces[$0], upTo: 1) == 0 }
    var best: (text: String, errors: Int)?
    // Names have each of the pieces: then it is one that is no word by itself.
    for index in wrong.isEmpty ? open : Array(wrong.prefix(1)) {
      let options = words.words(like: pieces[index])
      if wrong.isEmpty, options.first?.errors == 0 { continue }
      for option in options where option.errors < best?.errors ?? .max {
        var corrected = pieces
        corrected[index] = option.text.lowercased()
        guard wrong.count < 2 else { return nil }
        let text = corrected.joined(separator: " ")
        if names.count(of: text, upTo: 1) > 0 { best = (text, option.errors) }
      }
    }
    return best
  }
}

extension String {
  /// Whether a word begins or ends with Hangul, or is the Latin word.
  func hasAtBorder(_ word: String) -> Bool {
    let words = lowercased().split { !$0.isLetter && !$0.isNumber }
    if word.isHangulOnly { return words.contains { $0.hasPrefix(word) || $0.hasSuffix(word) } }
    return words.contains { part in part.split { !$0.isLatin }.contains { $0 == word } }
  }
}
