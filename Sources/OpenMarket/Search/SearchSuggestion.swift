/// A text to offer to somebody who is typing a search.
public struct SearchSuggestion: Sendable, Hashable, Identifiable {
  /// Where a suggestion comes from.
  public enum Kind: Sendable, Hashable {
    /// It was searched for on this device.
    case recent
    /// A word of names of stored products.
    case word
    /// The name of a stored product.
    case name
    /// The server suggests it.
    case server
  }

  /// The text to search for.
  public var text: String
  /// Where it comes from.
  public var kind: Kind
  /// The part of ``text`` that stands for what was typed, to be highlighted; `nil` when there is none.
  public var match: Range<String.Index>?

  /// The text.
  public var id: String { text }

  package init(text: String, kind: Kind, match: Range<String.Index>? = nil) {
    self.text = text
    self.kind = kind
    self.match = match
  }
}
