#if AsyncHTTPClient
  import AsyncHTTPClient
  import Foundation
  import HTTPTypes
  import NIOCore
  import NIOHTTP1
  import OpenMarketPacing
  import Synchronization

  /// Tells an ``Exchange`` what AsyncHTTPClient reports of its request, all on one event loop.
  final class ClientExchange: AsyncHTTPClient.HTTPClientResponseDelegate {
    typealias Response = Void
    typealias ClientTask = NetworkClient.Task<Void>

    private let exchange: Exchange
    private let upload: BodyUpload?
    private let idle: IdleWatch
    private let isSent = Atomic<Bool>(false)
    /// Stays open for as long as AsyncHTTPClient holds on to the request.
    private let pool: ClientPool
    private let peer: ConnectionPeer

    private let task = Mutex<ClientTask?>(nil)

    init(
      _ exchange: Exchange, upload: BodyUpload?, pool: ClientPool, peer: ConnectionPeer, idleTimeout: Duration
    ) {
      (self.exchange, self.upload, self.pool, self.peer) = (exchange, upload, pool, peer)
      idle = IdleWatch(limit: TimeAmount(min(idleTimeout, .seconds(1 << 30))))
      pool.exchangeBegan()
    }

    deinit { pool.exchangeEnded() }

    /// Begins the request, on the event loop: all that follows then happens there at once.
    func begin(_ request: NetworkClient.Request, with client: NetworkClient) {
      pool.loop.execute { [self] in
        idle.begin(on: pool.loop) { [exchange, peer] in
          exchange.end(
            with: HTTPError(.idleTimeout, because: "for the transport's idleTimeout", to: peer, cause: nil))
        }
        let task = client.execute(request: request, delegate: self)
        self.task.withLock { $0 = task }
        // Some failures are reported here alone.
        task.futureResult.whenFailure { self.fail($0) }
      }
    }

    /// Ends the request and closes its connection.
    func stop() {
      pool.loop.execute { [self] in task.withLock { $0 }?.cancel() }
    }

    // MARK: Reports

    func didSendRequestHead(task: ClientTask, _ head: HTTPRequestHead) {
      isSent.store(true, ordering: .relaxed)
      idle.moved()
    }

    func didSendRequestPart(task: ClientTask, _ part: IOData) {
      idle.moved()
      if let upload { exchange.sent(upload.sent(part.readableBytes)) }
    }

    func didReceiveHead(task: ClientTask, _ head: HTTPResponseHead) -> EventLoopFuture<Void> {
      idle.moved()
      upload?.pause()
      let response = HTTPResponse(head)
      if let encoding = response.headerFields[.contentEncoding],
        !Self.encodings.contains(encoding.lowercased())
      {
        exchange.end(
          with: HTTPError(
            fault: .invalidResponse, "The response is encoded as \(encoding), which was not asked for."))
      } else {
        exchange.receive(response)
      }
      return task.eventLoop.makeSucceededVoidFuture()
    }

    func didReceiveBodyPart(task: ClientTask, _ buffer: ByteBuffer) -> EventLoopFuture<Void> {
      idle.moved()
      exchange.receive(Data(buffer.readableBytesView))
      return task.eventLoop.makeSucceededVoidFuture()
    }

    func didFinishRequest(task: ClientTask) {
      release()
      exchange.complete(nil)
    }

    func didReceiveError(task: ClientTask, _ error: any Error) { fail(error) }

    /// Ends the exchange with `error`, if nothing else was reported of it.
    func fail(_ error: any Error) {
      release()
      exchange.complete(ClientFault(error: error, isSent: isSent.load(ordering: .relaxed), peer: peer))
    }

    private func release() {
      idle.stop()
      upload?.stop()
    }

    private static let encodings: Set = ["gzip", "deflate", "identity", "none", ""]
  }

  extension HTTPResponse {
    /// Status and fields of `head`, whose status has three digits.
    fileprivate init(_ head: HTTPResponseHead) {
      var fields = HTTPFields()
      fields.reserveCapacity(head.headers.count)
      for (name, value) in head.headers {
        guard let name = HTTPField.Name(name) else { continue }
        fields.append(HTTPField(name: name, value: value))
      }
      self.init(status: Status(code: Int(head.status.code)), headerFields: fields)
    }
  }
#endif
