import Dispatch
import Foundation
import OpenMarketHTTP
import Synchronization

/// A socket at which processes of the same user follow the events, each in a task of its own.
final class InspectionSocket: Sendable {
  typealias Feed = @Sendable (_ write: (Data) async throws -> Void) async throws -> Void

  private struct State {
    var source: (any DispatchSourceRead)?
    var feed: Feed?
    var inspectors: [UInt64: Task<Void, Never>] = [:]
    var lastID: UInt64 = 0
    var isClosed = false
  }

  /// More than so many inspectors are turned away.
  private static let inspectorLimit = 4

  private let descriptor: Int32
  private let path: String
  private let state = Mutex(State())
  /// Those that are open.
  private let descriptors = DispatchGroup()

  init(at url: URL) throws(HTTPError) {
    path = url.path
    descriptor = try LocalSocket.listen(at: url)
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    descriptors.enter()
  }

  deinit { close() }

  /// Serves inspectors from now on: `feed` writes to one of them until the events end. Waits so long for the first one, on the
  /// calling thread.
  func listen(wait: Duration, _ feed: @escaping Feed) {
    if wait > .zero {
      var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      _ = unsafe poll(&waiting, 1, Int32(clamping: Int64(wait.milliseconds)))
    }
    state.withLock { state in
      // The descriptor may be another's by now.
      guard !state.isClosed else { return }
      let source = DispatchSource.makeReadSource(
        fileDescriptor: descriptor, queue: DispatchQueue(label: "openmarket.inspection", qos: .utility))
      source.setEventHandler { [weak self] in self?.accept() }
      source.setCancelHandler { [descriptor, descriptors] in
        _ = Foundation.close(descriptor)
        descriptors.leave()
      }
      source.activate()
      (state.source, state.feed) = (source, feed)
    }
    // Whoever waits already is there before anything happens.
    accept()
  }

  /// Waits until all who follow now have everything, also those that have just come.
  func finished() async {
    accept()
    for inspector in state.withLock({ Array($0.inspectors.values) }) { await inspector.value }
  }

  func close() {
    let inspectors = state.withLock { state in
      guard !state.isClosed else { return [Task<Void, Never>]() }
      state.isClosed = true
      defer { (state.source, state.inspectors) = (nil, [:]) }
      _ = unsafe unlink(path)
      if let source = state.source {
        source.cancel()
      } else {
        _ = Foundation.close(descriptor)
        descriptors.leave()
      }
      return Array(state.inspectors.values)
    }
    for inspector in inspectors { inspector.cancel() }
  }

  /// Waits after ``close()`` until the system has everything back.
  func closed() async {
    await withCheckedContinuation { continuation in
      descriptors.notify(queue: .global(qos: .utility)) { continuation.resume() }
    }
  }

  private func accept() {
    while state.withLock({ acceptNext(&$0) }) {}
  }

  /// Takes in the next inspector, if there is one; under the lock, so that ``finished()`` misses none on its way in.
  private func acceptNext(_ state: inout State) -> Bool {
    guard !state.isClosed, let feed = state.feed else { return false }
    let inspector = LocalSocket.acceptNext(descriptor)
    guard inspector >= 0 else { return false }
    descriptors.enter()
    let connection = InspectorConnection(inspector) { [descriptors] in descriptors.leave() }
    guard LocalSocket.peer(of: inspector) == geteuid(), state.inspectors.count < Self.inspectorLimit else {
      connection.close()
      return true
    }
    state.lastID += 1
    let id = state.lastID
    // Registered before it can end: both wait for the lock that is held here.
    connection.whenGone { [weak self] in self?.state.withLock { $0.inspectors[id] }?.cancel() }
    state.inspectors[id] = Task(priority: .utility) { [weak self] in
      // An inspector that has gone is no reason for anything else.
      try? await feed { try await connection.write($0) }
      connection.close()
      self?.state.withLock { _ = $0.inspectors.removeValue(forKey: id) }
    }
    return true
  }
}
