import Foundation
import HTTPTypes
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The delegate of a whole session: knows which exchange each task belongs to.
///
/// Delegates of single tasks are told neither of redirects nor of challenges on Linux.
final class SessionDelegate: NSObject, URLSessionDataDelegate {
  private let exchanges = Mutex<[Int: Exchange]>([:])

  /// From now on `task` reports to `exchange`, until it has ended.
  func register(_ exchange: Exchange, for task: URLSessionTask) {
    exchanges.withLock { $0[task.taskIdentifier] = exchange }
  }

  func exchange(of task: URLSessionTask) -> Exchange? {
    exchanges.withLock { $0[task.taskIdentifier] }
  }

  /// Exchanges whose tasks have not ended.
  var exchangeCount: Int { exchanges.withLock { $0.count } }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    if let exchange = exchange(of: dataTask) {
      if let response = response as? HTTPURLResponse, let head = HTTPResponse(response) {
        exchange.receive(head)
      } else {
        exchange.end(with: HTTPError(fault: .invalidResponse, "The response's status is not one of HTTP."))
      }
    }
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    exchange(of: dataTask)?.receive(data)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
    totalBytesExpectedToSend: Int64
  ) {
    exchange(of: task)?.sent(totalBytesSent)
  }

  /// Never follows: a 3xx is a response like any other.
  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    completionHandler(nil)
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    guard let exchange = exchanges.withLock({ $0.removeValue(forKey: task.taskIdentifier) }) else { return }
    exchange.complete(
      error.map { SessionFault(error: $0, peer: task.peer) },
      late: (task.response as? HTTPURLResponse).flatMap { HTTPResponse($0) })
  }
}
