import Foundation
import OpenMarketHTTP
import OpenMarketPacing
import OpenMarketStore
import Synchronization

/// Those that follow the events of a market: a file, and inspectors at a socket.
final class Inspection: Sendable {
  private struct State {
    var recording: Task<Void, Never>?
    var failure: StoreError?
  }

  private let file: EventFile?
  private let socket: InspectionSocket?
  private let patience: Duration
  private let state = Mutex(State())

  /// Makes the file, of at most `limit` bytes, and the socket that are wanted; inspectors that do not read are waited for with
  /// some patience at the end.
  /// - Throws: `HTTPError` with `invalidInput` when one of them cannot be made.
  init(file: URL?, limit: Int, socket: URL?, patience: Duration) throws(HTTPError) {
    self.patience = patience
    self.file = if let file { try EventFile(creating: file, limit: limit) } else { nil }
    self.socket = if let socket { try InspectionSocket(at: socket) } else { nil }
  }

  /// Why the file ends before the events; `nil` when it does not.
  var failure: StoreError? { state.withLock { $0.failure } }

  /// Begins to serve; waits so long for the first inspector.
  func begin(_ feed: InspectionFeed, wait: Duration) {
    socket?.listen(wait: wait) { try await feed.run($0) }
    guard let file else { return }
    let task = Task { [weak self] in
      do {
        try await feed.run { line in try file.write(line) }
      } catch let error as StoreError {
        self?.state.withLock { $0.failure = error }
        feed.events.send(.storeFailed(error))
      } catch {
        // It was given up.
      }
    }
    state.withLock { $0.recording = task }
  }

  /// Waits until the file has what there is, and inspectors have it or are out of patience, and ends; after
  /// `MarketEvents.finish()`.
  /// - Parameter canRead: Whether the store can be read, without which there is no end to wait for.
  func close(canRead: Bool) async {
    let recording = state.withLock { $0.recording }
    // Not limited, as no reader holds it up: on a busy machine the file would lack its end, and say nothing of it.
    if canRead { await recording?.value }
    let limit = AnyClock.continuous.now.advanced(by: patience)
    try? await withDeadline(limit, clock: .continuous) { [socket] in
      await recording?.value
      await socket?.finished()
    }
    cancel()
  }

  /// Ends at once.
  func cancel() {
    state.withLock { $0.recording }?.cancel()
    socket?.close()
  }
}
