import Dispatch
import Foundation
import MockServerNIO
import Synchronization

/// Stops the server on SIGTERM and SIGINT, so that the process can end in order.
final class StopOnSignals {
  private static let served = Mutex<MockServer?>(nil)

  private let arrivals: AsyncStream<Void>
  private let sources: [any DispatchSourceSignal]

  /// Returns when the signals are being caught; until then they end the process.
  init() async {
    let (arrivals, continuation) = AsyncStream.makeStream(of: Void.self)
    self.arrivals = arrivals
    var sources: [any DispatchSourceSignal] = []
    for number in [SIGTERM, SIGINT] {
      let source = DispatchSource.makeSignalSource(signal: number)
      source.setEventHandler {
        // Making a large catalogue cannot be interrupted, but there is nothing to close yet either.
        if Self.served.withLock({ $0 }) == nil { exit(EXIT_SUCCESS) }
        continuation.yield()
      }
      await withCheckedContinuation { registered in
        source.setRegistrationHandler { registered.resume() }
        source.activate()
      }
      // Elsewhere Dispatch has set a handler of its own.
      #if canImport(Darwin)
        _ = signal(number, SIG_IGN)
      #endif
      sources.append(source)
    }
    self.sources = sources
  }

  func serve(_ server: MockServer) {
    Self.served.withLock { $0 = server }
  }

  /// Returns when a signal has come and the server has stopped.
  func wait() async throws {
    for await _ in arrivals { break }
    try await Self.served.withLock { $0 }?.stop()
  }
}
