import Foundation
import OpenMarketAPI
import OpenMarketHTTP
import OpenMarketStore

/// The stored value, and then the server's: the read for a screen that shows a value at once and the present one a
/// moment later.
///
/// ```swift
/// for try await product in market.productReads(1207) { show(product) }
/// ```
///
/// One or two elements. What is stored comes first, unless there is nothing or it is older than
/// the `maxAge` of ``ReadOptions``; the server is asked at the same time, and its response comes second. When the server
/// fails, the loop throws after what is stored was displayed. Asks the server each time it is iterated over, and
/// stops asking when the iterator goes away.
package struct Reads<Value: Sendable>: AsyncSequence, Sendable {
  /// A value with its stamp.
  package typealias Element = Stamped<Value>

  let begin: @Sendable () -> ReadsRun<Value>
  /// Makes the displayed value of one that was read.
  let present: @Sendable (Stamped<Value>) async throws -> Stamped<Value>

  /// Asks the server.
  package func makeAsyncIterator() -> Iterator { Iterator(run: begin(), present: present) }

  /// One read.
  package struct Iterator: AsyncIteratorProtocol {
    let run: ReadsRun<Value>
    private let present: @Sendable (Stamped<Value>) async throws -> Stamped<Value>
    private var next: Step = .cache
    private var explanation: ReadExplanation
    private var displayed: Value?

    private enum Step { case cache, network, end }

    init(
      run: ReadsRun<Value>,
      present: @escaping @Sendable (Stamped<Value>) async throws -> Stamped<Value>
    ) {
      self.run = run
      self.present = present
      explanation = run.explanation
    }

    /// Returns the stored value, then the server's, then `nil`.
    /// - Throws: `HTTPError` when the server fails; `StoreError` when the market was closed;
    ///   `CancellationError` when the calling task was cancelled.
    package mutating func next() async throws -> Stamped<Value>? {
      if next == .cache {
        next = .network
        if let stamped = try await run.stored(&explanation) {
          displayed = stamped.value
          return try await present(stamped)
        }
      }
      guard next == .network else { return nil }
      next = .end
      do {
        return try await present(run.response(after: displayed, &explanation))
      } catch let error as NoServerID {
        if displayed != nil { return nil }
        throw HTTPError.withdrawn(error.id)
      }
    }
  }
}

/// Says that the server cannot be asked for a listing, because it has not numbered it yet.
struct NoServerID: Error {
  var id: Product.ID
}

/// The question to the server that runs while what is stored is looked up and displayed.
final class ReadsRun<Value: Sendable>: Sendable {
  private let reader: Reader
  private let request: ReadRequest<Value>
  private let options: ReadOptions
  private let merge: @Sendable (_ displayed: Value, _ newer: Value) -> Value
  private let pendingFetch: Task<ReadRequest<Value>.Fetched, any Error>
  private let cause: MarketEvent.Cause?

  init(
    _ reader: Reader, _ request: ReadRequest<Value>, _ options: ReadOptions,
    merge: @escaping @Sendable (_ displayed: Value, _ newer: Value) -> Value
  ) {
    (self.reader, self.request, self.options, self.merge) = (reader, request, options, merge)
    cause = reader.events.isTraced ? MarketEvent.Cause(request.key.causeName) : nil
    pendingFetch = MarketEvent.Cause.$current.withValue(cause) {
      reader.background.start { try await reader.fetch(request, options.priority) }
    }
  }

  deinit { pendingFetch.cancel() }

  var explanation: ReadExplanation {
    ReadExplanation(policy: "cacheAndNetwork", staleTime: options.staleTime ?? request.staleTime)
  }

  func stored(_ explanation: inout ReadExplanation) async throws -> Stamped<Value>? {
    try reader.background.checkOpen()
    let machine = ReadMachine(.cacheFirst, options, staleTime: explanation.staleTime)
    let stored = await reader.askCache(request, machine, &explanation)
    guard let stored, case .found(let age, let isComplete) = explanation.cacheFact else { return nil }
    explanation.network = .refreshing
    let value = Stamped(
      stored.value, source: .cache, fetchedAt: stored.fetchedAt,
      isStale: machine.isStale(age, isComplete: isComplete), details: explanation)
    trace(.success(value), explanation.cacheTime)
    return value
  }

  private func trace(_ result: Result<Stamped<Value>, any Error>, _ duration: Duration?) {
    reader.events.trace(.read, cause: cause) { $0.note(result, duration ?? .zero) }
  }

  func response(after displayed: Value?, _ explanation: inout ReadExplanation) async throws -> Stamped<Value>
  {
    let response = try await reader.wait(for: pendingFetch, nil, &explanation)
    guard let fetched = try response?.get() else { throw CancellationError() }
    let value = Stamped(
      displayed.map { merge($0, fetched.value) } ?? fetched.value, source: .network,
      fetchedAt: fetched.fetchedAt, isStale: false, details: explanation)
    trace(.success(value), explanation.networkTime)
    return value
  }
}

extension Reader {
  /// Returns the stored value, then the server's, joined to the displayed one by `merge`.
  func reads<Value: Sendable>(
    _ request: ReadRequest<Value>, _ options: ReadOptions,
    merge: @escaping @Sendable (_ displayed: Value, _ newer: Value) -> Value = { $1 },
    present: @escaping @Sendable (Stamped<Value>) async throws -> Stamped<Value> = { $0 }
  ) -> Reads<Value> {
    Reads(begin: { ReadsRun(self, request, options, merge: merge) }, present: present)
  }
}
