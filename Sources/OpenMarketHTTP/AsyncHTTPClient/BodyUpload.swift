#if AsyncHTTPClient
  import AsyncHTTPClient
  import Foundation
  import NIOCore
  import NIOPosix
  import Synchronization

  /// Sends a request's body in pieces, each once the kernel has taken the one before it: memory stays flat.
  final class BodyUpload: Sendable {
    private typealias Writer = NetworkClient.Body.StreamWriter

    private struct State {
      var sent: Int64 = 0
      var file: FileHandle?
      var writer: Writer?
      var end: EventLoopPromise<Void>?
    }

    private static let pieceSize: Int64 = 64 << 10

    private let body: UploadBody
    private let length: Int64
    private let loop: any EventLoop
    private let state = Mutex(State())

    init(_ body: UploadBody, length: Int64, on loop: any EventLoop) {
      (self.body, self.length, self.loop) = (body, length, loop)
    }

    var clientBody: NetworkClient.Body { .stream(contentLength: length) { self.begin($0) } }

    private func begin(_ writer: Writer) -> EventLoopFuture<Void> {
      let end = loop.makePromise(of: Void.self)
      state.withLock { ($0.writer, $0.end) = (writer, end) }
      sendNext()
      return end.futureResult
    }

    /// Counts bytes that have gone out, and sends the next ones.
    /// - Returns: The bytes that have gone out in all.
    func sent(_ count: Int) -> Int64 {
      let (sent, end) = state.withLock { state in
        state.sent += Int64(count)
        return (state.sent, state.sent < length ? nil : state.end.take())
      }
      // Not from within the writing of the piece before, which would nest as deep as there are pieces.
      if sent < length { loop.execute { self.sendNext() } } else { end?.succeed() }
      return sent
    }

    /// Sends nothing more; the server has responded.
    func pause() { state.withLock { $0.writer = nil } }

    /// Releases everything; the request has ended.
    func stop() {
      let end = state.withLock { state in
        defer { (state.writer, state.file, state.end) = (nil, nil, nil) }
        return state.end
      }
      end?.fail(CancellationError())
    }

    private func sendNext() {
      let (writer, offset) = state.withLock { ($0.writer, $0.sent) }
      guard let writer else { return }
      let count = Int(min(Self.pieceSize, length - offset))
      switch body {
      case .none: break
      case .data(let data):
        let begin = data.startIndex + Int(offset)
        _ = writer.write(.byteBuffer(ByteBuffer(bytes: data[begin..<begin + count])))
      case .file(let url, _, _): send(count, of: url)
      }
    }

    /// Reads a piece where waiting for the disk does not hold up the connections.
    private func send(_ count: Int, of url: URL) {
      NIOThreadPool.singleton.runIfActive(eventLoop: loop) { [self] in
        let file = try state.withLock { state in
          let file = try state.file ?? FileHandle(forReadingFrom: url)
          state.file = file
          return file
        }
        return try file.read(upToCount: count) ?? Data()
      }.whenComplete { [self] result in
        let writer = state.withLock { $0.writer }
        switch result {
        case .success(let bytes) where !bytes.isEmpty:
          _ = writer?.write(.byteBuffer(ByteBuffer(bytes: bytes)))
        case .success: fail(nil)
        case .failure(let error): fail(error)
        }
      }
    }

    private func fail(_ error: (any Error)?) {
      state.withLock { $0.end.take() }?.fail(
        HTTPError(fault: .invalidRequest, "The body's file changed while it was being sent.", cause: error))
    }
  }
#endif
