/// A piece of a response that could not be used, while the rest could.
package struct DecodingIssue: Sendable, Hashable, CustomStringConvertible {
  package enum Outcome: Sendable, Hashable {
    /// An entry of a list was left out.
    case entrySkipped
    /// An optional value was read as absent.
    case valueDropped
    /// A value of a page that is not there was taken from the others.
    case valueInferred
  }

  package var outcome: Outcome
  /// Where it was, in the server's spelling: `pages[3]`, `images[0].issued_at`.
  package var path: String
  package var reason: String

  /// A response came without a body where a page should be.
  package static let noBody = DecodingIssue(
    .valueInferred, at: "pages", reason: "the response has no body, and is taken for an empty page")

  package init(_ outcome: Outcome, at path: String, reason: String) {
    self.outcome = outcome
    self.path = path
    self.reason = reason
  }

  package var description: String { "\(path): \(reason)" }
}
