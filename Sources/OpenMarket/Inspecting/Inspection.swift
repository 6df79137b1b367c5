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
    /// `nil` also while the market is suspended.
    var socket: InspectionSocket?
    var feed: InspectionFeed?
    /// The number of the last event before the suspension.
    var lastEvent = UInt64.max
  }

  private let file: EventFile?
  private let socketURL: URL?
  private let patience: Duration
  private let state = Mutex(State())

  /// Makes the file, of at most `limit` bytes, and the socket that are wanted; inspectors that do not read are waited for with
  /// some patience at the end.
  /// - Throws: `HTTPError` with `invalidInput` when one of them cannot be made.
  init(file: URL?, limit: Int, socket: URL?, patience: Duration) throws(HTTPError) {
    self.patience = patience
    self.file = if let file { try EventFile(creating: file, limit: limit) } else { nil }
    socketURL = socket
    guard let socket else { return }
    let listening = try InspectionSocket(at: socket)
    state.withLock { $0.socket = listening }
  }

  /// Why the file ends before the events; `nil` when it does not.
  var failure: StoreError? { state.withLock { $0.failure } }

  /// Begins to serve; waits so long for the first inspector.
  func begin(_ feed: InspectionFeed, wait: Duration) {
    let socket = state.withLock { state in
      state.feed = feed
      return state.socket
    }
    listen(at: socket, feed, wait: wait)
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

  private func listen(at socket: InspectionSocket?, _ feed: InspectionFeed, wait: Duration) {
    let last: @Sendable () -> UInt64 = { [weak self] in self?.state.withLock { $0.lastEvent } ?? .max }
    socket?.listen(wait: wait) { try await feed.run(toSuspensionAfter: last, $0) }
  }

  /// Lets inspectors have the events until now, if they read, and closes the socket.
  /// - Returns: The socket, to wait for its end once the store is suspended: the last reads for inspectors end with it.
  func suspend() async -> InspectionSocket? {
    guard let events = state.withLock({ $0.feed })?.events else { return nil }
    let last = events.count
    let socket = state.withLock { state in
      state.lastEvent = last
      return state.socket.take()
    }
    events.trace(.suspended, cause: nil) { _ in }
    guard let socket else { return nil }
    let limit = AnyClock.continuous.now.advanced(by: patience)
    try? await withDeadline(limit, clock: .continuous) { await socket.finished() }
    socket.close()
    return socket
  }

  /// Makes the socket anew; a failure is an event.
  func resume() {
    guard let feed = state.withLock({ $0.feed }) else { return }
    feed.events.trace(.resumed, cause: nil) { _ in }
    guard let socketURL else { return }
    do throws(HTTPError) {
      let socket = try InspectionSocket(at: socketURL)
      state.withLock { ($0.socket, $0.lastEvent) = (socket, .max) }
      listen(at: socket, feed, wait: .zero)
    } catch {
      feed.events.send(.storeFailed(StoreError(.notPermitted, error.message, cause: error)))
    }
  }

  /// Waits until the file has what there is, and inspectors have it or are out of patience, and ends; after
  /// `MarketEvents.finish()`.
  /// - Parameter canRead: Whether the store can be read, without which there is no end to wait for.
  func close(canRead: Bool) async {
    let recording = state.withLock { $0.recording }
    // Not limited, as no reader holds it up: on a busy machine the file would lack its end, and say nothing of it.
    if canRead { await recording?.value }
    let limit = AnyClock.continuous.now.advanced(by: patience)
    let socket = state.withLock { $0.socket }
    try? await withDeadline(limit, clock: .continuous) {
      await recording?.value
      await socket?.finished()
    }
    cancel()
    await socket?.closed()
  }

  /// Ends at once.
  func cancel() {
    let (recording, socket) = state.withLock { ($0.recording, $0.socket) }
    recording?.cancel()
    socket?.close()
  }
}
