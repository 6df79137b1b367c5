#if canImport(FoundationNetworking)
  import Dispatch
  import Foundation
  import FoundationNetworking

  /// Runs the delegate's methods where they arise, on the session's own serial queue.
  ///
  /// A plain operation queue makes an operation object for each head, chunk and end: a tenth of the cost of a
  /// small request. It also queues chunks without bound when they come faster than they are written to disk.
  /// In return the delegate must not wait for the session: see ``URLSessionTask/cancelFromAnywhere()``.
  ///
  /// `@unchecked Sendable` restates what the superclass declares; there is no state here.
  private final class InlineQueue: OperationQueue, @unchecked Sendable {
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
      exchange(of: task)?.complete(nil)
      task.cancelFromAnywhere()
    }
  }

  extension URLError {
    /// The fault as libcurl words it, where the code says too little.
    ///
    /// FoundationNetworking keeps apart only a handful of libcurl's errors and calls the others unknown. It also
    /// calls a connection that broke "refused" when another address of the same name had refused before.
    func platformCode(hasHead: Bool) -> TransportError.Code? {
      guard code == .unknown || code == .cannotConnectToHost else { return nil }
      let text = localizedDescription.lowercased()
      guard let code = Self.libcurlTexts.first(where: { text.contains($0.0) })?.1 else { return nil }
      return code == .connectionLost && hasHead && text.contains("eof") ? .truncatedBody : code
    }

    /// Parts of libcurl's messages, as of 7.88 to 8.16 (lib/strerror.c and the calls of failf), in the order in
    /// which they are looked for: the first may be followed by a host's name, which may hold the later ones.
    private static let libcurlTexts: [(String, TransportError.Code)] = [
      ("failed to connect", .cannotConnect),
      ("couldn't connect", .cannotConnect),
      ("could not connect", .cannotConnect),
      ("connection reset", .connectionLost),
      ("broken pipe", .connectionLost),
      ("unexpected eof", .connectionLost),
      ("recv failure", .connectionLost),
      ("send failure", .connectionLost),
      ("failed sending data", .connectionLost),
      ("failure when receiving data", .connectionLost),
      ("empty reply", .connectionLost),
      ("bytes remaining to read", .truncatedBody),
      ("outstanding read data", .truncatedBody),
      ("partial file", .truncatedBody),
      ("content encoding", .invalidResponse),
      ("content unencoding", .invalidResponse),
      ("content-length", .invalidResponse),
      ("chunked-encoding", .invalidResponse),
      ("header", .invalidResponse),
      ("weird server reply", .invalidResponse),
      ("certificate", .insecure),
      ("ssl", .insecure),
      ("tls", .insecure),
    ]
  }
#endif
