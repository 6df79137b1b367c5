#if canImport(FoundationNetworking)
  import Dispatch
  import Foundation
  import FoundationNetworking

  extension URLSession {
    /// The queue that a session of ours calls its delegate on.
    static func makeDelegateQueue() -> OperationQueue? { InlineQueue() }

    /// A task that sends `body` with its length.
    ///
    /// Upload tasks read files through `DispatchIO`, which costs ten times the work, dozens of threads and
    /// megabytes of their memory; a stream of a file is simply read. What streams lack is the length: they are
    /// sent chunked unless libcurl is told the length, and by a blank field not to chunk.
    func makeTask(_ request: URLRequest, sending body: UploadBody) -> URLSessionTask {
      guard let length = body.length, length > 0 else { return dataTask(with: request) }
      var request = request
      request.httpBodyStream =
        switch body {
        case .none: nil
        case .data(let data): InputStream(data: data)
        case .file(let url, _, _): InputStream(url: url)
        }
      request.setValue(String(length), forHTTPHeaderField: "Content-Length")
      request.setValue(" ", forHTTPHeaderField: "Transfer-Encoding")
      return dataTask(with: request)
    }
  }

  extension URLSessionTask {
    /// Cancels, also from within the session's queue, for which `cancel()` would wait.
    func cancelFromAnywhere() {
      DispatchQueue.global().async { self.cancel() }
    }
  }

  /// Runs the delegate's methods where they arise, on the session's own serial queue.
  ///
  /// A plain operation queue makes an operation object for each head, chunk and end: a good part of the cost of
  /// a small request. It also queues chunks without bound when they come faster than they are written to disk.
  /// In return the delegate must not wait for the session: see ``URLSessionTask/cancelFromAnywhere()``.
  ///
  /// `@unchecked Sendable` restates what the superclass declares; there is no state here.
  private final class InlineQueue: OperationQueue, @unchecked Sendable {
    override func addOperation(_ block: @Sendable @escaping () -> Void) { block() }
  }
#endif
