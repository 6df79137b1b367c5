/// The reason of a failure as the network's library reports it, not yet judged.
protocol NetworkFault: Sendable {
  /// The fault in the terms that are the same for every library and platform.
  ///
  /// - Parameters:
  ///   - hasHead: The response's head had arrived.
  ///   - hasSent: Some of the request's body was sent.
  /// - Returns: A ``HTTPError``, or `CancellationError`.
  func transportError(hasHead: Bool, hasSent: Bool) -> any Error
}

extension HTTPError {
  /// The error of a fault of the network, with the library's own words for it.
  init(_ fault: TransportFault, because reason: String, cause: (any Error)?) {
    let text =
      switch fault {
      case .cannotResolve: "The server's name could not be resolved"
      case .cannotConnect: "No server responds at the address"
      case .connectionLost: "The connection was lost before the response was whole"
      case .truncatedBody: "The response ended before its end"
      case .invalidResponse: "The response is not understandable HTTP"
      case .idleTimeout: "Nothing moved on the connection for too long"
      case .insecure: "No secure connection to the server"
      default: "The request failed"
      }
    let advice =
      fault == .insecure
      ? " Look at the server's certificate, at this device's clock and at the authorities that it trusts."
      : ""
    self.init(fault: fault, "\(text) (\(reason)).\(advice)", cause: cause)
  }
}
