#if canImport(FoundationNetworking)
  import Dispatch
  import Foundation
  import FoundationNetworking

  /// Runs the delegate's methods where they arise, on the session's own serial queue.
  ///
  /// A plain operation queue makes an operation object for each head, chunk and end: a tenth of the cost of a
  /// small request. It also queues chunks without bound when they come faster than they are written to disk.
  /// In return the delegate must not wait for the session: see ``URLSessionTask/cancelFromAnywhere()``.
  private final class InlineQueue: OperationQueue, @unchecked Sendable {  // Restated; it has no state of its own.
    override func addOperation(_ block: @Sendable @escaping () -> Void) { block() }
  }

  extension URLSession {
    /// The queue that a session of ours calls its delegate on.
    static func makeDelegateQueue() -> OperationQueue? { InlineQueue() }
  }

  extension URLSessionTask {
    /// Cancels, also from within the session's queue, for which `cancel()` would wait.
    func cancelFromAnywhere() {
      DispatchQueue.global().async { self.cancel() }
    }
  }

  extension SessionDelegate {
    /// A 401 that asks for Basic or Digest credentials, of which we have none.
    ///
    /// Every answer to the challenge either waits for ever or hides the 401 behind an error. By now the whole
    /// answer has been received, though, so this is its end, and the task can be thrown away.
    func urlSession(
      _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
      completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
      exchange(of: task)?.complete(nil, lateHead: nil)
      task.cancelFromAnywhere()
    }
  }

  extension URLError {
    /// The fault as libcurl words it. FoundationNetworking keeps apart only a handful of libcurl's errors, and
    /// calls a connection that broke "refused" when another address of the same name had refused before.
    func platformCode(hasHead: Bool) -> TransportError.Code? {
      let text = localizedDescription.lowercased()
      for (part, code) in Self.libcurlTexts where text.contains(part) {
        return code == .connectionLost && hasHead && text.contains("eof") ? .truncatedBody : code
      }
      return nil
    }

    /// Parts of libcurl's messages, 7.80 to 8.16 (lib/strerror.c and the failf() calls), most specific first.
    private static let libcurlTexts: [(String, TransportError.Code)] = [
      ("content encoding", .invalidResponse),
      ("content unencoding", .invalidResponse),
      ("content-length", .invalidResponse),
      ("http/0.9", .invalidResponse),
      ("http version", .invalidResponse),
      ("weird server reply", .invalidResponse),
      ("failed writing header", .invalidResponse),
      ("chunked-encoding", .invalidResponse),
      ("header", .invalidResponse),
      ("bytes remaining to read", .truncatedBody),
      ("outstanding read data", .truncatedBody),
      ("partial file", .truncatedBody),
      ("connection reset", .connectionLost),
      ("broken pipe", .connectionLost),
      ("unexpected eof", .connectionLost),
      ("recv failure", .connectionLost),
      ("send failure", .connectionLost),
      ("failed sending data", .connectionLost),
      ("failure when receiving data", .connectionLost),
      ("empty reply", .connectionLost),
      ("certificate", .insecure),
      ("ssl", .insecure),
      ("tls", .insecure),
    ]
  }
#endif
