#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking

  extension SessionDelegate {
    /// A 401 that asks for Basic or Digest credentials, of which we have none.
    ///
    /// Every response to the challenge either waits for ever or hides the 401 behind an error. By now the whole
    /// response has been received, though, so this is its end, and the task can be thrown away.
    func urlSession(
      _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
      completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
      exchange(of: task)?.complete(nil)
      task.cancelFromAnywhere()
    }

    /// libcurl sends a request again, because the connection it reused broke, and wants the body once more.
    ///
    /// Refused, with a body that cannot be read: the server may have acted on the first one. Whether to repeat a
    /// request is for those to say who know what it does. (Without a response, libcurl would send the head alone.)
    func urlSession(
      _ session: URLSession, task: URLSessionTask,
      needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
    ) {
      completionHandler(UnreadableStream(data: Data()))
    }
  }

  extension URLSessionTask {
    /// The other end of its connection: libcurl takes the proxies of the environment.
    var peer: ConnectionPeer? {
      originalRequest?.url.map { ConnectionPeer(of: $0, proxy: try? ProxySettings().proxy(for: $0)) }
    }
  }

  /// A stream that fails when it is read.
  private final class UnreadableStream: InputStream {
    override var streamStatus: Stream.Status { .notOpen }
    override var hasBytesAvailable: Bool { true }
    override func open() {}
    override func close() {}
    override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength length: Int) -> Int { -1 }
  }
#endif
