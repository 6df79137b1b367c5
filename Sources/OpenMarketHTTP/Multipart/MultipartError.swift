/// Why a form could not be sent, or a received body is not the form it claims to be.
public struct MultipartError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of fault; an open set, so that new kinds do not break callers.
  public struct Code: RawRepresentable, Sendable, Hashable {
    /// The stable text of the code.
    public let rawValue: String
    /// Makes a code from its text.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Sending: a file is missing, is no regular file, or cannot be read.
    public static let unreadableFile = Code(rawValue: "unreadableFile")
    /// Sending: a file no longer has the size that was announced for it; make the body anew.
    public static let fileChanged = Code(rawValue: "fileChanged")
    /// Sending: a part's content type cannot stand in a header.
    public static let invalidPart = Code(rawValue: "invalidPart")
    /// The boundary is missing, empty, longer than 70 bytes, or holds bytes that a boundary cannot have.
    public static let invalidBoundary = Code(rawValue: "invalidBoundary")
    /// Receiving: the content type is not `multipart/form-data`; a server responds with 415.
    public static let notMultipart = Code(rawValue: "notMultipart")
    /// Receiving: a boundary line goes on with something that cannot stand there.
    public static let malformedDelimiter = Code(rawValue: "malformedDelimiter")
    /// Receiving: a part's headers cannot be read, lack a name, or no blank line follows them.
    public static let malformedHeader = Code(rawValue: "malformedHeader")
    /// Receiving: a part's headers are longer than the limit.
    public static let headerTooLarge = Code(rawValue: "headerTooLarge")
    /// Receiving: a part's content is longer than the limit; a server responds with 413.
    public static let partTooLarge = Code(rawValue: "partTooLarge")
    /// Receiving: the body is longer than the limit; a server responds with 413.
    public static let bodyTooLarge = Code(rawValue: "bodyTooLarge")
    /// Receiving: there are more parts than the limit.
    public static let tooManyParts = Code(rawValue: "tooManyParts")
    /// Receiving: the body ended before its closing boundary.
    public static let truncated = Code(rawValue: "truncated")
  }

  /// The kind of fault.
  public var code: Code
  /// A description of the failure, for a developer.
  public var message: String

  /// Makes an error.
  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// The code and the message.
  public var description: String { "\(code.rawValue): \(message)" }
}
