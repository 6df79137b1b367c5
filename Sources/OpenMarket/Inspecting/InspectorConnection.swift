import Dispatch
import Foundation
import Synchronization

/// The connection to one inspector. An inspector that does not read delays only itself.
final class InspectorConnection: Sendable {
  private struct State {
    var reading: (any DispatchSourceRead)?
    var writing: (any DispatchSourceWrite)?
    var isClosed = false
  }

  private let descriptor: Int32
  private let whenClosed: @Sendable () -> Void
  private let queue = DispatchQueue(label: "openmarket.inspector", qos: .utility)
  private let state = Mutex(State())

  /// Takes the descriptor, which does not block; calls `whenClosed` once it is closed.
  init(_ descriptor: Int32, whenClosed: @escaping @Sendable () -> Void) {
    (self.descriptor, self.whenClosed) = (descriptor, whenClosed)
  }

  /// Calls `handler` once when the other end is closed.
  func whenGone(_ handler: @escaping @Sendable () -> Void) {
    state.withLock { [self] state in
      let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
      source.setEventHandler {
        guard self.isGone else { return }
        handler()
        self.state.withLock { $0.reading?.cancel() }
      }
      source.setCancelHandler {
        let isClosed = self.state.withLock { state in
          state.reading = nil
          return state.isClosed
        }
        if isClosed { self.closeDescriptor() }
      }
      source.activate()
      state.reading = source
    }
  }

  /// Whether the other end is closed. Nothing is expected from there; what comes is left out.
  private var isGone: Bool {
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = unsafe recv(descriptor, &bytes, bytes.count, 0)
    return count == 0 || count < 0 && errno != EAGAIN && errno != EINTR
  }

  /// Sends all of `data`, as fast as it is read.
  /// - Throws: `POSIXError` when the inspector has gone, or `CancellationError`.
  func write(_ data: Data) async throws {
    var rest = data[...]
    while !rest.isEmpty {
      try Task.checkCancellation()
      switch unsafe rest.withUnsafeBytes({ unsafe LocalSocket.sendSome($0, to: descriptor) }) {
      case .success(let count): rest = rest.dropFirst(count)
      case .failure(let error) where error.code == .EAGAIN: await writable()
      case .failure(let error) where error.code == .EINTR: continue
      case .failure(let error): throw error
      }
    }
  }

  /// Closes it; nothing may be written any more.
  func close() {
    let isOver = state.withLock { state in
      guard !state.isClosed else { return false }
      state.isClosed = true
      // As long as it is watched, the descriptor must stay open.
      state.reading?.cancel()
      return state.reading == nil
    }
    if isOver { closeDescriptor() }
  }

  private func closeDescriptor() {
    _ = Foundation.close(descriptor)
    whenClosed()
  }

  /// Waits until the inspector has read something, or the task is cancelled.
  private func writable() async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        state.withLock { [self] state in
          let source = DispatchSource.makeWriteSource(fileDescriptor: descriptor, queue: queue)
          source.setEventHandler { self.state.withLock { $0.writing?.cancel() } }
          source.setCancelHandler { continuation.resume() }
          source.activate()
          if Task.isCancelled { source.cancel() }
          state.writing = source
        }
      }
    } onCancel: {
      state.withLock { $0.writing?.cancel() }
    }
    state.withLock { $0.writing = nil }
  }
}
