package import OpenMarketHTTP

/// The reason why credentials cannot be read or stored, grouped by what can be done about it.
///
/// Shows file names and never what is in the files.
public struct CredentialsError: Error, Sendable {
  /// The kinds of failures.
  ///
  /// An open set; compare with `==` or in a `switch` with a default.
  public struct Code: Sendable, Hashable, NamedCode {
    /// The stable text of the code, as scripts see it.
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }

    /// Other users may read or replace them: the message names the permission to remove.
    package static let exposed = Code(rawValue: "exposed")
    /// The file is truncated or of another format: delete it and sign in again.
    public static let damaged = Code(rawValue: "damaged")
    /// A newer version of this library wrote them: update the app.
    package static let newerVersion = Code(rawValue: "newerVersion")
    /// The system does not provide them now, such as while the device is locked.
    public static let unavailable = Code(rawValue: "unavailable")
    /// The disk is full: the previous credentials are still stored.
    public static let diskFull = Code(rawValue: "diskFull")
    /// Anything else that the system refuses: the message says what.
    package static let failed = Code(rawValue: "failed")
  }

  /// The kind of failure, by its remedy.
  public var code: Code
  /// A description of the failure and its remedy, in one sentence.
  public var message: String

  package init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }
}

extension CredentialsError: CodedError {}
