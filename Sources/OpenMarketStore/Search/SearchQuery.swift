/// A search among the stored products: its text, its order and the part of the result to return.
///
/// Every piece of the text that was typed without a space must occur in a product's name: Hangul anywhere in it,
/// Latin words and numbers as whole words, the last one also as a word's beginning, and Latin runs of three
/// letters and more inside words too. Case, diacritics, full-width forms, decomposed Hangul and spaces between
/// syllables make no difference. A consonant at the end is taken for the beginning of the next syllable: 맥ㅂ
/// finds 맥북 and not 맥세이프, and what 맥 finds only when no name has such a syllable after 맥.
///
/// Names that have the signs of the text as well come first: C++ for c++, before C. Of names with its words and signs, together or
/// apart, only the newest 200 are looked at for that, by price the newest 1,800. A text of signs alone finds the names that have
/// them. Signs are + # % & @ and emoji; other punctuation counts for nothing, nor do + # % & @ before a word.
///
/// Behind all hits for the text itself come those for equivalents of its words (``SearchEquivalents``), and then those of
/// which a piece stands in the description or the vendor's name only, each in the same order.
package struct SearchQuery: Sendable, Hashable {
  /// How hits are counted.
  package enum Counting: Sendable, Hashable {
    /// Up to so many.
    ///
    /// Up to 1,000 cost nothing beside a first page by relevance, which looks at as many hits.
    case upTo(Int)
    /// All of them: for a thousand hits 0.2 ms, with a filter a millisecond; more for several frequent words.
    case exact
  }

  /// The typed text; at most 4,000 bytes of UTF-8.
  package var text: String
  /// Which products can be hits.
  package var filter: ProductFilter
  package var sort: ProductSort
  /// How many hits at most, 1…200.
  package var limit: Int
  /// Where the page before ended; `nil` for the first page.
  package var cursor: SearchCursor?
  /// How hits are counted (default: up to 1,000).
  package var counting = Counting.upTo(1_000)
  /// Whether equivalents of the text's words are searched for, too (default: yes).
  package var includesEquivalents = true
  /// Whether hits for a better reason come first (default: yes). If not, hits are those for the text itself in any field, all of
  /// them in the order of ``sort``, which is any but relevance.
  package var ranksReasons = true
  /// Whether something similar is searched for when there are no hits, or only such across a space (default: yes).
  package var correctsEmptyResults = true

  /// The longest text that can be searched for, in bytes of UTF-8.
  package static let longestText = 4_000

  /// Makes a query for the first page.
  package init(
    _ text: String, filter: ProductFilter = .all, sort: ProductSort = .relevance, limit: Int = 20,
    after cursor: SearchCursor? = nil
  ) {
    self.text = text
    self.filter = filter
    self.sort = sort
    self.limit = limit
    self.cursor = cursor
  }

  /// - Throws: ``StoreError/Code/invalidInput``.
  func validate() throws(StoreError) {
    guard 1...200 ~= limit else {
      throw StoreError(.invalidInput, "limit is \(limit): ask for 1 to 200 hits and go on with the cursor")
    }
    guard text.utf8.count <= Self.longestText else {
      throw StoreError(
        .invalidInput, "the search text has \(text.utf8.count) bytes: shorten it to \(Self.longestText)")
    }
    if case .upTo(let count) = counting, !(1...1_000_000 ~= count) {
      throw StoreError(.invalidInput, "hits cannot be counted up to \(count): choose 1 to 1,000,000")
    }
    guard let cursor else { return }
    guard cursor.text == text, cursor.filter == filter, cursor.sort == sort else {
      throw StoreError(.invalidInput, "the cursor belongs to another search: begin without one")
    }
  }
}

/// The order of search results.
public enum ProductSort: Sendable, Hashable, CaseIterable {
  /// Of those found by one reason what is on sale before what is sold; in either the same name first, then names that begin
  /// with the text, then those with its words, then with their beginnings, newest first among equals. Behind them, posts of those
  /// who want to buy (삽니다, 구해요), unless the text asks for them. At last names that have the text only across a space, from
  /// inside a word to inside another.
  ///
  /// Of more than 200 hits, names that are not the same are sorted within the newest 200, then within the next 200 that are on
  /// sale, or sold; of more than 1,000, those with the text only across a space come last within these.
  case relevance
  /// Highest number first.
  case newest
  /// By sale price, whatever the currency, cheapest first.
  ///
  /// Some milliseconds among many hits.
  case priceAscending
  /// By sale price, whatever the currency, most expensive first.
  ///
  /// Some milliseconds among many hits.
  case priceDescending

  package var isByPrice: Bool { self == .priceAscending || self == .priceDescending }
}
