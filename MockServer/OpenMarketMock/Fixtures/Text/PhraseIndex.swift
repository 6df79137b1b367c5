/// The phrases that can be suggested, ordered by their folded form: distinct names, and words of names.
///
/// A name of one word is that word, so only names with white space are phrases of their own.
struct PhraseIndex: Sendable {
  private let names: TextColumn
  private let words: TextColumn
  private let foldedNames: TextColumn
  private let foldedWords: TextColumn
  /// Per phrase in order: row of ``names``, or row of ``words`` plus the number of names.
  private var order: [UInt32] = []
  private var counts: [UInt32] = []
  private var lengths: [UInt16] = []

  /// Indexes the names of a catalogue, counted by their interner.
  ///
  /// They must be NFC, with no white space but U+0020.
  init(names: TextInterner) {
    let (words, wordCounts) = Self.words(of: names)
    self.names = names.texts
    self.words = words
    foldedNames = names.texts.folded()
    foldedWords = words.folded()

    var entries: [SortEntry] = []
    entries.reserveCapacity(names.texts.count + words.count)
    for row in 0..<names.texts.count where names.texts[row].contains(Self.space) {
      entries.append(SortEntry(reference: UInt32(row), folded: foldedNames[row]))
    }
    for row in 0..<words.count {
      entries.append(SortEntry(reference: UInt32(names.texts.count + row), folded: foldedWords[row]))
    }
    entries.sort { lhs, rhs in
      if lhs.high != rhs.high { return lhs.high < rhs.high }
      if lhs.low != rhs.low { return lhs.low < rhs.low }
      return folded(lhs.reference).lexicographicallyPrecedes(folded(rhs.reference))
    }
    order = entries.map(\.reference)
    counts = order.map { reference in
      let row = Int(reference)
      return row < names.texts.count ? names.counts[row] : wordCounts[row - names.texts.count]
    }
    // In code points.
    lengths = order.map { UInt16(clamping: display($0).count { $0 & 0xC0 != 0x80 }) }
  }

  var count: Int { order.count }

  /// How many products have the phrase at `place`.
  func count(at place: Int) -> Int { Int(counts[place]) }

  /// Where the phrases are whose folded form begins with `prefix`.
  func positions(startingWith prefix: [UInt8]) -> Range<Int> {
    let start = firstPlace(notBefore: prefix)
    // The separator byte is greater than any byte of UTF-8.
    return start..<firstPlace(notBefore: prefix + [FoldedText.separator])
  }

  /// Where `phrase` (NFC) is.
  func place(of phrase: [UInt8], folded prefix: [UInt8]) -> Int? {
    for place in firstPlace(notBefore: prefix)..<count {
      guard folded(order[place]).elementsEqual(prefix) else { return nil }
      if display(order[place]).elementsEqual(phrase) { return place }
    }
    return nil
  }

  /// Offers the phrases at `places` that may be among the best, except those at `skipped`.
  func rank(_ positions: Range<Int>, skipping skipped: Set<Int>, in ranking: inout PhraseRanking) {
    for place in positions
    where ranking.mayAdmit(count: Int(counts[place]), length: Int(lengths[place]))
      && !skipped.contains(place)
    {
      ranking.offer(
        PhraseRanking.Candidate(
          count: Int(counts[place]), length: Int(lengths[place]), text: Array(display(order[place]))))
    }
  }

  private func firstPlace(notBefore prefix: [UInt8]) -> Int {
    order.firstIndex(notBefore: { folded($0).lexicographicallyPrecedes(prefix) })
  }

  private func display(_ reference: UInt32) -> ArraySlice<UInt8> {
    let row = Int(reference)
    return row < names.count ? names[row] : words[row - names.count]
  }

  private func folded(_ reference: UInt32) -> ArraySlice<UInt8> {
    let row = Int(reference)
    return row < names.count ? foldedNames[row] : foldedWords[row - names.count]
  }

  private static let space = UInt8(ascii: " ")

  /// The distinct words of all names; a word counts once per product.
  private static func words(of names: TextInterner) -> (words: TextColumn, counts: [UInt32]) {
    var words = TextInterner(minimumCapacity: 1024)
    for row in 0..<names.texts.count {
      let parts = names.texts[row].split(separator: space)
      for (index, part) in parts.enumerated() where !parts[..<index].contains(part) {
        _ = words.row(of: part, weight: names.counts[row])
      }
    }
    return (words.texts, words.counts)
  }

  /// A phrase with the first 16 bytes of its folded form as numbers, so that most comparisons touch no text.
  private struct SortEntry {
    var high: UInt64
    var low: UInt64
    var reference: UInt32

    init(reference: UInt32, folded: ArraySlice<UInt8>) {
      self.reference = reference
      high = Self.number(folded.prefix(8))
      low = Self.number(folded.dropFirst(8).prefix(8))
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
      var number: UInt64 = 0
      for byte in bytes { number = number << 8 | UInt64(byte) }
      return bytes.isEmpty ? 0 : number << UInt64(8 * (8 - bytes.count))
    }
  }
}
