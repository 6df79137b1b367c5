extension HTTPError {
  /// Groups a fault of the transport by what the caller can do about it.
  init(_ error: TransportError) {
    self.init(Code(error.code), error.message, cause: error)
  }
}

extension HTTPError.Code {
  init(_ code: TransportError.Code) {
    self =
      switch code {
      case .cannotResolve, .cannotConnect, .insecure: .unreachable
      case .connectionLost, .truncatedBody: .connectionLost
      case .idleTimeout, .deadlineExceeded: .timedOut
      case .invalidResponse, .responseTooLarge: .invalidResponse
      case .invalidRequest, .cannotWriteFile: .invalidInput
      default: .connectionLost  // The only one that promises nothing about what the server did.
      }
  }
}
