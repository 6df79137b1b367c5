package import Foundation
import OpenMarketHTTP

/// A file of events, or the socket of a program that runs.
package struct InspectionSource: ~Copyable {
  private let descriptor: Int32
  package let isSocket: Bool

  /// Opens a file of events, or connects to a socket.
  /// - Throws: `HTTPError` that says what it is instead; with `unreachable` when no program listens at the socket.
  package init(_ path: String) throws(HTTPError) {
    if let file = Self.file(path) {
      (descriptor, isSocket) = (file, false)
    } else {
      (descriptor, isSocket) = (try LocalSocket.connect(to: URL(filePath: path)), true)
    }
  }

  /// Opens `path`, and waits so long for a program that listens there.
  /// - Throws: `HTTPError` that says what it is instead, or `CancellationError`.
  package static func opening(_ path: String, wait: Duration) async throws -> InspectionSource {
    let end = ContinuousClock.now + wait
    while true {
      do {
        return try InspectionSource(path)
      } catch {
        guard error.code == .unreachable, ContinuousClock.now < end else { throw error }
        try await Task.sleep(for: .milliseconds(10))
      }
    }
  }

  /// A regular file, open; `nil` for anything else.
  private static func file(_ path: String) -> Int32? {
    var status = stat()
    guard unsafe stat(path, &status) == 0, status.isRegularFile else { return nil }
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
    return file >= 0 ? file : nil
  }

  deinit { _ = close(descriptor) }

  /// Makes ``read()`` end.
  package var end: @Sendable () -> Void {
    { [descriptor] in _ = shutdown(descriptor, Int32(SHUT_RDWR)) }
  }

  /// The next bytes; `nil` at the end.
  package func read() -> Data? {
    var bytes = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = unsafe Foundation.read(descriptor, &bytes, bytes.count)
      if count > 0 { return Data(bytes[..<count]) }
      guard count < 0, errno == EINTR else { return nil }
    }
  }
}
