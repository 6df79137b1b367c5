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
  package typealias Element = Stamped<Value>

  let reader: Reader
  let request: ReadRequest<Value>
  let options: ReadOptions
  let merge: @Sendable (_ displayed: Value, _ newer: Value) -> Value
  /// Makes the displayed value of one that was read.
  let present: @Sendable (Stamped<Value>) async throws -> Stamped<Value>

  /// Asks the server.
  package func makeAsyncIterator() -> Iterator { Iterator(self) }

  package struct Iterator: AsyncIteratorProtocol {
    /// The question to the server that runs while what is stored is looked up and displayed.
    private final class Question: Sendable {
      let task: Task<ReadRequest<Value>.Dated, any Error>

      init(_ task: Task<ReadRequest<Value>.Dated, any Error>) { self.task = task }

      deinit { task.cancel() }
    }

    private enum Step { case cache, network, end }

    private let reads: Reads
    private let question: Question
    private let cause: MarketEvent.Cause?
    private var next: Step = .cache
    private var attempt: ReadAttempt<Value>
    private var displayed: Value?

    fileprivate init(_ reads: Reads) {
      let (reader, request, options) = (reads.reader, reads.request, reads.options)
      self.reads = reads
      attempt = ReadAttempt(request, "cacheAndNetwork", options, by: reader)
      cause = reader.events.isTraced ? MarketEvent.Cause(request.key.causeName) : nil
      question = MarketEvent.Cause.$current.withValue(cause) {
        Question(reader.background.start { try await reader.fetch(request, options.priority) })
      }
    }

    /// Returns the stored value, then the server's, then `nil`.
    /// - Throws: `HTTPError` when the server fails; `StoreError` when the market was closed;
    ///   `CancellationError` when the calling task was cancelled.
    package mutating func next() async throws -> Stamped<Value>? {
      if next == .cache {
        next = .network
        if let stored = try await stored() {
          displayed = stored.value
          return try await reads.present(stored)
        }
      }
      guard next == .network else { return nil }
      next = .end
      do {
        return try await reads.present(response())
      } catch let error as NoServerID {
        if displayed != nil { return nil }
        throw HTTPError.withdrawn(error.id)
      }
    }

    private mutating func stored() async throws -> Stamped<Value>? {
      try reads.reader.background.checkOpen()
      guard let stored = try await attempt.askStore() else { return nil }
      attempt.explanation.network = .refreshing
      return traced(attempt.stamp(stored, isFromServer: false), attempt.explanation.cacheTime)
    }

    private mutating func response() async throws -> Stamped<Value> {
      var fetched = try await attempt.wait(for: question.task)
      if let displayed { fetched.value = reads.merge(displayed, fetched.value) }
      return traced(attempt.stamp(fetched, isFromServer: true), attempt.explanation.networkTime)
    }

    private func traced(_ value: Stamped<Value>, _ duration: Duration?) -> Stamped<Value> {
      reads.reader.events.trace(.read, cause: cause) { $0.note(.success(value), duration ?? .zero) }
      return value
    }
  }
}

/// Says that the server cannot be asked for a listing, because it has not numbered it yet.
struct NoServerID: Error {
  var id: Product.ID
}

extension Reader {
  /// Returns the stored value, then the server's, joined to the displayed one by `merge`.
  func reads<Value: Sendable>(
    _ request: ReadRequest<Value>, _ options: ReadOptions,
    merge: @escaping @Sendable (_ displayed: Value, _ newer: Value) -> Value = { $1 },
    present: @escaping @Sendable (Stamped<Value>) async throws -> Stamped<Value> = { $0 }
  ) -> Reads<Value> {
    Reads(reader: self, request: request, options: options, merge: merge, present: present)
  }
}
