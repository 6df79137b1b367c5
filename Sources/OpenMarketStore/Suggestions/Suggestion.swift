/// A text to offer while the user types a search.
package struct Suggestion: Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    /// One word of product names.
    case word
    /// The beginning of products' names, of two or three words.
    case name
  }

  /// The text, in a spelling that a vendor used.
  package var text: String
  package var kind: Kind
  /// The part of ``text`` that stands for what was typed, to be highlighted.
  ///
  /// A syllable that is not typed to its end is in it as a whole.
  package var match: Range<String.Index>
  /// How many products on sale have it.
  package var productCount: Int
}
