public import Foundation

/// The body of a request. Every case can be sent again, so that a retry or a redirect never
/// finds a half-read stream.
public enum RequestBody: Sendable {
  /// No body.
  case none
  /// Bytes in memory.
  case data(Data)
  /// The contents of a file, read while sending.
  case file(URL)
  /// Chunks from a stream that the closure makes for each attempt. With `length` (bytes) the request announces a
  /// `Content-Length`, otherwise it is sent chunked.
  case stream(length: Int64?, @Sendable () -> AsyncThrowingStream<Data, any Error>)
}

extension RequestBody {
  /// The length in bytes as far as it is known before sending, else 0.
  var announcedLength: Int64 {
    switch self {
    case .none: 0
    case .data(let data): Int64(data.count)
    case .file(let url): (try? url.resourceValues(forKeys: [.fileSizeKey]))?.fileSize.map(Int64.init) ?? 0
    case .stream(let length, _): length ?? 0
    }
  }
}

extension Duration {
  /// The time that a slow link (128 kbit/s) takes for so many bytes, in whole seconds; time limits leave room for it.
  package static func sending(_ count: Int64) -> Duration { .seconds(max(0, count) >> 14) }
}

/// The body of a response, in the form given by ``TransportRequest/destination``.
public enum ResponseBody: Sendable {
  /// The whole body in memory.
  case data(Data)
  /// Chunks as they arrive, without back pressure, as URLSession cannot pause a response on Linux: those that are not read
  /// yet wait in memory. Their only bound is ``TransportRequest/responseLimit``, and an ``HTTPClient`` sets none for streams:
  /// what may not fit goes to a file. Releasing the stream before its end closes the connection. A cancelled task sees the
  /// stream end without an error, as with every `AsyncThrowingStream`: check for cancellation after the loop.
  case stream(AsyncThrowingStream<Data, any Error>)
  /// The whole body, in this file.
  case file(URL)
}

/// The destination of a successful response's body. That of any other response, such as an error page, comes in
/// memory.
public enum ResponseDestination: Sendable, Hashable {
  /// Into memory, at most ``TransportRequest/responseLimit`` bytes.
  case memory
  /// To the caller, chunk by chunk, as soon as the head has arrived.
  case stream
  /// Into this file, with flat memory. An existing file is replaced in one step, once the body is complete.
  case file(URL)
}
