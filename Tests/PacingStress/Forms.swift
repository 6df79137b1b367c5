import Dispatch
import OpenMarketPacing

extension Form {
  private static let interval = Duration.microseconds(200)
  private static let maxWait = Duration.milliseconds(1)
  /// One of 100 keys, for four actions of a submitter in a row: some of them meet within an interval, however slow
  /// the machine is.
  private static func key(_ number: Int) -> Int { number / 4 % 100 }

  /// Every form whose actions or triggers come from any thread.
  static let all: [Form] =
    debouncers + ThrottleMode.allCases.flatMap(throttlers) + keyed
    + ThrottleMode.allCases.map(merger) + awaited

  private static let debouncers: [Form] = {
    let queue = DispatchQueue(label: "stress")
    return [
      Form("DispatchDebouncer", queue: queue) {
        DispatchDebouncer(interval, maxWait: maxWait, queue: queue)
      } cancel: {
        $0.cancel()
      } submit: { pacer, number, ledger in
        pacer(action: { ledger.run(number) }, onCancel: { ledger.cancel(number) })
      },
      Form("Debouncer") {
        Debouncer(interval, leading: true, maxWait: maxWait)
      } cancel: {
        $0.cancel()
      } submit: { pacer, number, ledger in
        pacer({ ledger.run(number) }, onCancel: { ledger.cancel(number) })
      },
    ]
  }()

  private static func throttlers(_ mode: ThrottleMode) -> [Form] {
    let queue = DispatchQueue(label: "stress")
    return [
      Form("DispatchThrottler, \(mode)", queue: queue) {
        DispatchThrottler(interval, mode: mode, queue: queue)
      } cancel: {
        $0.cancel()
      } submit: { pacer, number, ledger in
        pacer(action: { ledger.run(number) }, onCancel: { ledger.cancel(number) })
      },
      Form("Throttler, \(mode)") {
        Throttler(interval, mode: mode)
      } cancel: {
        $0.cancel()
      } submit: { pacer, number, ledger in
        pacer({ ledger.run(number) }, onCancel: { ledger.cancel(number) })
      },
    ]
  }

  private static let keyed: [Form] = {
    let queue = DispatchQueue(label: "stress")
    return [
      Form("DispatchDebouncer, keyed", queue: queue) {
        DispatchDebouncer(interval, maxWait: maxWait, keyedBy: Int.self, queue: queue)
      } cancel: {
        $0.cancel(for: 7)
      } submit: { pacer, number, ledger in
        pacer(for: key(number), action: { ledger.run(number) }, onCancel: { ledger.cancel(number) })
      },
      Form("Debouncer, keyed") {
        Debouncer(interval, maxWait: maxWait, keyedBy: Int.self)
      } cancel: {
        $0.cancel(for: 7)
      } submit: { pacer, number, ledger in
        pacer(for: key(number), { ledger.run(number) }, onCancel: { ledger.cancel(number) })
      },
      Form("DispatchThrottler, keyed", queue: queue) {
        DispatchThrottler(interval, keyedBy: Int.self, queue: queue)
      } cancel: {
        $0.cancel(for: 7)
      } submit: { pacer, number, ledger in
        pacer(for: key(number), action: { ledger.run(number) }, onCancel: { ledger.cancel(number) })
      },
      Form("Throttler, keyed") {
        Throttler(interval, keyedBy: Int.self)
      } cancel: {
        $0.cancel(for: 7)
      } submit: { pacer, number, ledger in
        pacer(for: key(number), { ledger.run(number) }, onCancel: { ledger.cancel(number) })
      },
    ]
  }()

  /// The calls that wait for their result; every eighth from a task that is cancelled at once.
  private static let awaited: [Form] = [
    Form("Debouncer.run, tasks cancelled") {
      Debouncer(interval, maxWait: maxWait)
    } cancel: {
      $0.cancel()
    } submit: { pacer, number, ledger in
      await call(number, ledger) { try await pacer.run { ledger.run(number) } }
    },
    Form("Throttler.run, tasks cancelled") {
      Throttler(interval)
    } cancel: {
      $0.cancel()
    } submit: { pacer, number, ledger in
      await call(number, ledger) { try await pacer.run { ledger.run(number) } }
    },
  ]

  private static func call(
    _ number: Int, _ ledger: Ledger, _ operation: @escaping @Sendable () async throws -> Void
  ) async {
    if number % 8 == 0 {
      let task = Task { try await operation() }
      task.cancel()
      if case .failure = await task.result { ledger.cancel(number) }
    } else {
      do { try await operation() } catch { ledger.cancel(number) }
    }
  }

  private static func merger(_ mode: ThrottleMode) -> Form {
    Form(merger: "TriggerMerger, \(mode)") { ran in
      TriggerMerger(window: interval, mode: mode) { _ in ran() }
    } fire: { merger, _ in
      merger.fire("button", byUser: true)
    }
  }
}
