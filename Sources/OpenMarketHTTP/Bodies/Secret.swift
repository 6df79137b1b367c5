/// A text that never prints: descriptions, dumps, reflection and string interpolation show `‹secret›`.
///
/// Deliberately neither `Codable` nor `ExpressibleByStringLiteral`; the one way to the text is
/// ``reveal()``, so that every use of it can be found by name.
public struct Secret: Sendable, Hashable {
  private let text: String

  /// Wraps `text`.
  public init(_ text: String) { self.text = text }

  /// The text itself, for the one place that must send it.
  public func reveal() -> String { text }
}

extension Secret: CustomStringConvertible, CustomReflectable {
  /// `‹secret›`
  public var description: String { "‹secret›" }
  /// Shows nothing of the text.
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}
