import Synchronization

/// A stream that says how often its reader has asked: asking again shows that the last element was dealt with.
struct CountingSource<Element: Sendable, Failure: Error>: AsyncSequence, Sendable {
  let asked = Log<Void>()
  private let stream: AsyncStream<Result<Element, Failure>>
  private let continuation: AsyncStream<Result<Element, Failure>>.Continuation

  init(_: Element.Type, _: Failure.Type = Never.self) {
    (stream, continuation) = AsyncStream.makeStream()
  }

  func send(_ element: Element) { continuation.yield(.success(element)) }
  func fail(_ failure: Failure) { continuation.yield(.failure(failure)) }
  func finish() { continuation.finish() }

  struct Iterator: AsyncIteratorProtocol {
    let asked: Log<Void>
    var base: AsyncStream<Result<Element, Failure>>.Iterator

    mutating func next(isolation actor: isolated (any Actor)?) async throws(Failure) -> Element? {
      asked.append(())
      return try await base.next(isolation: actor)?.get()
    }
  }

  func makeAsyncIterator() -> Iterator { Iterator(asked: asked, base: stream.makeAsyncIterator()) }
}
