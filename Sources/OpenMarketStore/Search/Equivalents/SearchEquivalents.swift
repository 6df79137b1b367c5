/// Equivalent words: a search for one also finds names with the others, after those with the word itself.
///
/// A group is a list of words, each of which finds the others of its group, in both directions and in any script. One
/// step only: a word of two groups finds the words of both, and these do not find one another. So cycles, repeated
/// groups, groups of one word and words without letters and digits do no harm.
///
/// ```swift
/// let words = SearchEquivalents([["당근", "carrot"]])
/// let market = try Marketplace(server: server) { $0.searchEquivalents = words }
/// ```
///
/// Words are compared as search texts are: case, width and spaces in them make no difference. A word counts where it is
/// typed in full, between spaces or between letters and digits: 아이폰14 finds iPhone 14.
public struct SearchEquivalents: Sendable {
  /// The words of a second-hand market in Korea: brands and things in both scripts, and spellings of loan words.
  public static let standard = SearchEquivalents(hasStandardWords: true)

  /// The most other words that one has, and that stand for one piece of a text.
  static let limit = 16
  /// The most that a text has in all.
  static let textLimit = 64
  /// The longest word, in Unicode scalars.
  private static let longestWord = 64
  private static let standardWords = Words(EquivalentWords.groups)

  private var added = Words([])
  /// They are made ready when they are first looked up, not whenever a store opens.
  private let hasStandardWords: Bool

  private init(hasStandardWords: Bool) { self.hasStandardWords = hasStandardWords }

  /// Makes a table; costs time and memory for each word.
  /// - Parameters:
  ///   - groups: Any number of groups of equivalent words. Of the others in its groups a word finds the first 16.
  ///     Words of more than 64 characters are left out.
  ///   - base: The table to extend (default: ``standard``); `nil` for none.
  public init(_ groups: [[String]] = [], extending base: SearchEquivalents? = .standard) {
    self = base ?? SearchEquivalents(hasStandardWords: false)
    added.add(groups)
  }

  /// The words that mean the same as `text`, the app's own first.
  func words(for text: String) -> [Word] {
    let own = added.others[text] ?? []
    guard hasStandardWords, let standard = Self.standardWords.others[text] else { return own }
    return Array((own + standard.filter { !own.contains($0) }).prefix(Self.limit))
  }
}

extension SearchEquivalents {
  struct Word: Hashable, Sendable {
    /// The word as it is typed without spaces.
    let key: String
    let runs: [SearchTerms.Run]

    /// - Returns: `nil` for words without letters and digits, and for too long ones.
    init?(_ text: String) {
      // Cut before it is folded: a word may be a book.
      guard text.utf8.count <= longestWord * 8 else { return nil }
      let runs = SearchTerms.runs(of: text)
      guard 1...longestWord ~= runs.reduce(0, { $0 + $1.scalars.count }) else { return nil }
      self.runs = runs.map { SearchTerms.Run(kind: $0.kind, scalars: $0.scalars, isEquivalent: true) }
      key = runs.map(\.text).joined()
    }
  }

  /// For each word, as it is typed without spaces, the others of its groups.
  private struct Words {
    private(set) var others: [String: [Word]] = [:]

    init(_ groups: [[String]]) { add(groups) }

    mutating func add(_ groups: [[String]]) {
      for group in groups {
        var seen: Set<Word> = []
        let words = group.compactMap(Word.init).filter { seen.insert($0).inserted }
        guard words.count > 1 else { continue }
        for word in words { add(words, besides: word) }
      }
    }

    private mutating func add(_ words: [Word], besides word: Word) {
      var known = others[word.key] ?? []
      // Of two parts that are typed as one: airpods finds Air Pods.
      for other in words where other != word || word.runs.count > 1 {
        guard known.count < limit else { break }
        if !known.contains(other) { known.append(other) }
      }
      others[word.key] = known
    }
  }
}
