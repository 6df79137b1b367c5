public import HTTPTypes

/// A failure of a call, grouped by the caller's remedy.
///
/// A transport throws it when no complete response arrived, and a client when a response is not a success.
///
/// Neither the description nor any property shows a secret: the description names the endpoint's template,
/// not the filled-in path, and no header or body of the request.
public struct HTTPError: Error, Sendable {
  /// The kinds of failures.
  ///
  /// An open set; compare with `==` or in a `switch` with a default.
  public struct Code: Sendable, Hashable, NamedCode {
    /// The stable text of the code, as scripts see it.
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }

    /// The server cannot be reached, for lack of a network, a name or a listener: try again later.
    public static let unreachable = Code(rawValue: "unreachable")
    /// The connection broke on the way, so it is unknown whether the server acted.
    ///
    /// Reads can be repeated.
    public static let connectionLost = Code(rawValue: "connectionLost")
    /// The time allowed ran out.
    public static let timedOut = Code(rawValue: "timedOut")
    /// 429: too many requests.
    ///
    /// ``HTTPError/retryAfter`` is the delay before the next attempt.
    public static let rateLimited = Code(rawValue: "rateLimited")
    /// A fault on the server's side (5xx).
    public static let serverFailure = Code(rawValue: "serverFailure")
    /// The input was refused, by this library or by the server (400, 413, 415, 422): correct it and send again.
    public static let invalidInput = Code(rawValue: "invalidInput")
    /// 401: the credentials are missing or unknown; sign in.
    public static let unauthorized = Code(rawValue: "unauthorized")
    /// 403: the secret is wrong, or the resource belongs to another account; for a read, a filter before the server, as a rule.
    public static let forbidden = Code(rawValue: "forbidden")
    /// 404 or 410: the resource does not exist, or no longer.
    public static let notFound = Code(rawValue: "notFound")
    /// 409 or 412: the request conflicts with another change.
    public static let conflict = Code(rawValue: "conflict")
    /// The response violates the API, or cannot be decoded: report it.
    public static let invalidResponse = Code(rawValue: "invalidResponse")
    /// Any other status, such as an unfollowed redirect.
    package static let unexpectedStatus = Code(rawValue: "unexpectedStatus")
    /// A replay got a request that is not in its recording, or did not get a recorded one.
    public static let recordingMismatch = Code(rawValue: "recordingMismatch")
  }

  /// The request and response that the error happened in, as far as it got.
  package struct Context: Sendable, Hashable {
    package var method: HTTPRequest.Method
    /// The endpoint's path template, such as `/api/products/{id}`.
    package var template: String
    /// The server's name and port.
    package var authority: String?
    /// The response's status, when one arrived.
    package var status: HTTPResponse.Status?
    /// The attempts made, from 1; 0 when this call sent nothing, because it was refused, too late, could not be
    /// readied, or shared the attempt of an identical one.
    package var attempts: Int

    package init(
      method: HTTPRequest.Method, template: String, authority: String? = nil,
      status: HTTPResponse.Status? = nil, attempts: Int = 0
    ) {
      self.method = method
      self.template = template
      self.authority = authority
      self.status = status
      self.attempts = attempts
    }
  }

  /// The kind of failure, by its remedy.
  public var code: Code
  /// A description of the failure and its remedy, in one sentence for a developer.
  public var message: String
  /// The message in the server's error body, when it sent one.
  public var serverMessage: String?
  /// The delay before the next attempt that the server asks for.
  public var retryAfter: Duration?
  /// Where it happened; `nil` when nothing was to be sent, and in what a transport throws.
  package var context: Context?
  /// The transport's reason, which is finer than ``code``; `nil` where there is none.
  package var fault: TransportFault?
  /// The underlying error.
  public var cause: (any Error)?

  /// The response's status; `nil` when none arrived.
  public var status: HTTPResponse.Status? { context?.status }
  /// The number of attempts; 0 when nothing was sent, because the call was refused, too late, could not be readied, or
  /// shared the attempt of an identical one.
  public var attempts: Int { context?.attempts ?? 0 }

  /// Makes an error for your own transport or endpoint.
  public init(
    _ code: Code, _ message: String, serverMessage: String? = nil, retryAfter: Duration? = nil,
    cause: (any Error)? = nil
  ) {
    self.init(
      code, message, serverMessage: serverMessage, retryAfter: retryAfter, context: nil, cause: cause)
  }

  package init(
    _ code: Code, _ message: String, serverMessage: String? = nil, retryAfter: Duration? = nil,
    context: Context?, cause: (any Error)? = nil
  ) {
    self.code = code
    self.message = message
    self.serverMessage = serverMessage
    self.retryAfter = retryAfter
    self.context = context
    self.cause = cause
  }
}

extension HTTPError: CustomStringConvertible {
  /// The message and the place of the failure, on one line.
  public var description: String {
    var text = message
    if let serverMessage, !serverMessage.isEmpty { text += " (server: \(serverMessage))" }
    if let context {
      text += " [\(context.method.rawValue) \(context.template)"
      if let status { text += " → \(status.code)" }
      if let retryAfter, retryAfter > .zero { text += ", Retry-After \(retryAfter.components.seconds) s" }
      if attempts > 1 { text += ", \(attempts) attempts" }
      text += "]"
    }
    return text
  }
}

extension HTTPError: CodedError {
  package var codeText: String { fault?.rawValue ?? code.rawValue }
}
