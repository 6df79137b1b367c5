#if AsyncHTTPClient
  import NIOCore
  import NIOHTTP1
  import NIOHTTP2

  /// The handler between the HTTP decoder and AsyncHTTPClient's own: nothing passes that would end the process.
  ///
  /// ``ResponseOrder`` decides which parts pass. Besides, the handler hides that a connection is not writable: bodies are sent piece
  /// by piece, each after the one before it, and where AsyncHTTPClient would pause a body, it forgets those who wait.
  final class ResponseGuard: ChannelDuplexHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias InboundOut = HTTPClientResponsePart
    typealias OutboundIn = HTTPClientRequestPart
    typealias OutboundOut = HTTPClientRequestPart

    private var order = ResponseOrder()
    private var held: [HTTPClientResponsePart] = []
    private var isHeadRequest = false
    private var isShownWritable = true

    /// Adds a guard to a new connection of HTTP/1, behind its decoder.
    static func add(toConnection channel: any Channel) -> EventLoopFuture<Void> {
      channel.eventLoop.makeCompletedFuture {
        let pipeline = channel.pipeline.syncOperations
        let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPResponseDecoder>.self)
        try pipeline.addHandler(ResponseGuard(), position: .after(decoder))
      }
    }

    /// Adds a guard to a new stream of HTTP/2, behind its translation to parts of HTTP/1.
    static func add(toStream channel: any Channel) -> EventLoopFuture<Void> {
      channel.eventLoop.makeCompletedFuture {
        let pipeline = channel.pipeline.syncOperations
        let decoder = try pipeline.handler(type: HTTP2FramePayloadToHTTP1ClientCodec.self)
        try pipeline.addHandler(ResponseGuard(), position: .after(decoder))
      }
    }

    func handlerAdded(context: ChannelHandlerContext) { isShownWritable = context.channel.isWritable }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
      switch unwrapOutboundIn(data) {
      case .head(let head):
        isHeadRequest = head.method == .HEAD
        held = []
        order.sendHead()
      case .body:
        break
      case .end:
        if order.sendEnd() {
          // Not from within AsyncHTTPClient's own call.
          context.eventLoop.assumeIsolated().execute { self.passHeld(context) }
        }
      }
      context.write(data, promise: promise)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      let part = unwrapInboundIn(data)
      switch order.receive(.init(part)) {
      case .drop: break
      case .pass: context.fireChannelRead(wrapInboundOut(readable(part)))
      case .hold: held.append(part)
      case .release:
        held.append(part)
        passHeld(context)
      case .fail(let what):
        held = []
        context.fireErrorCaught(ResponseOutOfOrder(description: what))
        context.close(promise: nil)
      }
    }

    func channelInactive(context: ChannelHandlerContext) {
      if order.sendEnd() { passHeld(context) }
      context.fireChannelInactive()
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
      guard context.channel.isWritable, !isShownWritable else { return }
      isShownWritable = true
      context.fireChannelWritabilityChanged()
    }

    private func passHeld(_ context: ChannelHandlerContext) {
      var parts = held
      held = []
      order.releaseHeld()
      // Without a body, the end would be kept until the request had been sent, which may have been given up.
      if parts.count == 2, case .end = parts[1] { parts.insert(.body(ByteBuffer()), at: 1) }
      guard !parts.isEmpty else { return }
      let isEmpty = parts.allSatisfy {
        if case .body(let bytes) = $0 { bytes.readableBytes == 0 } else { true }
      }
      for part in parts { context.fireChannelRead(wrapInboundOut(readable(part, isEmpty: isEmpty))) }
      context.fireChannelReadComplete()
    }

    /// The same part without an encoding where there is no body: the end of an encoded nothing would count as cut off. The old
    /// name of gzip (RFC 9110, section 8.4.1.3) becomes the new one, the only one that is decoded.
    private func readable(_ part: HTTPClientResponsePart, isEmpty: Bool = false) -> HTTPClientResponsePart {
      guard case .head(var head) = part, head.headers.contains(name: "Content-Encoding") else {
        return part
      }
      if isEmpty || isHeadRequest || [204, 304].contains(head.status.code)
        || head.headers.first(name: "Content-Length") == "0"
      {
        head.headers.remove(name: "Content-Encoding")
      } else if head.headers["Content-Encoding"].map({ $0.lowercased() }) == ["x-gzip"] {
        head.headers.replaceOrAdd(name: "Content-Encoding", value: "gzip")
      }
      return .head(head)
    }
  }

  /// A response that is none, whichever bytes it was made of.
  struct ResponseOutOfOrder: Error, CustomStringConvertible {
    let description: String
  }

  extension ResponseOrder.Part {
    fileprivate init(_ part: HTTPClientResponsePart) {
      self =
        switch part {
        case .head(let head): .head(status: Int(head.status.code))
        case .body(let bytes): .body(bytes: bytes.readableBytes)
        case .end: .end
        }
    }
  }
#endif
