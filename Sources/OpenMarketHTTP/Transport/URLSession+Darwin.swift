#if !canImport(FoundationNetworking)
  import Foundation

  extension URLSession {
    /// The queue that a session of ours calls its delegate on: the session's own serial one.
    static func makeDelegateQueue() -> OperationQueue? { nil }
  }

  extension URLSessionTask {
    /// Cancels from any thread.
    func cancelFromAnywhere() { cancel() }
  }

  extension SessionDelegate {
    /// Declines to sign in, so that a 401 comes back as an ordinary answer; leaves TLS to the system.
    func urlSession(
      _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
      completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
      switch challenge.protectionSpace.authenticationMethod {
      case NSURLAuthenticationMethodServerTrust, NSURLAuthenticationMethodClientCertificate:
        completionHandler(.performDefaultHandling, nil)
      default:
        completionHandler(.rejectProtectionSpace, nil)
      }
    }
  }

  extension URLError {
    /// Nothing: the error's code says it.
    func platformCode(hasHead: Bool) -> TransportError.Code? { nil }
  }
#endif
