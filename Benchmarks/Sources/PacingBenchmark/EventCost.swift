import CAllocationCounter
import Dispatch
import Foundation
import Measuring
import OpenCombine
import OpenCombineDispatch
import OpenMarketPacing

/// The cost of one submitted event while a burst goes on.
enum EventCost {
  /// Events per round; they come without pause, so that nearly all of them are cancelled.
  private static let events = 200_000
  private static let interval = 0.05
  private static let queue = DispatchQueue(label: "benchmark")
  private static let runs = Runs()

  /// Ours and the references take turns within each round.
  static func measure() async throws {
    let dispatchDebouncer = DispatchDebouncer(.seconds(interval), queue: queue)
    let debouncer = Debouncer(.seconds(interval))
    let dispatchThrottler = DispatchThrottler(.seconds(interval), queue: queue)
    let throttler = Throttler(.seconds(interval))
    let ours: [(name: String, submit: () -> Void)] = [
      ("DispatchDebouncer", { dispatchDebouncer { runs.add() } }),
      ("Debouncer", { debouncer { runs.add() } }),
      ("DispatchThrottler", { dispatchThrottler { runs.add() } }),
      ("Throttler", { throttler { runs.add() } }),
    ]
    var costs: [[Double]] = Array(repeating: [], count: ours.count)
    var (workItem, task, openCombine): ([Double], [Double], [Double]) = ([], [], [])
    for round in 0...5 {
      var turn = try await [
        cost(of: remakeWorkItem), cost(of: remakeTask), cost(of: throttleWithOpenCombine),
      ]
      for form in ours { try await turn.append(cost { for _ in 0..<events { form.submit() } }) }
      guard round > 0 else { continue }
      workItem.append(turn[0])
      task.append(turn[1])
      openCombine.append(turn[2])
      for form in ours.indices { costs[form].append(turn[3 + form]) }
    }
    print("CPU per event, medians of 5 interleaved rounds of \(events) events:")
    report("  DispatchWorkItem re-made per event", median(workItem), "%.3f µs")
    report("  Task.sleep task re-made per event", median(task), "%.3f µs")
    report("  OpenCombine throttle(latest: true)", median(openCombine), "%.3f µs")
    let cheaper = zip(workItem, task).map { min($0, $1) }
    for (form, costs) in zip(ours, costs) {
      let ratio = median(zip(costs, cheaper).map { $0 / $1 })
      report("  \(form.name)", median(costs), "%.3f µs")
      report("    ÷ the cheaper of the first two", ratio, "%.3f", must: "≤ 0.5", isMet: ratio <= 0.5)
      guard form.name.hasSuffix("Throttler") else { continue }
      report("    ÷ OpenCombine", median(zip(costs, openCombine).map { $0 / $1 }), "%.3f")
    }
  }

  /// Counts what events allocate in the whole process once a burst goes on.
  static func countAllocations() {
    let dispatchDebouncer = DispatchDebouncer(.seconds(60), queue: queue)
    let debouncer = Debouncer(.seconds(60))
    let dispatchThrottler = DispatchThrottler(.seconds(60), queue: queue)
    let throttler = Throttler(.seconds(60))
    let keyed = Debouncer(.seconds(60), keyedBy: Int.self)
    let forms: [(String, (Int) -> Void)] = [
      ("DispatchDebouncer", { _ in dispatchDebouncer { runs.add() } }),
      ("Debouncer", { _ in debouncer { runs.add() } }),
      ("DispatchThrottler", { _ in dispatchThrottler { runs.add() } }),
      ("Throttler", { _ in throttler { runs.add() } }),
      ("Debouncer, 1,000 keys", { keyed(for: $0 % 1_000) { runs.add() } }),
    ]
    for (name, submit) in forms {
      for event in 0..<2_000 { submit(event) }
      let before = allocation_count()
      for event in 0..<events { submit(event) }
      let count = allocation_count() - before
      report(
        "\(name): allocations in \(events) events", Double(count), "%.0f", must: "0 per event",
        isMet: count >= 0 && count < events / 1_000)
    }
  }

  private static func cost(of body: () async throws -> Void) async throws -> Double {
    let start = processorSeconds()
    try await body()
    // What is pending shall not burden the next turn.
    try await Task.sleep(for: .seconds(2 * interval))
    return (processorSeconds() - start) / Double(events) * 1e6
  }

  private static func remakeWorkItem() {
    var pending: DispatchWorkItem?
    for _ in 0..<events {
      pending?.cancel()
      let item = DispatchWorkItem { runs.add() }
      queue.asyncAfter(deadline: .now() + interval, execute: item)
      pending = item
    }
  }

  private static func remakeTask() {
    var pending: Task<Void, any Error>?
    for _ in 0..<events {
      pending?.cancel()
      pending = Task {
        try await Task.sleep(for: .seconds(interval))
        runs.add()
      }
    }
  }

  private static func throttleWithOpenCombine() async throws {
    let subject = PassthroughSubject<Int, Never>()
    let subscription = subject.throttle(for: .seconds(interval), scheduler: queue.ocombine, latest: true)
      .sink { _ in runs.add() }
    for event in 0..<events { subject.send(event) }
    try await Task.sleep(for: .seconds(2 * interval))
    subscription.cancel()
  }
}
