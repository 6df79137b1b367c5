import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix

// The least a swift-nio HTTP/1 server does: responses every request with a body of the given length.
// Usage: nio-baseline [BODY-BYTES]

final class FixedResponse: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private let body: ByteBuffer

  init(body: ByteBuffer) { self.body = body }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard case .end = unwrapInboundIn(data) else { return }
    let fields: HTTPHeaders = [
      "Content-Type": "application/json", "Content-Length": String(body.readableBytes),
    ]
    let head = HTTPResponseHead(version: .http1_1, status: .ok, headers: fields)
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil)
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
  }
}

let count = CommandLine.arguments.dropFirst().first.flatMap(Int.init) ?? 17_000
let body = ByteBuffer(repeating: UInt8(ascii: "x"), count: count)
let channel = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
  .serverChannelOption(.backlog, value: 1_024)
  .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
  .childChannelInitializer { channel in
    channel.eventLoop.makeCompletedFuture {
      try channel.pipeline.syncOperations.configureHTTPServerPipeline()
      try channel.pipeline.syncOperations.addHandler(FixedResponse(body: body))
    }
  }
  .bind(host: "127.0.0.1", port: 0).get()
// Not `print`, which keeps the line to itself when the output is a file.
let line = "listening on http://127.0.0.1:\(channel.localAddress?.port ?? 0)\n"
try FileHandle.standardOutput.write(contentsOf: Data(line.utf8))
try await channel.closeFuture.get()
