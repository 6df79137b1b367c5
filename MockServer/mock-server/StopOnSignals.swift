import Dispatch
import Foundation
import MockServerNIO
import Synchronization

/// Stops the server on SIGTERM and SIGINT, so that the process can end in order.
final class StopOnSignals {
  private final class Served: Sendable {
    let server = Mutex<MockServer?>(nil)
  }

  private let served = Served()
  private let arrivals: AsyncStream<Void>
  private let sources: [any DispatchSourceSignal]

  /// Catches the signals from now on.
  init() {
    let (arrivals, continuation) = AsyncStream.makeStream(of: Void.self)
    self.arrivals = arrivals
    sources = [SIGTERM, SIGINT].map { [served] number in
      _ = signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number)
      source.setEventHandler {
        // Making a large catalogue cannot be interrupted, but there is nothing to close yet either.
        if served.server.withLock({ $0 }) == nil { exit(EXIT_SUCCESS) }
        continuation.yield()
      }
      source.activate()
      return source
    }
  }

  /// Makes `server` the one to stop.
  func serve(_ server: MockServer) {
    served.server.withLock { $0 = server }
  }

  /// Returns when a signal has come and the server has stopped.
  func wait() async throws {
    for await _ in arrivals { break }
    try await served.server.withLock { $0 }?.stop()
  }
}
