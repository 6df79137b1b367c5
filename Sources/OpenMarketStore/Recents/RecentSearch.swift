package import Foundation

/// A search that the user has made.
package struct RecentSearch: Sendable, Hashable {
  /// The searched text, as last written, without blanks around it, in composed characters (NFC).
  package var text: String
  /// The time of the last search for it.
  package var usedAt: Date
  /// How often it was searched for.
  package var useCount: Int

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
