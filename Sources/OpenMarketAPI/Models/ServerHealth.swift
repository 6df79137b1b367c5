/// A server's report about its own state.
package struct ServerHealth: Sendable, Hashable {
  package let rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }

  /// All is well.
  package static let ok = ServerHealth(rawValue: "OK")
}
