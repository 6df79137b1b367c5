package import OpenMarketHTTP

/// A failure with an image, grouped by the app's remedy.
public struct ImageError: Error, Sendable {
  /// The kinds of failures.
  ///
  /// An open set; compare with `==` or in a `switch` with a default.
  public struct Code: Sendable, Hashable, NamedCode {
    /// The stable text of the code, as scripts see it.
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }

    /// The bytes are not an image, such as an HTML error page.
    public static let notAnImage = Code(rawValue: "notAnImage")
    /// The image's format, or its variant of one, is not supported.
    public static let unsupportedFormat = Code(rawValue: "unsupportedFormat")
    /// The image's format needs a codec that this build was made without: the message says how to add it.
    package static let codecMissing = Code(rawValue: "codecMissing")
    /// Decoding would exceed a limit, such as 50 million pixels; the message says which.
    public static let tooLarge = Code(rawValue: "tooLarge")
    /// The bytes contradict the format.
    public static let damaged = Code(rawValue: "damaged")
    /// The bytes end too early.
    package static let truncated = Code(rawValue: "truncated")
    /// The image is no longer requested.
    public static let cancelled = Code(rawValue: "cancelled")
    /// The time allowed ran out.
    public static let timedOut = Code(rawValue: "timedOut")
    /// An argument of the caller cannot be used: correct it.
    public static let invalidInput = Code(rawValue: "invalidInput")
    /// The bytes could not be downloaded; see ``ImageError/cause``.
    public static let network = Code(rawValue: "network")
    /// A cache or a file could not be used; see ``ImageError/cause``.
    package static let storage = Code(rawValue: "storage")
    /// The loader was closed.
    package static let closed = Code(rawValue: "closed")
    /// Anything else that a codec or the system refuses: report it.
    package static let failed = Code(rawValue: "failed")
  }

  /// The kind of failure, by its remedy.
  public var code: Code
  /// A description of the failure and its remedy, in one sentence for a developer.
  public var message: String
  /// The underlying error.
  public var cause: (any Error)?

  package init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
    self.code = code
    self.message = message
    self.cause = cause
  }
}

extension ImageError: CodedError {}
