import Foundation
import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A TCP client that sends and receives exactly the bytes it is told to, on a thread of its own, so that a
/// test waiting for a socket blocks nobody.
final class RawClient: Sendable {
  /// How a connection ended.
  enum Ending: Equatable {
    case closed
    case reset
    /// Nothing came for two minutes: a test that sees this has failed.
    case timedOut
    case failed(Int32)
  }

  private let descriptor: Int32
  private let isClosed = Atomic(false)
  private let queue = DispatchQueue(label: "RawClient")

  /// Connects to the server at `url`, an IPv4 address with a port.
  init(_ url: URL) throws {
    #if canImport(Darwin)
      descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #else
      descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    var timeout = timeval(tv_sec: 120, tv_usec: 0)
    _ = unsafe setsockopt(
      descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(url.port ?? 0).bigEndian
    address.sin_addr.s_addr = unsafe inet_addr(url.host() ?? "")
    let status = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    // `deinit` closes it: closed here too, the number might be somebody else's by then.
    guard status == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
  }

  deinit { close() }

  /// Sends `text`, with line feeds as CRLF.
  @discardableResult
  func send(_ text: String) async -> Int {
    await send(Data(text.replacing("\n", with: "\r\n").utf8))
  }

  /// Sends `bytes`; returns how many the socket took before it failed.
  @discardableResult
  func send(_ bytes: Data) async -> Int {
    await onQueue { [descriptor] in
      var sent = 0
      while sent < bytes.count {
        let count = unsafe bytes.dropFirst(sent).withUnsafeBytes {
          unsafe Foundation.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
        if count <= 0 { break }
        sent += count
      }
      return sent
    }
  }

  /// Receives until the connection ends.
  func receiveToEnd() async -> (text: String, ending: Ending) {
    let (bytes, ending) = await receive { _ in false }
    return (String(decoding: bytes, as: UTF8.self), ending ?? .closed)
  }

  /// Receives up to and including `end`, or what there is when the connection ends.
  func receive(through end: String) async -> String {
    let end = Data(end.utf8)
    return String(decoding: await receive { $0.suffix(end.count) == end }.bytes, as: UTF8.self)
  }

  /// Receives `count` bytes, or fewer when the connection ends.
  func receive(_ count: Int) async -> String {
    String(decoding: await receiveBytes(count), as: UTF8.self)
  }

  /// Receives `count` bytes, or fewer when the connection ends.
  func receiveBytes(_ count: Int) async -> Data {
    await receive(limit: count) { $0.count == count }.bytes
  }

  /// Waits, reading nothing, until the peer has ended the connection.
  /// - Returns: Whether it has within two minutes.
  func isHungUp() async -> Bool {
    await onQueue { [descriptor] in
      var entry = pollfd(fd: descriptor, events: 0, revents: 0)
      return unsafe poll(&entry, 1, 120_000) == 1
    }
  }

  private func receive(
    limit: Int = 1, until isDone: @escaping @Sendable (Data) -> Bool
  ) async -> (bytes: Data, ending: Ending?) {
    await onQueue { [descriptor] in
      var received = Data()
      // Unless the count is known, byte by byte, so that nothing after the end is taken.
      var buffer = [UInt8](repeating: 0, count: min(limit, 1 << 16))
      while !isDone(received) {
        let room = limit == 1 ? 1 : min(limit - received.count, buffer.count)
        let count = unsafe recv(descriptor, &buffer, room, 0)
        switch count {
        case 1...: received.append(contentsOf: buffer[..<count])
        case 0: return (received, .closed)
        default:
          switch errno {
          case ECONNRESET: return (received, .reset)
          case EAGAIN: return (received, .timedOut)
          default: return (received, .failed(errno))
          }
        }
      }
      return (received, nil)
    }
  }

  /// Closes the sending half.
  func finishSending() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Closes the connection, after which the client is of no use.
  func close() {
    if !isClosed.exchange(true, ordering: .relaxed) { Foundation.close(descriptor) }
  }

  private func onQueue<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: work()) }
    }
  }
}
