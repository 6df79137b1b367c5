import Synchronization

/// A sequence whose elements go through a state machine per key, on the way from `base` to the consumer.
///
/// Each iterator reads `base` in a task of its own, which ends with `base`, with the consumer's task, or with
/// the iterator.
struct PacedSequence<Base: AsyncSequence & Sendable, Key: Hashable & Sendable, Machine: PacingMachine>:
  AsyncSequence, Sendable
where Machine.Event == Base.Element {
  typealias Element = Machine.Work
  typealias Failure = Base.Failure

  let base: Base
  let blank: Machine
  let clock: AnyClock
  let buffer: PacingBuffer
  let key: @Sendable (Base.Element) -> Key

  struct Output: Sendable {
    let work: Machine.Work
    let key: Key
  }

  /// The error with which `base` ended, put aside until the consumer has taken everything before it.
  final class Ending: Sendable {
    private let failure = Mutex<Failure?>(nil)

    func set(_ failure: Failure?) { self.failure.withLock { $0 = failure } }
    func take() -> Failure? { failure.withLock { $0.take() } }
  }

  struct Iterator: AsyncIteratorProtocol {
    fileprivate var outputs: AsyncStream<Output>.Iterator
    fileprivate let ending: Ending
    let pacer: Pacer<Key, Machine>
    /// The key whose element the consumer works on.
    private var running: Key?

    fileprivate init(outputs: AsyncStream<Output>, ending: Ending, pacer: Pacer<Key, Machine>) {
      self.outputs = outputs.makeAsyncIterator()
      self.ending = ending
      self.pacer = pacer
    }

    mutating func next(isolation actor: isolated (any Actor)?) async throws(Failure) -> Machine.Work? {
      // Asking for the next element ends the run of the last.
      if let key = running.take() { pacer.runEnded(key) }
      if let output = await outputs.next(isolation: actor) {
        running = output.key
        return output.work
      }
      if let failure = ending.take() { throw failure }
      return nil
    }
  }

  func makeAsyncIterator() -> Iterator {
    let (stream, continuation) = AsyncStream.makeStream(of: Output.self, bufferingPolicy: buffer.policy())
    let pacer = Pacer<Key, Machine>(blank, alarm: ClockAlarm(clock)) { work, key, _ in
      continuation.yield(Output(work: work, key: key))
    } cancel: { _ in
    }
    let ending = Ending()
    let reader = Task { [base, key] in
      var elements = base.makeAsyncIterator()
      do throws(Failure) {
        while let element = try await elements.next(isolation: nil) {
          pacer.submit(element, for: key(element))
        }
      } catch {
        ending.set(error)
      }
      pacer.finish { continuation.finish() }
    }
    continuation.onTermination = { _ in
      reader.cancel()
      pacer.close()
    }
    return Iterator(outputs: stream, ending: ending, pacer: pacer)
  }
}

extension PacingBuffer {
  fileprivate func policy<Element>() -> AsyncStream<Element>.Continuation.BufferingPolicy {
    switch self {
    case .newest(let count): .bufferingNewest(max(1, count))
    case .all: .unbounded
    }
  }
}
