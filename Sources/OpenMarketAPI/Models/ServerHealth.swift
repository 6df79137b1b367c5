/// A server's report about its own state.
package struct ServerHealth: Sendable, Hashable {
  /// The text on the wire.
  package let rawValue: String
  /// Makes a state from its text.
  package init(rawValue: String) { self.rawValue = rawValue }

  /// All is well.
  package static let ok = ServerHealth(rawValue: "OK")
}
