import Foundation
import HTTPTypes
import NIOCore
import OpenMarketMock

/// The bytes of a response, piece by piece, and how the connection ends after them.
struct OutgoingResponse {
  /// The state of the connection after everything has been sent.
  enum Ending: Equatable {
    /// It takes the next request.
    case keepAlive
    case close
    case reset
  }

  /// Bytes handed to the socket at a time: many enough to cost little, few enough to hold for each of many
  /// connections.
  private static let usualPieceSize = 256 << 10

  private let head: HTTPResponse
  /// `Content-Length`, unless the handler gave one or there is none.
  private let contentLength: Int?
  /// `Connection`, unless the handler gave one or the default of the version holds.
  private let connection: String?
  private let isChunked: Bool
  private var body: Data
  private let isWholeBody: Bool
  private var pieceSize = Self.usualPieceSize
  private var headIsSent = false

  /// The end of the connection after the last piece.
  let ending: Ending
  /// Waited after each piece but the last.
  private(set) var delay = Duration.zero
  /// Everything has been given out.
  private(set) var isFinished = false

  init(_ response: MockResponse, to incoming: IncomingRequest) {
    let status = response.head.status.code
    let fields = response.head.headerFields
    let mayHaveLength = status >= 200 && status != 204
    let sendsBody = mayHaveLength && status != 304 && incoming.request.head.method != .head
    let isChunked = sendsBody && !incoming.isHTTP10 && fields[.transferEncoding]?.lowercased() == "chunked"
    let givenLength = fields[.contentLength]

    var sent = response.body
    var ending = incoming.keepsAlive ? Ending.keepAlive : .close
    switch response.delivery {
    case .truncate(let count): (sent, ending) = (sent.prefix(max(0, count)), .close)
    case .resetMidBody(let count): (sent, ending) = (sent.prefix(max(0, count)), .reset)
    case .drip(let chunk, let interval): (pieceSize, delay) = (max(1, chunk), interval)
    case .normal, .reset, .hang, .garbage, .close: break
    }
    // A handler that lies about the length does so as a fault; the next response could not be told from a body.
    let isLying = sendsBody && givenLength.map { Int($0) != response.body.count } ?? false
    if ending == .keepAlive, isLying || fields[.connection]?.lowercased() == "close" { ending = .close }

    head = response.head
    body = sendsBody ? sent : Data()
    isWholeBody = sent.count == response.body.count
    self.isChunked = isChunked
    self.ending = ending
    // Of a response without its body, the length is only known if the handler gave us that body.
    let isKnown = sendsBody || !response.body.isEmpty
    contentLength = mayHaveLength && isKnown && !isChunked && givenLength == nil ? response.body.count : nil
    connection =
      switch ending {
      case _ where fields[.connection] != nil: nil
      case .close: "close"
      case .keepAlive: incoming.isHTTP10 ? "keep-alive" : nil
      case .reset: nil
      }
  }

  /// The next bytes to send; the head always travels with the first of the body.
  mutating func nextPiece(_ allocator: ByteBufferAllocator) -> ByteBuffer {
    let bytes = body.prefix(pieceSize)
    body = body.dropFirst(pieceSize)
    isFinished = body.isEmpty
    var buffer = allocator.buffer(capacity: bytes.count + (headIsSent ? 32 : 1_024))
    if !headIsSent {
      writeHead(to: &buffer)
      headIsSent = true
    }
    guard isChunked else {
      buffer.writeBytes(bytes)
      return buffer
    }
    if !bytes.isEmpty {
      buffer.writeString(String(bytes.count, radix: 16) + "\r\n")
      buffer.writeBytes(bytes)
      buffer.writeString("\r\n")
    }
    if isFinished, isWholeBody { buffer.writeString("0\r\n\r\n") }
    return buffer
  }

  private func writeHead(to buffer: inout ByteBuffer) {
    buffer.writeString("HTTP/1.1 \(head.status.code) \(head.status.reasonPhrase)\r\n")
    for field in head.headerFields {
      if field.name == .transferEncoding, !isChunked { continue }
      buffer.writeString("\(field.name.rawName): \(field.value)\r\n")
    }
    if let contentLength { buffer.writeString("Content-Length: \(contentLength)\r\n") }
    if let connection { buffer.writeString("Connection: \(connection)\r\n") }
    buffer.writeString("\r\n")
  }
}
