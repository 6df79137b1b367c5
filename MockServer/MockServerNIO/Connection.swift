import HTTPTypes
import NIOCore
import NIOHTTP1
import OpenMarketMock

/// One client's connection: drives ``RequestReader``, ``ExchangeOrder`` and ``OutgoingResponse``, and runs the
/// handler.
final class Connection: ChannelDuplexHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private let handler: any MockHandler
  private let executor: EventLoopTaskExecutor
  private let idleTimeout: TimeAmount
  private var reader: RequestReader
  private var order = ExchangeOrder()
  private var isLoopback = false

  /// The handler at work.
  private var task: Task<Void, Never>?
  /// A delay, a pause between pieces or the end of lingering.
  private var timer: Scheduled<Void>?
  private var idleTimer: Scheduled<Void>?
  private var outgoing: OutgoingResponse?
  private var isSending = false
  private var isHanging = false
  /// Since when the peer keeps us waiting; nil while it is our turn.
  private var waitingSince: NIODeadline?
  private var context: ChannelHandlerContext?

  /// How long a closed connection waits for the peer to close its half: long enough to read the response, which
  /// a reset would destroy.
  private static let lingering = TimeAmount.seconds(10)

  private init(handler: any MockHandler, configuration: MockServer.Configuration, loop: any EventLoop) {
    self.handler = handler
    executor = EventLoopTaskExecutor(loop)
    idleTimeout = TimeAmount(configuration.idleTimeout)
    reader = RequestReader(limit: configuration.maxBodyBytes, sink: configuration.bodySink)
  }

  /// Puts a parser and a connection on a new channel.
  static func install(
    on channel: any Channel, handler: any MockHandler, configuration: MockServer.Configuration
  ) throws {
    var limits = NIOHTTPDecoderLimitConfiguration()
    limits.maxHeaderListSize = configuration.maxHeaderBytes
    limits.maxHeaderFieldSize = configuration.maxHeaderBytes
    let parser = HTTPRequestDecoder(leftOverBytesStrategy: .dropBytes, limitConfiguration: limits)
    try channel.pipeline.syncOperations.addHandlers(
      ByteToMessageHandler(parser),
      Connection(handler: handler, configuration: configuration, loop: channel.eventLoop))
  }

  // MARK: Channel events

  func handlerAdded(context: ChannelHandlerContext) { self.context = context }

  func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

  func channelActive(context: ChannelHandlerContext) {
    isLoopback = context.remoteAddress?.isLoopback ?? false
    waitingSince = .now()
    watchIdleness(after: idleTimeout)
    context.fireChannelActive()
  }

  func channelInactive(context: ChannelHandlerContext) {
    task?.cancel()
    timer?.cancel()
    idleTimer?.cancel()
    outgoing = nil
    waitingSince = nil
    context.fireChannelInactive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if order.isIdle { waitingSince = .now() }
    switch unwrapInboundIn(data) {
    case .head(let head): received(reader.head(head, isLoopback: isLoopback))
    case .body(var bytes): received(reader.body(&bytes))
    case .end: received(reader.end())
    }
    continueIfAwaited()
  }

  func read(context: ChannelHandlerContext) {
    if order.mayRead() { context.read() }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    switch error {
    case HTTPParserError.headerOverflow: received(.refused(.requestHeaderFieldsTooLarge))
    case HTTPParserError.invalidVersion: received(.refused(.httpVersionNotSupported))
    case is HTTPParserError: received(.refused(.badRequest))
    // What follows rubbish is dropped.
    case is ByteToMessageDecoderError: break
    default: context.close(promise: nil)
    }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if event as? ChannelEvent == .inputClosed {
      // Whether the client has gone or only finished sending cannot be told. The handler learns that no client
      // may be waiting; its response is sent all the same.
      task?.cancel()
      if order.inputClosed() || isHanging { context.close(promise: nil) }
    }
    context.fireUserInboundEventTriggered(event)
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    // Writing changes writability too; the loop that writes looks for itself.
    if context.channel.isWritable, timer == nil, !isSending { sendMore() }
    context.fireChannelWritabilityChanged()
  }

  // MARK: Exchanges

  private func received(_ incoming: IncomingRequest?) {
    if let incoming, order.received(incoming) { respond(incoming) }
  }

  private func continueIfAwaited() {
    guard reader.awaitsContinue, order.isIdle, let context else { return }
    context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: "HTTP/1.1 100 Continue\r\n\r\n")), promise: nil)
  }

  private func respond(_ incoming: IncomingRequest) {
    guard let context else { return }
    waitingSince = nil
    if let status = incoming.refusal {
      deliver(.refusing(status), to: incoming)
      return
    }
    let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
    task = Task(executorPreference: executor) { [handler] in
      let response = await handler.handle(incoming.request)
      bound.value.responded(response, to: incoming)
    }
  }

  private func responded(_ response: MockResponse, to incoming: IncomingRequest) {
    task = nil
    guard response.delay > .zero else { return deliver(response, to: incoming) }
    after(TimeAmount(response.delay)) { $0.deliver(response, to: incoming) }
  }

  private func deliver(_ response: MockResponse, to incoming: IncomingRequest) {
    guard let context, context.channel.isActive else { return }
    switch response.delivery {
    case .normal, .truncate, .resetMidBody, .drip:
      outgoing = OutgoingResponse(response, to: incoming)
      sendMore()
    case .reset: context.resetConnection()
    case .close: finish(.close)
    case .hang: hang()
    case .garbage:
      let rubbish = ByteBuffer(string: "\u{1}\u{2}\u{3} this is not HTTP \u{4}\r\n\r\n")
      send(rubbish, then: .close)
    }
  }

  private func hang() {
    isHanging = true
    if order.inputIsClosed { context?.close(promise: nil) }
  }

  private func sendMore() {
    isSending = true
    defer { isSending = false }
    while let context, var response = outgoing, context.channel.isWritable {
      let piece = response.nextPiece(context.channel.allocator)
      if response.isFinished {
        outgoing = nil
        return send(piece, then: response.ending)
      }
      outgoing = response
      context.writeAndFlush(wrapOutboundOut(piece), promise: nil)
      if response.delay > .zero { return after(TimeAmount(response.delay)) { $0.sendMore() } }
    }
    waitingSince = outgoing == nil ? nil : .now()
  }

  private func send(_ bytes: ByteBuffer, then ending: OutgoingResponse.Ending) {
    guard let context else { return }
    if ending == .keepAlive {
      context.writeAndFlush(wrapOutboundOut(bytes), promise: nil)
      return finish(.keepAlive)
    }
    waitingSince = .now()
    let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
    context.writeAndFlush(wrapOutboundOut(bytes)).whenComplete { _ in bound.value.finish(ending) }
  }

  private func finish(_ ending: OutgoingResponse.Ending) {
    guard let context, context.channel.isActive else { return }
    if ending == .reset { return context.resetConnection() }
    switch order.responded(keepsAlive: ending == .keepAlive) {
    case .respond(let next): respond(next)
    case .wait(let read):
      waitingSince = .now()
      continueIfAwaited()
      if read { context.read() }
    case .close: if order.inputIsClosed { context.close(promise: nil) } else { closeLingering() }
    }
  }

  // MARK: Endings

  /// Closes our half, then takes and drops what still comes until the peer closes its own.
  private func closeLingering() {
    guard let context else { return }
    waitingSince = nil
    context.close(mode: .output, promise: nil)
    context.read()
    after(Self.lingering) { $0.context?.close(promise: nil) }
  }

  // MARK: Time

  private func after(_ delay: TimeAmount, _ action: @escaping @Sendable (Connection) -> Void) {
    guard let context else { return }
    let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
    timer = context.eventLoop.scheduleTask(in: delay) {
      let connection = bound.value
      connection.timer = nil
      action(connection)
    }
  }

  /// Looks whether the peer has kept us waiting too long; one timer for the life of the connection costs less
  /// than one for each request.
  private func watchIdleness(after delay: TimeAmount) {
    guard let context else { return }
    let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
    idleTimer = context.eventLoop.scheduleTask(in: delay) {
      let connection = bound.value
      let idle = connection.waitingSince.map { NIODeadline.now() - $0 } ?? .nanoseconds(0)
      if idle >= connection.idleTimeout {
        // What a client does not read would stay in the system's buffers after an orderly close.
        let context = connection.context
        if connection.order.isIdle { context?.close(promise: nil) } else { context?.resetConnection() }
      } else {
        connection.watchIdleness(after: connection.idleTimeout - idle)
      }
    }
  }
}
