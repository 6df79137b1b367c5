import Foundation
import OpenMarketHTTP
import Synchronization

/// The one transport of the process, which all clients of a command share, because they share a recording.
enum CommandTransport {
  private static let current = Mutex<(any HTTPTransport)?>(nil)

  /// The network; with `record` written to that new file; or the responses of the file `replay`.
  static func shared(record: String?, replay: String?) throws -> any HTTPTransport {
    try current.withLock { current in
      if let current { return current }
      let transport: any HTTPTransport =
        if let replay {
          try ReplayTransport(URL(filePath: replay))
        } else if let record {
          try RecordingTransport(over: URLSessionTransport(), to: URL(filePath: record))
        } else {
          URLSessionTransport()
        }
      current = transport
      return transport
    }
  }

  /// Ends the recording, or checks that all of it was replayed; once.
  static func finish() throws {
    let transport = current.withLock { current in
      defer { current = nil }
      return current
    }
    try (transport as? RecordingTransport)?.close()
    try (transport as? ReplayTransport)?.verify()
  }
}
