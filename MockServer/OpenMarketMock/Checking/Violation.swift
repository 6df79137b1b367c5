/// A broken guarantee, described well enough to find its cause.
public struct Violation: Sendable, Hashable, CustomStringConvertible {
  /// The kind of promise that was broken.
  package enum Kind: String, Sendable, Hashable {
    /// An intended change has not happened.
    case lost
    /// An intended change has happened more than once.
    case doubled
    /// The changes have happened in another order.
    case misordered
    /// An unintended change has happened.
    case unexpected
  }

  /// The kind of promise that was broken.
  package var kind: Kind
  /// The intended and the actual outcome, in one sentence.
  package var message: String

  init(_ kind: Kind, _ message: String) { (self.kind, self.message) = (kind, message) }

  /// `lost: …`
  public var description: String { "\(kind.rawValue): \(message)" }
}
