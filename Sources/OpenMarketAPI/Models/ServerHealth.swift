/// A server's report about its own state.
public struct ServerHealth: Sendable, Hashable {
  /// The text on the wire.
  public let rawValue: String
  /// Makes a state from its text.
  package init(rawValue: String) { self.rawValue = rawValue }

  /// All is well.
  public static let ok = ServerHealth(rawValue: "OK")
}
