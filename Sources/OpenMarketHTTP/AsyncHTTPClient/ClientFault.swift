#if AsyncHTTPClient
  import AsyncHTTPClient
  import Foundation
  import NIOCore
  import NIOHTTP1
  import NIOHTTPCompression
  import NIOPosix
  import NIOSSL

  /// The reason of a failure as AsyncHTTPClient reports it, not yet judged.
  struct ClientFault: NetworkFault {
    typealias ClientError = AsyncHTTPClient.HTTPClientError

    let error: any Error
    /// Whether the head of the request is known to have gone out.
    let isSent: Bool
    let peer: ConnectionPeer

    func transportError(hasHead: Bool, hasSent: Bool) -> HTTPError {
      if let error = error as? HTTPError { return error }
      if !isSent, reasons.contains(where: Self.isLimit) { return HTTPError.tooManyOpenFiles }
      let fault = fault(whenBroken: hasHead ? .truncatedBody : .connectionLost)
      return HTTPError(fault, because: reason, to: peer, cause: error is ClientError ? nil : error)
    }

    /// - Parameter broken: The fault of a connection that ended.
    /// - Returns: The fault of ``error``.
    private func fault(whenBroken broken: TransportFault) -> TransportFault {
      switch error {
      case let error as ClientError: clientFault(error, whenBroken: broken)
      case let error as NIOConnectionError:
        error.connectionErrors.isEmpty && error.dnsAError != nil ? .cannotResolve : .cannotConnect
      // Only a connection that never was tells for certain that the server has not acted.
      case let error as IOError:
        !isSent && Self.isConnecting(error.errnoCode) ? .cannotConnect : .connectionLost
      case ChannelError.connectTimeout: .cannotConnect
      case HTTPParserError.invalidEOFState, NIOSSLError.uncleanShutdown, is ChannelError: broken
      case is HTTPParserError, is NIOHTTPDecoderError, is ResponseOutOfOrder,
        is NIOHTTPDecompression.DecompressionError, is NIOHTTPDecompression.ExtraDecompressionError:
        .invalidResponse
      case let error as NIOSSLError where error == .handshakeFailed(.sslError([.eofDuringHandshake])):
        isSent ? broken : .cannotConnect
      case is NIOSSLError, is BoringSSLError, is NIOSSLExtraError: isSent ? broken : .insecure
      default: broken  // Of HTTP/2, for the most part: streams and connections that were reset.
      }
    }

    /// The error of each address that was tried, in their order; without them the error itself.
    private var reasons: [any Error] {
      let attempts = (error as? NIOConnectionError)?.connectionErrors ?? []
      return attempts.isEmpty ? [error] : attempts.map(\.error)
    }

    private static func isLimit(_ error: any Error) -> Bool {
      (error as? IOError).map { OpenFiles.isLimit($0.errnoCode) } ?? false
    }

    /// Whether the system says so of connecting alone; the last three are those of a sandbox without a network.
    private static func isConnecting(_ number: CInt) -> Bool {
      [
        ECONNREFUSED, EHOSTUNREACH, EHOSTDOWN, ENETUNREACH, ENETDOWN, EADDRNOTAVAIL, EACCES, EPERM,
        EAFNOSUPPORT,
      ].contains(number)
    }

    private func clientFault(_ error: ClientError, whenBroken broken: TransportFault) -> TransportFault {
      switch error {
      case .connectTimeout, .tlsHandshakeTimeout, .httpProxyHandshakeTimeout, .socksHandshakeTimeout,
        .proxyAuthenticationRequired, .invalidProxyResponse:
        .cannotConnect
      case .getConnectionFromPoolTimeout, .readTimeout, .writeTimeout, .deadlineExceeded: .idleTimeout
      case .invalidURL, .emptyHost, .traceRequestWithBody, .bodyLengthMismatch: .invalidRequest
      default: broken
      }
    }

    /// The library's words for it, without fields of the request, which may be secret.
    private var reason: String {
      // The first address is often one of IPv6, which this device cannot reach at all.
      let last = reasons.last ?? error
      return switch last {
      case let error as IOError: unsafe String(cString: strerror(error.errnoCode))
      case let error as ClientError where error == .proxyAuthenticationRequired:
        "the proxy wants another name or password"
      case let error as ClientError where error == .invalidProxyResponse:
        "the proxy did not pass the request on"
      case let error as ClientError: error.shortDescription
      case HTTPParserError.invalidEOFState: "closed in the middle"
      default: "\(last)"
      }
    }
  }
#endif
