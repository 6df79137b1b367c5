#if !canImport(FoundationNetworking)
  import Foundation

  extension URLSession {
    /// The queue that a session of ours calls its delegate on: the session's own serial one.
    static func makeDelegateQueue() -> OperationQueue? { nil }

    /// A task that sends `body` with its length.
    func makeTask(_ request: URLRequest, sending body: UploadBody) -> URLSessionTask {
      switch body {
      case .none: return dataTask(with: request)
      case .data(let data): return uploadTask(with: request, from: data)
      case .file(let url, _, _): return uploadTask(with: request, fromFile: url)
      }
    }
  }

  extension URLSessionTask {
    /// Cancels from any thread.
    func cancelFromAnywhere() { cancel() }

    /// The other end of its connection: the proxies of the system's settings are not known here.
    var peer: ConnectionPeer? { originalRequest?.url.map { ConnectionPeer(of: $0, proxy: nil) } }
  }

  extension SessionDelegate {
    /// Comes before the end of the task. Only this tells whether a request without a body has gone out.
    func urlSession(
      _ session: URLSession, task: URLSessionTask, didFinishCollecting metrics: URLSessionTaskMetrics
    ) {
      let hasLeft = metrics.transactionMetrics.contains { $0.countOfRequestHeaderBytesSent > 0 }
      if hasLeft { exchange(of: task)?.noteLeft() }
    }

    /// Declines to sign in, so that a 401 comes back as an ordinary response; leaves TLS and proxies to the system, which
    /// knows the user's credentials for them.
    func urlSession(
      _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
      completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
      switch challenge.protectionSpace.authenticationMethod {
      case NSURLAuthenticationMethodServerTrust, NSURLAuthenticationMethodClientCertificate:
        completionHandler(.performDefaultHandling, nil)
      case _ where challenge.protectionSpace.isProxy():
        completionHandler(.performDefaultHandling, nil)
      default:
        completionHandler(.rejectProtectionSpace, nil)
      }
    }
  }

  extension URLError {
    /// Nothing: the error's code says it.
    func platformCode(hasHead: Bool) -> TransportFault? { nil }
  }
#endif
