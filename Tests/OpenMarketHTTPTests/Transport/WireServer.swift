import Foundation
import NIOCore
import NIOPosix
import Testing

/// A server that responds to every request head with the same bytes, HTTP or not, and sees its peers leave. It cuts
/// off every handshake of TLS.
final class WireServer: Sendable {
  /// What happens after the bytes.
  enum Ending: Sendable { case close, keepOpen }

  let url: URL
  private let listener: any Channel
  private let requests: AsyncStream<Void>
  private let departures: AsyncStream<Void>
  private let arrivals: Recorder<Void>

  /// Connections accepted so far.
  var connectionCount: Int { arrivals.all.count }

  static func start(responding bytes: String, then ending: Ending = .close) async throws -> WireServer {
    let (requests, requested) = AsyncStream<Void>.makeStream()
    let (departures, departed) = AsyncStream<Void>.makeStream()
    let arrivals = Recorder<Void>()
    let listener = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          arrivals.record(())
          try channel.pipeline.syncOperations.addHandler(
            Responder(bytes: bytes, ending: ending, requested: requested, departed: departed))
        }
      }
      .bind(host: "127.0.0.1", port: 0).get()
    let port = try #require(listener.localAddress?.port)
    return WireServer(
      url: try #require(URL(string: "http://127.0.0.1:\(port)")), listener: listener,
      requests: requests, departures: departures, arrivals: arrivals)
  }

  private init(
    url: URL, listener: any Channel, requests: AsyncStream<Void>, departures: AsyncStream<Void>,
    arrivals: Recorder<Void>
  ) {
    (self.url, self.listener, self.arrivals) = (url, listener, arrivals)
    (self.requests, self.departures) = (requests, departures)
  }

  /// Returns when a request's head has come.
  func requestArrived() async { for await _ in requests { return } }

  /// Returns when a connection has ended, whoever ended it.
  func connectionEnded() async { for await _ in departures { return } }

  func stop() async throws { try await listener.close() }
}

private final class Responder: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private let bytes: String
  private let ending: WireServer.Ending
  private let requested: AsyncStream<Void>.Continuation
  private let departed: AsyncStream<Void>.Continuation
  private var head = ByteBuffer()

  init(
    bytes: String, ending: WireServer.Ending, requested: AsyncStream<Void>.Continuation,
    departed: AsyncStream<Void>.Continuation
  ) {
    (self.bytes, self.ending) = (bytes, ending)
    (self.requested, self.departed) = (requested, departed)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    var buffer = unwrapInboundIn(data)
    head.writeBuffer(&buffer)
    if head.readableBytesView.first == 0x16 { return context.close(promise: nil) }
    guard String(buffer: head).contains("\r\n\r\n") else { return }
    head.clear()
    requested.yield()
    let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
    context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: bytes))).whenComplete { [ending] _ in
      if ending == .close { bound.value.close(promise: nil) }
    }
  }

  func channelInactive(context: ChannelHandlerContext) { departed.yield() }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
