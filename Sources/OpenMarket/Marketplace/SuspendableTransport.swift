import HTTPTypes
import OpenMarketHTTP
import OpenMarketPacing
import Synchronization

/// A transport that can be made to hold no connection: reads that were under way begin anew when it goes on, writes fail
/// as if the connection had broken.
final class SuspendableTransport: HTTPTransport {
  private struct State {
    var lastID: UInt64 = 0
    var running: [UInt64: Task<TransportResponse, any Error>] = [:]
  }

  private let base: any HTTPTransport
  /// The keeper of its connections, if there is one.
  private let connections: (any ConnectionKeeping)?
  private let latch = Latch()
  private let state = Mutex(State())

  init(_ base: any HTTPTransport, connections: (any ConnectionKeeping)?) {
    (self.base, self.connections) = (base, connections)
  }

  func send(_ request: TransportRequest) async throws -> TransportResponse {
    while true {
      let closings = try await latch.pass()
      do {
        return try await perform(request)
      } catch  where latch.closings != closings && !Task.isCancelled {
        guard request.head.method == .get || request.head.method == .head else {
          throw HTTPError(fault: .connectionLost, "The market was suspended while the request was under way.")
        }
      }
    }
  }

  private func perform(_ request: TransportRequest) async throws -> TransportResponse {
    let task = Task { [base] in try await base.send(request) }
    let id = state.withLock { state in
      state.lastID += 1
      state.running[state.lastID] = task
      return state.lastID
    }
    defer { state.withLock { _ = $0.running.removeValue(forKey: id) } }
    // Closed in between: it was not seen among those that run.
    if latch.isClosed { task.cancel() }
    return try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
    }
  }

  /// Ends what runs, and closes the connections.
  func suspend() async {
    latch.close()
    let running = state.withLock { Array($0.running.values) }
    for task in running { task.cancel() }
    connections?.closeConnections()
  }

  /// Lets requests pass.
  func resume() { latch.open() }
}
