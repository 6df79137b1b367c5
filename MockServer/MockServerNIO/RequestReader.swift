import Foundation
import HTTPTypes
import NIOCore
import NIOHTTP1
import OpenMarketMock

/// Puts requests together from the parser's parts.
///
/// A value whose only effect is to feed the sink: the connection acts on what it returns.
struct RequestReader {
  private enum State {
    /// Between two requests.
    case idle
    case collecting(IncomingRequest, ByteBuffer)
    case pouring(IncomingRequest)
    /// The request has got a response, or will get one, without the rest of its body.
    case discarding
  }

  private let limit: Int
  private let sink: (@Sendable (Data) -> Void)?
  private var state = State.idle
  /// The client waits for `100 Continue` before it sends the body.
  private(set) var awaitsContinue = false

  init(limit: Int, sink: (@Sendable (Data) -> Void)? = nil) {
    self.limit = limit
    self.sink = sink
  }

  /// A head has come; returns the request if it can be served without its body.
  mutating func head(_ head: HTTPRequestHead, isLoopback: Bool) -> IncomingRequest? {
    let incoming = IncomingRequest(head, isLoopback: isLoopback)
    let announced = head.headers.first(name: "Content-Length").map { Int($0) ?? .max } ?? 0
    if incoming.refusal != nil { return cutOff(incoming) }
    if announced > limit, sink == nil { return exceedingLimit(incoming, body: ByteBuffer()) }
    if !incoming.isHTTP10, let expectation = head.headers.first(name: "Expect") {
      awaitsContinue = expectation.lowercased() == "100-continue"
    }
    if sink != nil {
      state = .pouring(incoming)
    } else {
      var body = ByteBuffer()
      // No more than a little is set aside for what is only announced.
      if announced > 0 { body.reserveCapacity(min(announced, 1 << 20)) }
      state = .collecting(incoming, body)
    }
    return nil
  }

  /// A piece of the body has come; returns the request if that made it too long.
  mutating func body(_ bytes: inout ByteBuffer) -> IncomingRequest? {
    awaitsContinue = false
    switch state {
    case .idle, .discarding: return nil
    case .pouring:
      sink?(Data(bytes.readableBytesView))
      return nil
    case .collecting(let incoming, var body):
      // The buffer must be held here alone, or appending would copy it.
      state = .idle
      let room = limit - body.readableBytes
      guard bytes.readableBytes <= room else {
        if let fitting = bytes.readSlice(length: room) { body.writeImmutableBuffer(fitting) }
        return exceedingLimit(incoming, body: body)
      }
      body.writeBuffer(&bytes)
      state = .collecting(incoming, body)
      return nil
    }
  }

  /// The request has ended; returns it unless it has been returned before.
  mutating func end() -> IncomingRequest? {
    awaitsContinue = false
    defer { state = .idle }
    switch state {
    case .idle, .discarding: return nil
    case .pouring(let incoming): return incoming
    case .collecting(var incoming, let body):
      if body.readableBytes > 0 { incoming.request.body = Data(body.readableBytesView) }
      return incoming
    }
  }

  private mutating func exceedingLimit(_ incoming: IncomingRequest, body: ByteBuffer) -> IncomingRequest {
    var incoming = incoming
    incoming.request.body = Data(body.readableBytesView)
    incoming.request.bodyExceedsLimit = true
    return cutOff(incoming)
  }

  private mutating func cutOff(_ incoming: IncomingRequest) -> IncomingRequest {
    state = .discarding
    var incoming = incoming
    incoming.keepsAlive = false
    return incoming
  }
}
