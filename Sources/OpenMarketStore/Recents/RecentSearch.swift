package import Foundation

/// A search that the user has made.
public struct RecentSearch: Sendable, Hashable, Identifiable {
  /// The searched text, as last written, without blanks around it, in composed characters (NFC).
  public var text: String
  /// The time of the last search for it.
  package var usedAt: Date
  /// How often it was searched for.
  package var useCount: Int

  /// The identity of the search: the text without regard to case.
  public var id: String { RecentSearch.key(text) }

  package init(text: String, usedAt: Date, useCount: Int = 1) {
    self.text = text
    self.usedAt = usedAt
    self.useCount = useCount
  }

  /// How many are kept.
  package static let countLimit = 50
  /// The most characters of one.
  package static let lengthLimit = 1_000

  /// `text` as it is kept and displayed.
  static func normalized(_ text: String) -> String {
    text.trimmingCharacters(in: .whitespacesAndNewlines).precomposedStringWithCanonicalMapping
  }

  /// Returns the key of a text, equal for texts that count as the same.
  static func key(_ text: String) -> String {
    normalized(text).lowercased().precomposedStringWithCanonicalMapping
  }
}
