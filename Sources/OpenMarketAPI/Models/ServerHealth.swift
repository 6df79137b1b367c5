/// A server's report about its own state.
public struct ServerHealth: RawRepresentable, Sendable, Hashable {
  /// The text on the wire.
  public let rawValue: String
  /// Makes a state from its text.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// All is well.
  public static let ok = ServerHealth(rawValue: "OK")
}
