import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A session and its connections, which close once the pool has been released and its last request has ended.
final class ConnectionPool: Sendable {
  private let session: URLSession
  private let delegate = SessionDelegate()

  init(_ configuration: URLSessionTransport.Configuration) {
    session = URLSession(
      configuration: configuration.session, delegate: delegate, delegateQueue: URLSession.makeDelegateQueue())
  }

  deinit {
    // The session keeps its delegate, and itself, until told.
    session.finishTasksAndInvalidate()
  }

  /// A task, not yet begun, whose events go to `exchange`.
  func makeTask(_ request: URLRequest, sending body: UploadBody, for exchange: Exchange) -> URLSessionTask {
    let task = session.makeTask(request, sending: body)
    delegate.register(exchange, for: task)
    return task
  }

  /// Exchanges whose tasks the session has not released.
  var exchangeCount: Int { delegate.exchangeCount }
}

extension URLSessionTransport.Configuration {
  fileprivate var session: URLSessionConfiguration {
    let session = URLSessionConfiguration.ephemeral
    let (seconds, attoseconds) = idleTimeout.components
    session.timeoutIntervalForRequest = Double(seconds) + (attoseconds > 0 ? 1 : 0)
    session.httpMaximumConnectionsPerHost = connectionsPerHost
    // Even an ephemeral session has a cookie jar, a cache and a keychain of its own.
    session.httpCookieStorage = nil
    session.httpCookieAcceptPolicy = .never
    session.httpShouldSetCookies = false
    session.urlCache = nil
    session.requestCachePolicy = .reloadIgnoringLocalCacheData
    session.urlCredentialStorage = nil
    return session
  }
}
