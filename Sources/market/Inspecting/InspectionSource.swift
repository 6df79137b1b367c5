import Foundation
import OpenMarket
import OpenMarketHTTP

/// A file of events, or the socket of a program that runs.
struct InspectionSource: ~Copyable {
  private let descriptor: Int32
  let isSocket: Bool

  /// Opens `path`.
  /// - Parameters:
  ///   - path: A file of events, or a socket.
  ///   - wait: The time to wait for a program that listens at a socket.
  /// - Throws: `HTTPError` that says what it is instead.
  init(_ path: String, wait: Duration) async throws {
    let url = URL(filePath: path)
    if let file = Self.file(path) {
      (descriptor, isSocket) = (file, false)
      return
    }
    let end = ContinuousClock.now + wait
    while true {
      do {
        descriptor = try LocalSocket.connect(to: url)
        break
      } catch {
        guard error.code == .unreachable, ContinuousClock.now < end else { throw error }
        try await Task.sleep(for: .milliseconds(10))
      }
    }
    isSocket = true
  }

  /// A regular file, open; `nil` for anything else.
  private static func file(_ path: String) -> Int32? {
    var status = stat()
    guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
    return file >= 0 ? file : nil
  }

  deinit { _ = close(descriptor) }

  /// Makes ``read()`` end.
  var end: @Sendable () -> Void {
    { [descriptor] in _ = shutdown(descriptor, Int32(SHUT_RDWR)) }
  }

  /// The next bytes; `nil` at the end.
  func read() -> Data? {
    var bytes = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = unsafe Foundation.read(descriptor, &bytes, bytes.count)
      if count > 0 { return Data(bytes[..<count]) }
      guard count < 0, errno == EINTR else { return nil }
    }
  }
}
