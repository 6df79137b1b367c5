public import HTTPTypes

/// A failure of a call, grouped by the caller's remedy.
///
/// Neither the description nor any property shows a secret: the exchange names the endpoint's template,
/// not the filled-in path, and no header or body of the request.
public struct HTTPError: Error, Sendable {
  /// The kinds of failures.
  ///
  /// An open set; compare with `==` or in a `switch` with a default.
  public struct Code: Sendable, Hashable {
    /// The stable text of the code, as scripts see it.
    public let rawValue: String
    /// Makes a code from its text.
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
    /// ``HTTPError/retryAfter`` says when to come back.
    public static let rateLimited = Code(rawValue: "rateLimited")
    /// A fault on the server's side (5xx).
    public static let serverFailure = Code(rawValue: "serverFailure")
    /// The input was refused, by us or by the server (400, 413, 415, 422): correct it and send again.
    public static let invalidInput = Code(rawValue: "invalidInput")
    /// 401: the identifier is missing or unknown; sign in.
    public static let unauthorized = Code(rawValue: "unauthorized")
    /// 403: the secret is wrong or the thing belongs to somebody else.
    public static let forbidden = Code(rawValue: "forbidden")
    /// 404 or 410: it is not there, or not any more.
    public static let notFound = Code(rawValue: "notFound")
    /// 409 or 412: it clashes with something that happens or happened meanwhile.
    public static let conflict = Code(rawValue: "conflict")
    /// The response is not what the API promises, or cannot be understood: report it.
    public static let invalidResponse = Code(rawValue: "invalidResponse")
    /// A status that nothing else covers, such as an unfollowed redirect.
    public static let unexpectedStatus = Code(rawValue: "unexpectedStatus")
  }

  /// The request and response that the error happened in, as far as it got.
  public struct Exchange: Sendable, Hashable {
    /// The request's method.
    public var method: HTTPRequest.Method
    /// The endpoint's path template, such as `/api/products/{id}`.
    public var template: String
    /// The server's name and port.
    package var authority: String?
    /// The response's status, when one arrived.
    public var status: HTTPResponse.Status?
    /// The attempts made, from 1; 0 when this call sent nothing, because it was refused, too late, or shared the
    /// attempt of an identical one.
    public var attempts: Int

    /// Makes an exchange.
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
  /// How long the server asks to wait before the next attempt.
  public var retryAfter: Duration?
  /// Where it happened; `nil` when nothing was to be sent.
  public var exchange: Exchange?
  /// The error underneath.
  public var cause: (any Error)?

  /// Makes an error.
  public init(
    _ code: Code, _ message: String, serverMessage: String? = nil, retryAfter: Duration? = nil,
    exchange: Exchange? = nil, cause: (any Error)? = nil
  ) {
    self.code = code
    self.message = message
    self.serverMessage = serverMessage
    self.retryAfter = retryAfter
    self.exchange = exchange
    self.cause = cause
  }
}

extension HTTPError: CustomStringConvertible {
  /// One line: the message, then where it happened.
  public var description: String {
    var text = message
    if let serverMessage, !serverMessage.isEmpty { text += " (server: \(serverMessage))" }
    if let exchange {
      text += " [\(exchange.method.rawValue) \(exchange.template)"
      if let status = exchange.status { text += " → \(status.code)" }
      if exchange.attempts > 1 { text += ", \(exchange.attempts) attempts" }
      text += "]"
    }
    return text
  }
}
