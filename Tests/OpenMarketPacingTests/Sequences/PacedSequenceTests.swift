import OpenMarketMock
import OpenMarketTestSupport
import Testing

@testable import OpenMarketPacing

@Suite("Paced sequences", .timeLimit(.minutes(5)))
struct PacedSequenceTests {
  struct Failure: Error {}
  typealias Source = CountingSource<Int, Failure>

  let clock = ManualClock()
  let source = Source(Int.self, Failure.self)

  /// Sends `trace` through `sequence`, and returns what comes out, when, and how it ends.
  ///
  /// Time goes on only when everything `expected` up to then has come out. Events are numbered from one.
  private func play<S: AsyncSequence<Int, Failure>, Machine: PacingMachine<Int, Int>>(
    _ trace: [TraceEvent], through sequence: S, _: Machine.Type, expecting expected: [TraceEvent],
    failing failure: Failure? = nil
  ) async throws -> (runs: [TraceEvent], failure: Failure?) {
    let arrived = Log<TraceEvent>()
    var iterator = sequence.makeAsyncIterator()
    let pacer = try #require(iterator as? PacedSequence<Source, Machine>.Iterator).pacer
    return try await withThrowingTaskGroup(of: Void.self) { [clock, source] group in
      group.addTask {
        for (number, event) in trace.enumerated() {
          await clock.advance(to: event.moment, with: pacer) {
            source.asked.count > number
              && arrived.count >= expected.count { $0.moment <= clock.moment && $0.id <= number }
          }
          source.send(event.id)
        }
        await until { source.asked.count > trace.count }
        if let failure { source.fail(failure) } else { source.finish() }
        await clock.advance(to: Moment(nanoseconds: 20_000_000_000), with: pacer) {
          arrived.count >= expected.count { $0.moment <= clock.moment }
        }
      }
      do {
        while let id = try await iterator.next(isolation: nil) {
          arrived.append(TraceEvent(id: id, milliseconds: clock.moment.milliseconds))
        }
      } catch let failure as Failure {
        return (arrived.entries, failure)
      }
      return (arrived.entries, nil)
    }
  }

  @Test("debounced gives the reference trace, and does not let the last element wait after the end")
  func debounced() async throws {
    let expected = TraceEvent.parse("4@0.8 7@1.2")
    let result = try await play(
      ReferenceTrace.debounced, through: source.debounced(for: ReferenceTrace.interval, clock: clock),
      DebounceMachine<Int>.self, expecting: expected)
    #expect(result.runs == expected)
  }

  @Test("throttled gives the reference trace", arguments: ReferenceTrace.throttleResults)
  func throttled(mode: ThrottleMode, runs: [TraceEvent], cancelled: Set<Int>) async throws {
    let result = try await play(
      ReferenceTrace.throttled,
      through: source.throttled(for: ReferenceTrace.interval, mode: mode, clock: clock),
      ThrottleMachine<Int>.self, expecting: runs)
    #expect(result.runs == runs)
  }

  @Test(
    "an element that waits when the source ends or fails comes out at the end of its window",
    arguments: [true, false])
  func throttledEnd(fails: Bool) async throws {
    let expected = TraceEvent.parse("1@0 2@0.5")
    let result = try await play(
      TraceEvent.parse("1@0 2@0.1"), through: source.throttled(for: ReferenceTrace.interval, clock: clock),
      ThrottleMachine<Int>.self, expecting: expected, failing: fails ? Failure() : nil)
    #expect(result.runs == expected)
    #expect((result.failure != nil) == fails)
  }

