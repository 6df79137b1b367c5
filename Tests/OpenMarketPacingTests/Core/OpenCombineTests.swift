import OpenCombine
import OpenMarketTestSupport
import Testing

@testable import OpenMarketPacing

/// Random traces against OpenCombine, as the reference for what debouncing and throttling mean.
@Suite("Random traces agree with OpenCombine")
struct OpenCombineTests {
  private static let seedsPerCase = 400

  /// The seeds of one case; every trace has its own.
  private func seeds(_ part: Int) -> Range<UInt64> {
    UInt64(part * Self.seedsPerCase)..<UInt64((part + 1) * Self.seedsPerCase)
  }

  private func trace(_ random: inout SeededGenerator, around interval: Int) -> [TraceEvent] {
    var time = 0
    return (1...Int.random(in: 1...25, using: &random)).map { id in
      time += Bool.random(using: &random) ? 0 : Int.random(in: 0...2 * interval, using: &random)
      return TraceEvent(id: id, milliseconds: time)
    }
  }

  private func reference(
    _ trace: [TraceEvent],
    _ operation: (PassthroughSubject<Int, Never>, VirtualScheduler) -> AnyPublisher<Int, Never>
  ) -> [TraceEvent] {
    let (scheduler, subject) = (VirtualScheduler(), PassthroughSubject<Int, Never>())
    var runs: [TraceEvent] = []
    let subscription = operation(subject, scheduler)
      .sink { runs.append(TraceEvent(id: $0, milliseconds: scheduler.now.milliseconds)) }
    for event in trace {
      scheduler.run(until: event.milliseconds)
      subject.send(event.id)
      scheduler.run(until: event.milliseconds)
    }
    scheduler.run(until: 1_000_000)
    subscription.cancel()
    return runs
  }

  @Test("debounce, 10,000 seeds", arguments: 0..<25)
  func debounce(part: Int) throws {
    for seed in seeds(part) {
      var random = SeededGenerator(seed: seed)
      let interval = Int.random(in: 1...20, using: &random)
      let trace = trace(&random, around: interval)
      let result = play(trace, into: DebounceMachine(.milliseconds(interval)))
      let expected = reference(trace) {
        $0.debounce(for: .milliseconds(interval), scheduler: $1).eraseToAnyPublisher()
      }
      try #require(result.runs == expected, "seed \(seed): \(trace), interval \(interval)")
      try #require(result.runs.count + result.cancelled.count == trace.count)
    }
  }

  @Test("throttle, 10,000 seeds", arguments: 0..<25)
  func throttle(part: Int) throws {
    for seed in seeds(part) {
      var random = SeededGenerator(seed: seed)
      let interval = Int.random(in: 1...20, using: &random)
      let latest = Bool.random(using: &random)
      let trace = trace(&random, around: interval)
      let machine = ThrottleMachine<Int>(
        interval: Interval(.milliseconds(interval)), mode: latest ? .latest : .earliest)
      let result = play(trace, into: machine)
      let expected = reference(trace) {
        $0.throttle(for: .milliseconds(interval), scheduler: $1, latest: latest).eraseToAnyPublisher()
      }
      try #require(
        result.runs == expected, "seed \(seed): \(trace), interval \(interval), \(latest)")
      try #require(result.runs.count + result.cancelled.count == trace.count)
    }
  }
}
