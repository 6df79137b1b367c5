import Synchronization

/// A sequence whose elements go through a state machine per key, on the way from `base` to the consumer.
///
/// Each iterator reads `base` in a task of its own, which ends with `base`, with the consumer's task, or with
/// the iterator.
struct PacedSequence<Base: AsyncSequence & Sendable, Machine: PacingMachine>:
  AsyncSequence, Sendable
where Machine.Event == Base.Element {
  typealias Element = Machine.Work
  typealias Failure = Base.Failure

  typealias Key = @Sendable (Base.Element) -> any Hashable & Sendable

  private let base: Base
  private let blank: Machine
  private let clock: AnyClock
  private let buffer: Int
  private let key: Key?

  init(_ base: Base, by key: Key?, _ blank: Machine, buffer: Int?, clock: some Clock<Duration>) {
    (self.base, self.key, self.blank) = (base, key, blank)
    self.buffer = Swift.max(1, buffer ?? (key == nil ? 1 : .max))
    self.clock = AnyClock(clock)
  }

  struct Output: Sendable {
    let work: Machine.Work
    let key: SequenceKey
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
    let pacer: Pacer<SequenceKey, Machine>
    /// The key whose element the consumer works on.
    private var running: SequenceKey?

    fileprivate init(outputs: AsyncStream<Output>, ending: Ending, pacer: Pacer<SequenceKey, Machine>) {
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
    let (stream, continuation) = AsyncStream.makeStream(
      of: Output.self, bufferingPolicy: buffer == .max ? .unbounded : .bufferingNewest(buffer))
    let pacer = Pacer<SequenceKey, Machine>(blank, alarm: ClockAlarm(clock)) { work, key, _ in
      continuation.yield(Output(work: work, key: key))
    } cancel: { _ in
    }
    let ending = Ending()
    let reader = Task { [base, key] in
      var elements = base.makeAsyncIterator()
      do throws(Failure) {
        while let element = try await elements.next(isolation: nil) {
          pacer.submit(element, for: SequenceKey(value: key?(element)))
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

/// The key of an element; nil where there are none.
struct SequenceKey: Hashable, Sendable {
  let value: (any Hashable & Sendable)?

  static func == (one: SequenceKey, other: SequenceKey) -> Bool {
    switch (one.value, other.value) {
    case (nil, nil): true
    case (let one?, let other?): AnyHashable(one) == AnyHashable(other)
    default: false
    }
  }

  func hash(into hasher: inout Hasher) { if let value { AnyHashable(value).hash(into: &hasher) } }
}
