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

  /// The iteration of an iterator and its copies; ends with the last of them.
  final class Reading: Sendable {
    let outputs: Inbox<Output>
    let ending = Ending()
    let pacer: Pacer<SequenceKey, Machine>
    private let reader: Task<Void, Never>

    init(_ base: Base, _ key: Key?, _ blank: Machine, buffer: Int, clock: AnyClock) {
      let outputs = Inbox<Output>(capacity: buffer)
      let pacer = Pacer<SequenceKey, Machine>(blank, alarm: ClockAlarm(clock)) { work, key, _ in
        outputs.add(Output(work: work, key: key))
      } cancel: { _ in
      } afterStart: {
        outputs.wake()
      }
      reader = Task { [ending] in
        var elements = base.makeAsyncIterator()
        do throws(Failure) {
          while let element = try await elements.next(isolation: nil) {
            pacer.submit(element, for: SequenceKey(value: key?(element)))
          }
        } catch {
          ending.set(error)
        }
        pacer.finish { outputs.finish() }
      }
      (self.outputs, self.pacer) = (outputs, pacer)
    }

    deinit { end() }

    func end() {
      reader.cancel()
      pacer.close()
      outputs.finish()
    }
  }

  struct Iterator: AsyncIteratorProtocol {
    private let reading: Reading
    /// The key whose element the consumer works on.
    private var running: SequenceKey?

    fileprivate init(_ reading: Reading) { self.reading = reading }

    var pacer: Pacer<SequenceKey, Machine> { reading.pacer }

    mutating func next(isolation actor: isolated (any Actor)?) async throws(Failure) -> Machine.Work? {
      // Asking for the next element ends the run of the last.
      if let key = running.take() { reading.pacer.runEnded(key) }
      let output = await withTaskCancellationHandler {
        await reading.outputs.next(isolation: actor)
      } onCancel: { [reading] in
        reading.end()
      }
      if let output {
        running = output.key
        return output.work
      }
      if let failure = reading.ending.take() { throw failure }
      return nil
    }
  }

  func makeAsyncIterator() -> Iterator {
    Iterator(Reading(base, key, blank, buffer: buffer, clock: clock))
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
