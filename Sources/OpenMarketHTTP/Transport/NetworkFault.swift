/// The reason of a failure as the network's library reports it, not yet judged.
protocol NetworkFault: Sendable {
  /// The fault in the terms that are the same for every library and platform.
  ///
  /// - Parameters:
  ///   - hasHead: The response's head had arrived.
  ///   - hasSent: The request is known to have begun to go out.
  /// - Returns: The error of the request.
  func transportError(hasHead: Bool, hasSent: Bool) -> HTTPError
}

extension HTTPError {
  /// The error of a fault of the network, with the library's own words for it.
  ///
  /// - Parameters:
  ///   - fault: The fault.
  ///   - reason: The library's words.
  ///   - peer: The other end of the connection, if it is known.
  ///   - cause: The library's error, if others may see it.
  init(_ fault: TransportFault, because reason: String, to peer: ConnectionPeer?, cause: (any Error)?) {
    let proxy = peer?.variable
    let text =
      switch fault {
      case .cannotResolve: "The name of the \(proxy == nil ? "server" : "proxy") could not be resolved"
      case .cannotConnect where proxy != nil: "No connection through the proxy"
      case .cannotConnect: "No server responds at \(peer?.address ?? "the address")"
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
    let way = peer.flatMap { peer in
      peer.variable.map { " The connection goes through the proxy \(peer.address), which \($0) names." }
    }
    self.init(fault: fault, "\(text) (\(reason)).\(advice)\(way ?? "")", cause: cause)
  }
}
