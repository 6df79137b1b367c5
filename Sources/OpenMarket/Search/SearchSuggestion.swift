/// A text to offer while the user types a search.
public struct SearchSuggestion: Sendable, Hashable, Identifiable {
  /// The source of a suggestion.
  public enum Kind: Sendable, Hashable {
    /// A recent search on this device.
    case recent
    /// A word of names of stored products.
    case word
    /// The name of a stored product.
    case name
    /// A suggestion of the server.
    case server
  }

  /// The text to search for.
  public var text: String
  /// The source of the suggestion.
  public var kind: Kind
  /// The part of ``text`` that matches the typed text, for highlighting; `nil` when there is none.
  public var match: Range<String.Index>?

  /// The text.
  public var id: String { text }
}
