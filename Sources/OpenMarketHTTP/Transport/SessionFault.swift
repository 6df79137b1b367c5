import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The reason of a failure as URLSession reports it, not yet judged.
struct SessionFault: NetworkFault {
  let error: any Error
  /// The other end of the connection, if it is known.
  var peer: ConnectionPeer?

  func transportError(hasHead: Bool, hasSent: Bool) -> HTTPError {
    guard let error = error as? URLError else {
      // Such as the system's own number for connections that iOS has taken from a stopped process.
      return HTTPError(.other, because: error.localizedDescription, to: peer, cause: error)
    }
    let code = code(of: error, hasHead: hasHead, hasSent: hasSent)
    return HTTPError(code, because: error.localizedDescription, to: peer, cause: error)
  }

  private func code(of error: URLError, hasHead: Bool, hasSent: Bool) -> TransportFault {
    // Once something was sent, it must not be taken for a request that never left, as by an attempt that the system makes
    // by itself when a connection breaks. (A head before anything was sent is that of a proxy.)
    if let code = error.platformCode(hasHead: hasHead) {
      guard hasSent, [.cannotConnect, .insecure].contains(code) else { return code }
      return hasHead ? .truncatedBody : .connectionLost
    }
    switch error.code {
    case .cannotFindHost, .dnsLookupFailed:
      return hasHead || hasSent ? .connectionLost : .cannotResolve
    case .cannotConnectToHost, .notConnectedToInternet, .internationalRoamingOff, .callIsActive,
      .dataNotAllowed:
      return hasHead || hasSent ? .connectionLost : .cannotConnect
    // Cancelled by the system, as when an app comes back to the foreground: what we cancel has ended before.
    case .networkConnectionLost, .cancelled:
      return .connectionLost
    case .badServerResponse:
      return hasHead ? .truncatedBody : .connectionLost
    case .unsupportedURL, .cannotParseResponse, .cannotDecodeRawData, .cannotDecodeContentData:
      return .invalidResponse
    case .timedOut:
      return .idleTimeout
    case .dataLengthExceedsMaximum:
      return .responseTooLarge
    case .badURL, .fileDoesNotExist, .fileIsDirectory, .noPermissionsToReadFile, .requestBodyStreamExhausted:
      return .invalidRequest
    case .secureConnectionFailed where error.isCutHandshake:
      return hasHead || hasSent ? .connectionLost : .cannotConnect
    case .secureConnectionFailed, .serverCertificateHasBadDate, .serverCertificateUntrusted,
      .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .clientCertificateRejected,
      .clientCertificateRequired, .appTransportSecurityRequiresSecureConnection:
      return hasHead || hasSent ? .connectionLost : .insecure
    default:
      return hasHead ? .truncatedBody : .other
    }
  }
}

extension URLError {
  /// Whether the other end closed the connection while it was to become a secure one, as a server that restarts or a poor network
  /// does: `errSSLClosedGraceful`, `errSSLClosedAbort` and `errSSLClosedNoNotify` of Apple's Secure Transport.
  fileprivate var isCutHandshake: Bool {
    [-9805, -9806, -9816].contains(userInfo["_kCFStreamErrorCodeKey"] as? Int ?? 0)
  }
}
