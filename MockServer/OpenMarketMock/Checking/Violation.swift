/// A promise that was broken, told so that somebody can look for why.
public struct Violation: Sendable, Hashable, CustomStringConvertible {
  /// What kind of promise.
  public enum Kind: String, Sendable, Hashable {
    /// What was wanted has not happened.
    case lost
    /// It has happened more than once.
    case doubled
    /// It has happened in another order.
    case misordered
    /// Something else has happened.
    case unexpected
  }

  /// What kind of promise.
  public var kind: Kind
  /// What was wanted and what has happened, in one sentence.
  public var message: String

  init(_ kind: Kind, _ message: String) { (self.kind, self.message) = (kind, message) }

  /// `lost: …`
  public var description: String { "\(kind.rawValue): \(message)" }
}