  @Test("keys are paced apart")
  func keyed() async throws {
    let sequence = source.throttled(for: .seconds(1), by: { $0 / 10 }, mode: .leadingOnly, clock: clock)
    var iterator = sequence.makeAsyncIterator()
    for id in [10, 11, 20, 21, 30] { source.send(id) }
    var ids: [Int] = []
    for _ in 0..<3 { ids.append(try #require(try await iterator.next(isolation: nil))) }
    #expect(ids == [10, 20, 30])
  }

  @Test("when the source ends, pending elements come out in the order in which they would have been due")
  func keyedEnd() async throws {
    var iterator = source.debounced(for: .seconds(1), by: { $0 % 20 }, clock: clock).makeAsyncIterator()
    for id in 0..<20 { source.send(id) }
    await until { source.asked.count == 21 }
    clock.advance(by: .milliseconds(1))
    source.send(20)  // Puts the first one off.
    await until { source.asked.count == 22 }
    source.finish()
    var ids: [Int] = []
    while let id = try await iterator.next(isolation: nil) { ids.append(id) }
    #expect(ids == Array(1...20))
  }

  @Test("a busy consumer gets the newest element, unless it asks for all", arguments: [true, false])
  func buffer(keepsAll: Bool) async throws {
    let sequence = source.debounced(for: .zero, buffer: keepsAll ? .max : 1, clock: clock)
    var iterator = sequence.makeAsyncIterator()
    for id in 1...5 { source.send(id) }
    await until { source.asked.count == 6 }
    source.finish()
    var ids: [Int] = []
    while let id = try await iterator.next(isolation: nil) { ids.append(id) }
    #expect(ids == (keepsAll ? [1, 2, 3, 4, 5] : [5]))
  }

  @Test("cancelling the consumer ends the reader of the source")
  func cancellation() async throws {
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    let ended = Gate()
    continuation.onTermination = { _ in ended.open() }
    let consumer = Task { [clock] in
      for await _ in stream.debounced(for: .seconds(1), clock: clock) {}
    }
    continuation.yield(1)
    await clock.sleepers(atLeast: 1)
    consumer.cancel()
    await consumer.value
    await ended.pass()
    await until { clock.sleeperCount == 0 }
  }

  @Test("a cancelled consumer comes to its end even if the source ignores that nobody reads it any more")
  func cancellationOfStuckSource() async {
    let gate = Gate()
    let source = AsyncStream<Int> {
      await gate.pass()
      await gate.hold()
      return nil
    }
    let consumer = Task { [clock] in
      for await _ in source.debounced(for: .seconds(1), clock: clock) {}
    }
    await gate.arrived()
    consumer.cancel()
    await consumer.value
    gate.open()
  }

  @Test("the loop body is the run: triggers that come during it are merged into one more")
  func merged() async throws {
    let triggers = CountingSource(TriggerEvent.self)
    var runs = triggers.coalesced(within: .zero, clock: clock).makeAsyncIterator()
    triggers.send(TriggerEvent(.appeared))
    #expect(await runs.next(isolation: nil)?.triggers == [.appeared])
    triggers.send(TriggerEvent(.button))
    triggers.send(TriggerEvent(.foreground))
    await until { triggers.asked.count == 4 }
    #expect(await runs.next(isolation: nil)?.triggers == [.button, .foreground])
    triggers.finish()
    #expect(await runs.next(isolation: nil) == nil)
  }

  @Test("after a trigger that waited for the loop body when the source ended comes the end")
  func endsAfterRun() async throws {
    let triggers = CountingSource(TriggerEvent.self)
    var runs = triggers.coalesced(within: .zero, clock: clock).makeAsyncIterator()
    triggers.send(TriggerEvent(.appeared))
    #expect(await runs.next(isolation: nil)?.triggers == [.appeared])
    triggers.send(TriggerEvent(.button))
    triggers.finish()
    await until { triggers.asked.count == 3 }
    // The reader of the source notes its end.
    for _ in 0..<100 { await giveWay() }
    #expect(await runs.next(isolation: nil)?.triggers == [.button])
    #expect(await runs.next(isolation: nil) == nil)
  }

  @Test("triggers of different keys do not wait for each other's window")
  func mergedByKey() async throws {
    let triggers = CountingSource(TriggerEvent.self)
    var runs = triggers.coalesced(within: .seconds(5), by: \.isByUser, clock: clock).makeAsyncIterator()
    triggers.send(TriggerEvent(.appeared))
    triggers.send(TriggerEvent(.button))
    triggers.send(TriggerEvent(.pullToRefresh, byUser: true))
    #expect(await runs.next(isolation: nil)?.triggers == [.appeared])
    #expect(await runs.next(isolation: nil)?.triggers == [.pullToRefresh])
    await until { triggers.asked.count == 4 }
    async let third = runs.next(isolation: nil)
    await until { clock.nextDeadline == .seconds(5) }
    clock.advance(by: .seconds(5))
    #expect(await third?.triggers == [.button])
    triggers.finish()
  }
}
