/// A code, a rule or a kind with a stable text, which is also its description.
///
/// For logs and statistics: `"\(error.code)"` is `timedOut`.
package protocol NamedCode: CustomStringConvertible {
  /// The stable text.
  var rawValue: String { get }
}

extension NamedCode {
  /// The stable text, such as `timedOut`.
  public var description: String { rawValue }
}

/// An error with a code and a message, which are its description.
package protocol CodedError: Error, CustomStringConvertible {
  associatedtype Code: NamedCode
  var code: Code { get }
  /// A sentence for a developer.
  var message: String { get }
  /// The stable text of the reason, which may be finer than the code.
  var codeText: String { get }
}

extension CodedError {
  package var codeText: String { code.rawValue }
  /// The message, and its code.
  public var description: String { "\(message) (\(code))" }
}
