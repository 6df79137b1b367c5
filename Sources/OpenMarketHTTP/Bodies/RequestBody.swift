public import Foundation

/// The bytes a request carries. Every case can be sent again, so that a retry or a redirect never
/// finds a half-read stream.
public enum RequestBody: Sendable {
  /// No body.
  case none
  /// Bytes in memory.
  case data(Data)
  /// The contents of a file, read while sending.
  case file(URL)
  /// Chunks made anew by the closure for each attempt. With `length` (bytes) the request announces a
  /// `Content-Length`, otherwise it is sent chunked.
  case stream(length: Int64?, @Sendable () -> AsyncThrowingStream<Data, any Error>)
}
