/// A text that never prints: descriptions, dumps, reflection and string interpolation show `‹secret›`.
///
/// Deliberately neither `Codable` nor `ExpressibleByStringLiteral`; the one way to the text is
/// ``reveal()``, so that every use of it can be found by name.
package struct Secret: Sendable, Hashable {
  private let text: String

  package init(_ text: String) { self.text = text }

  /// The text itself, for the one place that must send it.
  package func reveal() -> String { text }
}

extension Secret {
  /// Whether both have the same bytes: to a server, those of a composed letter and of a decomposed one are two secrets.
  package static func == (one: Secret, other: Secret) -> Bool { one.text.utf8.elementsEqual(other.text.utf8) }

  package func hash(into hasher: inout Hasher) { for byte in text.utf8 { hasher.combine(byte) } }
}

extension Secret: CustomStringConvertible, CustomReflectable {
  /// `‹secret›`
  package var description: String { "‹secret›" }
  /// Shows nothing of the text.
  package var customMirror: Mirror { Mirror(self, children: [:]) }
}
