/// Why no whole response arrived.
///
/// The same faults have the same codes on every platform.
public struct TransportError: Error, Sendable, CustomStringConvertible {
  /// The kind of fault; an open set, so that new kinds do not break callers.
  public struct Code: Sendable, Hashable {
    /// The stable text of the code.
    public let rawValue: String
    /// Makes a code from its text.
    package init(rawValue: String) { self.rawValue = rawValue }

    /// The name could not be resolved.
    public static let cannotResolve = Code(rawValue: "cannotResolve")
    /// Nobody responded at the address.
    public static let cannotConnect = Code(rawValue: "cannotConnect")
    /// The connection broke before the response's head was complete, or was reset.
    public static let connectionLost = Code(rawValue: "connectionLost")
    /// The response ended before its announced length.
    public static let truncatedBody = Code(rawValue: "truncatedBody")
    /// The response is not HTTP, or its content encoding is unknown.
    public static let invalidResponse = Code(rawValue: "invalidResponse")
    /// The response is longer than the request allows.
    public static let responseTooLarge = Code(rawValue: "responseTooLarge")
    /// Nothing moved for the transport's idle time.
    public static let idleTimeout = Code(rawValue: "idleTimeout")
    /// The deadline of the attempt or of the whole call passed.
    public static let deadlineExceeded = Code(rawValue: "deadlineExceeded")
    /// The request cannot be sent as it is: not an http(s) URL, a missing file, a bad length.
    public static let invalidRequest = Code(rawValue: "invalidRequest")
    /// The file that the response was to go to, or a temporary one, cannot be written: a missing folder, no
    /// permission, a full disk.
    public static let cannotWriteFile = Code(rawValue: "cannotWriteFile")
    /// TLS or certificate failure.
    public static let insecure = Code(rawValue: "insecure")
    /// A fault of no known kind.
    public static let other = Code(rawValue: "other")
  }

  /// The kind of fault.
  public var code: Code
  /// A description of the failure, for a developer.
  public var message: String
  /// The platform's own error.
  public var cause: (any Error)?

  /// Makes an error.
  public init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
    self.code = code
    self.message = message
    self.cause = cause
  }

  /// The code and the message.
  public var description: String { "\(code.rawValue): \(message)" }
}
