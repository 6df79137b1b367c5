import Foundation
import HTTPTypes
import OpenMarketPacing
import Synchronization

/// One request in flight: carries the network's events to the caller, whichever way they come.
///
/// The network calls in order, on one queue or event loop; the caller's cancellation and the deadline come from anywhere.
/// ``ExchangeState`` decides under the lock, the effects happen outside it.
final class Exchange: Sendable {
  private struct State {
    var machine: ExchangeState
    var body = Data()
    var caller: CheckedContinuation<TransportResponse, any Error>?
    var stream: AsyncThrowingStream<Data, any Error>.Continuation?
    var stop: (@Sendable () -> Void)?
    var timer: ScheduledCall?
  }

  private let state: Mutex<State>
  private let onProgress: (@Sendable (TransferProgress) -> Void)?
  private let file: PartialFile?
  /// Keeps a spooled body on disk for as long as it may be read.
  private let upload: UploadBody

  init(_ request: TransportRequest, upload: UploadBody) throws(HTTPError) {
    file = if case .file(let url) = request.destination { try PartialFile(for: url) } else { nil }
    onProgress = request.onProgress
    self.upload = upload
    state = Mutex(
      State(
        machine: ExchangeState(
          wanted: request.destination, limit: request.responseLimit, method: request.head.method,
          uploadLength: upload.length)))
  }

  // MARK: The caller's side

  /// Waits for the response to a request.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - start: Makes the network begin, and returns how it is stopped.
  /// - Returns: The response; its body may still be arriving.
  /// - Throws: ``HTTPError``, or `CancellationError`.
  func response(
    to request: TransportRequest, start: (Exchange) -> @Sendable () -> Void
  ) async throws -> TransportResponse {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        guard begin(continuation) else { return }
        if let deadline = request.deadline { end(at: deadline, on: request.clock) }
        let stop = start(self)
        let isOver = state.withLock { state in
          if !state.machine.hasEnded { state.stop = stop }
          return state.machine.hasEnded
        }
        if isOver { stop() }
      }
    } onCancel: {
      end(with: CancellationError())
    }
  }

  /// Takes the caller.
  ///
  /// - Returns: False when the exchange was cancelled before it began.
  private func begin(_ caller: CheckedContinuation<TransportResponse, any Error>) -> Bool {
    let began = state.withLock { state in
      guard !state.machine.hasEnded else { return false }
      state.caller = caller
      return true
    }
    if !began { caller.resume(throwing: CancellationError()) }
    return began
  }

  /// Gives up at `deadline`.
  ///
  /// The exchange is itself the race between response and deadline, and for a streamed body it goes on after
  /// the caller has got a response; hence a bare timer.
  private func end(at deadline: Moment, on clock: AnyClock) {
    let timer = clock.schedule(at: deadline) {
      self.end(
        with: HTTPError(fault: .deadlineExceeded, "The deadline passed before the response was whole."))
    }
    let isOver = state.withLock { state in
      guard !state.machine.hasEnded else { return true }
      state.timer = timer
      return false
    }
    if isOver { timer.cancel() }
  }

  /// Gives up and closes the connection.
  func end(with error: any Error) {
    if state.withLock({ $0.machine.end() }) { fail(error) }
  }

  // MARK: The network's side

  /// The head of the request has gone out.
  func noteLeft() { state.withLock { $0.machine.noteLeft() } }

  func receive(_ head: HTTPResponse) {
    let action = state.withLock { state in
      let action = state.machine.receive(head)
      if case .proceed(.memory) = action, let length = state.machine.announced {
        state.body.reserveCapacity(Int(min(length, 1 << 20)))  // An announcement is not a delivery.
      }
      return action
    }
    switch action {
    case .ignore, .proceed(.memory), .proceed(.file): break
    case .proceed(.stream): respondWithStream(head)
    case .fail(let error): fail(error)
    }
  }

  func receive(_ chunk: Data) {
    let (action, stream) = state.withLock { state in
      let action = state.machine.receive(bytes: chunk.count)
      if case .proceed((.memory, _)) = action { state.body.append(chunk) }
      return (action, state.stream)
    }
    switch action {
    case .ignore:
      return
    case .fail(let error):
      fail(error)
    case .proceed((let destination, let progress)):
      switch destination {
      case .memory: break
      case .stream: stream?.yield(chunk)
      case .file: do { try file?.append(chunk) } catch { return end(with: error) }
      }
      onProgress?(progress)
    }
  }

  func sent(_ total: Int64) {
    // Also where nothing follows the progress: a request that has left must not be taken for one that never did.
    if let progress = state.withLock({ $0.machine.send(upTo: total) }) { onProgress?(progress) }
  }

  func complete(_ error: (any NetworkFault)?, late: @autoclosure () -> HTTPResponse? = nil) {
    switch state.withLock({ $0.machine.complete(error, late: late()) }) {
    case .ignore:
      break
    case .fail(let error):
      fail(error)
    case .proceed((let head, .memory)):
      file?.discard()
      let end = takeEnd()
      end.caller?.resume(returning: TransportResponse(head: head, body: .data(end.body)))
    case .proceed((_, .stream)):
      takeEnd().stream?.finish()
    case .proceed((let head, .file)):
      do {
        guard let url = try file?.commit() else { return }
        takeEnd().caller?.resume(returning: TransportResponse(head: head, body: .file(url)))
      } catch {
        fail(error)
      }
    }
  }

  // MARK: Effects

  private func respondWithStream(_ head: HTTPResponse) {
    let (stream, continuation) = AsyncThrowingStream<Data, any Error>.makeStream()
    continuation.onTermination = { [weak self] reason in
      if case .cancelled = reason { self?.end(with: CancellationError()) }
    }
    let caller = state.withLock { state in
      // The end may have come between the head and here: then `fail` has resumed the caller.
      if state.caller != nil { state.stream = continuation }
      return state.caller.take()
    }
    caller?.resume(returning: TransportResponse(head: head, body: .stream(stream)))
  }

  private func fail(_ error: any Error) {
    let end = takeEnd()
    end.stop?()
    file?.discard()
    end.caller?.resume(throwing: error)
    end.stream?.finish(throwing: error)
  }

  /// Takes everything that waits for the end, so that each is told once and nothing is kept alive.
  private func takeEnd() -> State {
    let end = state.withLock { state in
      defer {
        (state.caller, state.stream, state.stop, state.timer) = (nil, nil, nil, nil)
        state.body = Data()
      }
      return state
    }
    end.timer?.cancel()
    return end
  }
}
