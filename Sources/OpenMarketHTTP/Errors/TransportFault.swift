/// Why no whole response arrived; the same on every platform.
package enum TransportFault: String, Sendable {
  /// The name could not be resolved.
  case cannotResolve
  /// No server responded at the address.
  case cannotConnect
  /// The connection broke before the response's head was complete, or was reset.
  case connectionLost
  /// The response ended before its announced length.
  case truncatedBody
  /// The response is not HTTP, or its content encoding is unknown.
  case invalidResponse
  /// The response is longer than the request allows.
  case responseTooLarge
  /// Nothing moved for the transport's idle time.
  case idleTimeout
  /// The deadline of the attempt or of the whole call passed.
  case deadlineExceeded
  /// The request cannot be sent as it is: not an http(s) URL, a missing file, a bad length.
  case invalidRequest
  /// The file that the response was to go to, or a temporary one, cannot be written: a missing folder, no
  /// permission, a full disk.
  case cannotWriteFile
  /// TLS or certificate failure.
  case insecure
  /// A fault of no known kind.
  case other

  /// The code of an error with this fault: the caller's remedy.
  var code: HTTPError.Code {
    switch self {
    case .cannotResolve, .cannotConnect, .insecure: .unreachable
    case .connectionLost, .truncatedBody: .connectionLost
    case .idleTimeout, .deadlineExceeded: .timedOut
    case .invalidResponse, .responseTooLarge: .invalidResponse
    case .invalidRequest, .cannotWriteFile: .invalidInput
    case .other: .connectionLost  // The only one that promises nothing about what the server did.
    }
  }
}

extension TransportFault {
  /// The plainest fault with `code`, for an error of a foreign transport.
  init(_ code: HTTPError.Code) {
    self =
      switch code {
      case .unreachable: .cannotConnect
      case .timedOut: .idleTimeout
      case .invalidResponse: .invalidResponse
      case .connectionLost: .connectionLost
      default: .invalidRequest  // The only one after which nothing is tried again.
      }
  }
}

extension HTTPError {
  package init(fault: TransportFault, _ message: String, cause: (any Error)? = nil) {
    self.init(fault.code, message, cause: cause)
    self.fault = fault
  }
}
