import Foundation
import HTTPTypes

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

  /// Whether a request may reach the server twice if it goes out on a connection used before.
  ///
  /// When such a connection breaks before the response, the system sends the request again: libcurl whatever its method,
  /// which ``SessionDelegate`` prevents where there is a body; CFNetwork when the method is idempotent (Apple's QA1941),
  /// whatever its body. Such a request must be a read, or go out on a connection of its own. That holds for DELETE, too: the
  /// response to the second would be that there is nothing to delete, and no caller could tell that there had been a first.
  static func mayRepeat(_ method: HTTPRequest.Method, _ body: UploadBody) -> Bool {
    guard method != .get, method != .head else { return false }
    let isEmpty = (body.length ?? 0) == 0
    #if canImport(FoundationNetworking)
      return isEmpty
    #else
      return isEmpty || method != .post && method != .patch
    #endif
  }

  /// Exchanges whose tasks the session has not released.
  var exchangeCount: Int { delegate.exchangeCount }
}

extension URLSessionTransport.Configuration {
  fileprivate var session: URLSessionConfiguration {
    let session = URLSessionConfiguration.ephemeral
    // Each request has its own: of the two, Apple's system takes the shorter. As long as the system's own for a whole request.
    session.timeoutIntervalForRequest = session.timeoutIntervalForResource
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
