/// The texts of a name to suggest: its words, and its beginning, where vendors name the item.
///
/// A word ends at a space or at punctuation, but for that inside of models: 키보드 and 마우스 of 키보드+마우스, all of X-T4. The beginning
/// ends at punctuation and at a word of selling: 갤럭시 폴드4 of "미개봉 갤럭시 폴드4 팝니다".
///
/// Whole names are mostly one of a kind, by what follows: colour, condition, a plea to buy. Suggesting them takes
/// six times the room and helps no user. The name is folded once for all of its texts; there are none before it is taken.
struct SuggestionTexts {
  /// How many words of a name's beginning are suggested together.
  static let beginning = 2...3
  /// The longest beginning, in scalars, and the longest word.
  static let longestBeginning = 40
  static let longestWord = 30
  /// The most words of one name: what comes later is prose.
  static let mostWords = 12
  private static let opening: [Unicode.Scalar] = ["[", "(", "{", "<", "【", "〔", "「", "『", "《", "〈"]
  private static let closing: [Unicode.Scalar] = ["]", ")", "}", ">", "】", "〕", "」", "』", "》", "〉"]

  /// One text of the name.
  struct Text {
    /// The number of its whole jamo key, so that spellings which differ only in spaces, case or width have the same.
    var number: Int64
    /// One word, or several with all their punctuation.
    var isWord: Bool
    /// Its bytes of the name.
    var range: Range<Int>

    /// The text as the vendor wrote it, with one space between words.
    func spelling(in name: String) -> String {
      let whole = String(decoding: name.utf8.dropFirst(range.lowerBound).prefix(range.count), as: UTF8.self)
      guard !isWord, !Self.hasSingleSpaces(whole) else { return whole }
      var words: [Range<Int>] = []
      var isOpen = false
      TextFolder.fold(whole) { scalar, origin in
        guard ScriptClass(scalar) != .space else { return isOpen = false }
        let start = isOpen ? words.removeLast().lowerBound : origin.lowerBound
        words.append(start..<origin.upperBound)
        isOpen = true
      }
      return words.map {
        String(decoding: whole.utf8.dropFirst($0.lowerBound).prefix($0.count), as: UTF8.self)
      }
      .joined(separator: " ")
    }

    /// Whether a text of ASCII and Hangul, as most are, has single blanks alone between its words; `false` where that is not told.
    private static func hasSingleSpaces(_ text: String) -> Bool {
      var isAfterSpace = false
      for byte in text.utf8 {
        let isSpace = byte == UInt8(ascii: " ")
        guard byte > 0x20 && byte < 0xC0 || 0xEA...0xED ~= byte || isSpace && !isAfterSpace else {
          return false
        }
        isAfterSpace = isSpace
      }
      return true
    }
  }

  /// Punctuation that keeps letters and digits together.
  private static let joining: [Unicode.Scalar] = ["-", ".", "&", "'", "’"]

  /// A folded scalar: where its keys end, and the bytes of the name from which it was made.
  private struct Scalar {
    var scalar: Unicode.Scalar
    var kind: ScriptClass
    var keyEnd: Int
    var origin: Range<Int>
  }

  /// No two of one number.
  private(set) var texts: [Text] = []
  private var scalars: [Scalar] = []
  private var key: [UInt8] = []
  /// The words, as places in ``scalars``, and whether punctuation stands before each.
  private var words: [(range: Range<Int>, isApart: Bool)] = []

  /// Begins anew with another name, in the memory of the last one.
  mutating func take(_ name: String) {
    texts.removeAll(keepingCapacity: true)
    scalars.removeAll(keepingCapacity: true)
    key.removeAll(keepingCapacity: true)
    words.removeAll(keepingCapacity: true)
    // Vendors say what they want in brackets first, or with a picture: [판매], 【급처】, 🔥.
    var (title, isInBrackets) = (Int?.none, false)
    TextFolder.fold(name) { scalar, origin in
      let kind = ScriptClass(scalar)
      if title == nil {
        if kind == .other {
          isInBrackets = isInBrackets ? !Self.closing.contains(scalar) : Self.opening.contains(scalar)
        } else if kind != .space, !isInBrackets {
          title = scalars.count
        }
      }
      if !kind.isSeparator { SuggestionKeys.append(scalar, to: &key) }
      scalars.append(Scalar(scalar: scalar, kind: kind, keyEnd: key.count, origin: origin))
    }
    findWords()
    addBeginnings(from: title ?? scalars.count)
    for word in words.prefix(Self.mostWords) {
      add(word.range, length: word.range.count, isWord: true, longest: Self.longestWord)
    }
  }

  private mutating func findWords() {
    for index in scalars.indices where !scalars[index].kind.isSeparator {
      let end = words.last?.range.upperBound
      if let end, end == index || end == index - 1 && isJoined(at: end) {
        words[words.count - 1].range = words[words.count - 1].range.lowerBound..<index + 1
      } else {
        words.append((index..<index + 1, scalars[(end ?? 0)..<index].contains { $0.kind == .other }))
      }
    }
  }

  /// Whether a mark stands between letters or digits that are one word: X-T4, 12.9, h&m.
  private func isJoined(at index: Int) -> Bool {
    Self.joining.contains(scalars[index].scalar) && scalars[index - 1].kind != .syllable
      && scalars[index + 1].kind != .syllable
  }

  /// Adds the beginnings of the title, which stands behind what vendors say of the sale: 아이폰 14 of "[판매] 새상품 아이폰 14".
  private mutating func addBeginnings(from title: Int) {
    guard
      let first = words.firstIndex(where: { $0.range.lowerBound >= title && !isOfSales($0.range) })
    else { return }
    let beginning = words[first...].prefix(Self.beginning.upperBound)
    let length = beginning.dropFirst().prefix { !$0.isApart && !isOfSales($0.range) }.count + 1
    for count in Self.beginning where count <= length {
      let part = beginning[first].range.lowerBound..<beginning[first + count - 1].range.upperBound
      let length = beginning.prefix(count).reduce(count - 1) { $0 + $1.range.count }
      add(part, length: length, isWord: false, longest: Self.longestBeginning)
    }
  }

  private func isOfSales(_ word: Range<Int>) -> Bool { SalesWords.contains(scalars[word].lazy.map(\.scalar)) }

  /// Adds a text worth suggesting: two characters or more, and not only digits.
  private mutating func add(_ part: Range<Int>, length: Int, isWord: Bool, longest: Int) {
    guard length <= longest, length >= 2 else { return }
    var (count, hasLetters) = (0, false)
    for scalar in scalars[part] where !scalar.kind.isSeparator {
      count += 1
      if scalar.kind != .digit { hasLetters = true }
    }
    guard hasLetters, count >= 2 else { return }
    let start = part.lowerBound == 0 ? 0 : scalars[part.lowerBound - 1].keyEnd
    let number = Self.number(ofKey: key[start..<scalars[part.upperBound - 1].keyEnd])
    guard !texts.contains(where: { $0.number == number }) else { return }
    let range = scalars[part.lowerBound].origin.lowerBound..<scalars[part.upperBound - 1].origin.upperBound
    texts.append(Text(number: number, isWord: isWord, range: range))
  }

  /// 48 bits of a whole jamo key: the first million texts have no number twice with odds of 600 to 1, and two texts of
  /// one number would be counted as one.
  static func number(ofKey key: some Sequence<UInt8>) -> Int64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in key { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    hash = (hash ^ hash >> 31) &* 0xBF58_476D_1CE4_E5B9
    return Int64(hash >> 16)
  }
}
