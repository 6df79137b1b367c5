import Foundation
import HTTPTypes
import OpenMarketHTTP
import OpenMarketImages
import OpenMarketPacing
import OpenMarketTestSupport
import Synchronization

/// A source whose responses a test gives by hand, piece by piece.
final class StubSource: Sendable {
  /// One request and its response.
  final class Exchange: Sendable {
    let url: URL
    let fields: HTTPFields
    let priority: RequestPriority

    private typealias Head = Result<TransportResponse, any Error>
    private struct State {
      var head: Head?
      var isGiven = false
      var waiter: CheckedContinuation<TransportResponse, any Error>?
      var isAbandoned = false
      var abandonWaiters: [CheckedContinuation<Void, Never>] = []
      /// Until it is handed out: whoever reads it releases it.
      var body: AsyncThrowingStream<Data, any Error>?
    }
    private let state = Mutex(State())
    private let continuation: AsyncThrowingStream<Data, any Error>.Continuation
    /// How many pieces may wait to be read; enough for every test.
    private static let room = 10_000

    init(url: URL, fields: HTTPFields, priority: RequestPriority) {
      self.url = url
      self.fields = fields
      self.priority = priority
      let (body, continuation) = AsyncThrowingStream<Data, any Error>.makeStream(
        bufferingPolicy: .bufferingOldest(Self.room))
      self.continuation = continuation
      state.withLock { $0.body = body }
      continuation.onTermination = { [weak self] reason in
        if case .cancelled = reason { self?.abandon() }
      }
    }

    /// Gives the head of the response.
    func begin(_ status: Int = 200, _ fields: HTTPFields = [:]) {
      let body = state.withLock { state in
        defer { state.body = nil }
        return state.body
      }
      guard let body else { return }
      give(
        .success(
          TransportResponse(
            head: HTTPResponse(status: .init(code: status), headerFields: fields), body: .stream(body))))
    }

    /// Fails before the head.
    func fail(_ error: any Error) { give(.failure(error)) }

    /// Responses with a status as `HTTPClient` reports it.
    func refuse(_ status: Int, _ code: HTTPError.Code) {
      fail(
        HTTPError(
          code, "refused",
          context: HTTPError.Context(method: .get, template: "<url>", status: .init(code: status))))
    }

    func send(_ data: Data) { continuation.yield(data) }

    /// Waits until the loader has dealt with what was sent: it has when it takes an empty piece sent after that.
    func read() async {
      send(Data())
      while !Task.isCancelled {
        if case .enqueued(let left) = continuation.yield(Data()), left >= Self.room - 1 { return }
        await giveWay()
      }
    }

    func end(_ error: (any Error)? = nil) { continuation.finish(throwing: error) }

    /// A whole response at once.
    func respond(_ bytes: Data, _ fields: HTTPFields = [:]) {
      var fields = fields
      if fields[.contentLength] == nil { fields[.contentLength] = "\(bytes.count)" }
      begin(200, fields)
      send(bytes)
      end()
    }

    /// Waits until nobody reads the response any more.
    func abandoned() async {
      await withCheckedContinuation { waiter in
        let isAbandoned = state.withLock { state in
          if !state.isAbandoned { state.abandonWaiters.append(waiter) }
          return state.isAbandoned
        }
        if isAbandoned { waiter.resume() }
      }
    }

    func head() async throws -> TransportResponse {
      try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { waiter in
          let head = state.withLock { state in
            if !state.isGiven { state.waiter = waiter }
            // Not kept, as the reader alone is to hold the stream.
            defer { state.head = nil }
            return state.head
          }
          if let head { waiter.resume(with: head) }
        }
      } onCancel: {
        give(.failure(CancellationError()))
        abandon()
      }
    }

    private func give(_ head: Result<TransportResponse, any Error>) {
      let waiter = state.withLock { state -> CheckedContinuation<TransportResponse, any Error>? in
        guard !state.isGiven else { return nil }
        state.isGiven = true
        if state.waiter == nil { state.head = head }
        defer { state.waiter = nil }
        return state.waiter
      }
      waiter?.resume(with: head)
    }

    private func abandon() {
      let waiters = state.withLock { state in
        state.isAbandoned = true
        defer { state.abandonWaiters = [] }
        return state.abandonWaiters
      }
      for waiter in waiters { waiter.resume() }
    }
  }

  private struct State {
    var exchanges: [Exchange] = []
    var waiters: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    var automatic: (@Sendable (Exchange) -> Void)?
  }

  private let state = Mutex(State())

  /// - Parameter automatic: Responses every request; without it the test does.
  init(_ automatic: (@Sendable (Exchange) -> Void)? = nil) { state.withLock { $0.automatic = automatic } }

  var count: Int { state.withLock { $0.exchanges.count } }

  /// The request number `index`, from 0, as soon as it has come.
  func exchange(_ index: Int) async -> Exchange {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        if state.exchanges.count <= index { state.waiters.append((index + 1, continuation)) }
        return state.exchanges.count > index
      }
      if isThere { continuation.resume() }
    }
    return state.withLock { $0.exchanges[index] }
  }

  func fetch(_ url: URL, fields: HTTPFields, priority: RequestPriority) async throws -> TransportResponse {
    let exchange = Exchange(url: url, fields: fields, priority: priority)
    let (ready, automatic) = state.withLock { state in
      state.exchanges.append(exchange)
      let count = state.exchanges.count
      let ready = state.waiters.filter { $0.count <= count }.map(\.continuation)
      state.waiters.removeAll { $0.count <= count }
      return (ready, state.automatic)
    }
    for waiter in ready { waiter.resume() }
    automatic?(exchange)
    return try await exchange.head()
  }
}
