/// Why a form could not be sent, or a received body is not the form it claims to be.
package struct MultipartError: Error, Sendable, Hashable, CustomStringConvertible {
  package enum Code: String, Sendable {
    /// Sending: a file is missing, is no regular file, or cannot be read.
    case unreadableFile
    /// Sending: a file no longer has the size that was announced for it; make the body anew.
    case fileChanged
    /// Sending: a part's content type cannot stand in a header.
    case invalidPart
    /// The boundary is missing, empty, longer than 70 bytes, or holds bytes that a boundary cannot have.
    case invalidBoundary
    /// Receiving: the content type is not `multipart/form-data`; a server responds with 415.
    case notMultipart
    /// Receiving: a boundary line goes on with something that cannot stand there.
    case malformedDelimiter
    /// Receiving: a part's headers cannot be read, lack a name, or no blank line follows them.
    case malformedHeader
    /// Receiving: a part's headers are longer than the limit.
    case headerTooLarge
    /// Receiving: a part's content is longer than the limit; a server responds with 413.
    case partTooLarge
    /// Receiving: the body is longer than the limit; a server responds with 413.
    case bodyTooLarge
    /// Receiving: there are more parts than the limit.
    case tooManyParts
    /// Receiving: the body ended before its closing boundary.
    case truncated
  }

  package var code: Code
  /// A description of the failure, for a developer.
  package var message: String

  package init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  package var description: String { "\(code.rawValue): \(message)" }
}
