/// Why a form could not be sent, or a received body is not the form it claims to be.
package struct MultipartError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of fault; an open set, so that new kinds do not break callers.
  package struct Code: RawRepresentable, Sendable, Hashable {
    /// The stable text of the code.
    package let rawValue: String
    /// Makes a code from its text.
    package init(rawValue: String) { self.rawValue = rawValue }

    /// Sending: a file is missing, is no regular file, or cannot be read.
    package static let unreadableFile = Code(rawValue: "unreadableFile")
    /// Sending: a file no longer has the size that was announced for it; make the body anew.
    package static let fileChanged = Code(rawValue: "fileChanged")
    /// Sending: a part's content type cannot stand in a header.
    package static let invalidPart = Code(rawValue: "invalidPart")
    /// The boundary is missing, empty, longer than 70 bytes, or holds bytes that a boundary cannot have.
    package static let invalidBoundary = Code(rawValue: "invalidBoundary")
    /// Receiving: the content type is not `multipart/form-data`; a server responds with 415.
    package static let notMultipart = Code(rawValue: "notMultipart")
    /// Receiving: a boundary line goes on with something that cannot stand there.
    package static let malformedDelimiter = Code(rawValue: "malformedDelimiter")
    /// Receiving: a part's headers cannot be read, lack a name, or no blank line follows them.
    package static let malformedHeader = Code(rawValue: "malformedHeader")
    /// Receiving: a part's headers are longer than the limit.
    package static let headerTooLarge = Code(rawValue: "headerTooLarge")
    /// Receiving: a part's content is longer than the limit; a server responds with 413.
    package static let partTooLarge = Code(rawValue: "partTooLarge")
    /// Receiving: the body is longer than the limit; a server responds with 413.
    package static let bodyTooLarge = Code(rawValue: "bodyTooLarge")
    /// Receiving: there are more parts than the limit.
    package static let tooManyParts = Code(rawValue: "tooManyParts")
    /// Receiving: the body ended before its closing boundary.
    package static let truncated = Code(rawValue: "truncated")
  }

  /// The kind of fault.
  package var code: Code
  /// A description of the failure, for a developer.
  package var message: String

  package init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// The code and the message.
  package var description: String { "\(code.rawValue): \(message)" }
}
