import Dispatch
import OpenMarketPacing

/// A form of pacing under stress.
struct Form: Sendable {
  /// What came of it.
  struct Outcome: Sendable {
    let submitted: Int
    let ran: Int
    let cancelled: Int
    /// Whether nothing was lost and nothing happened twice.
    let isExact: Bool
  }

  let name: String
  /// Submits so many actions from each of the 64 tasks.
  let run: @Sendable (_ perSubmitter: Int) async -> Outcome

  /// Waits until nothing is left to come, in vain for a minute in which nothing has.
  static func settle(_ left: () -> Int) async {
    var (least, deadline) = (left(), ContinuousClock.now + .seconds(60))
    while least > 0, .now < deadline {
      try? await Task.sleep(for: .milliseconds(1))
      let now = left()
      if now < least { (least, deadline) = (now, .now + .seconds(60)) }
    }
    // Whatever comes twice may come a little later.
    try? await Task.sleep(for: .milliseconds(20))
  }

  /// A form whose actions run or are cancelled.
  init<Pacer: Sendable>(
    _ name: String, queue: DispatchQueue? = nil, make: @escaping @Sendable () -> Pacer,
    cancel: @escaping @Sendable (Pacer) -> Void,
    submit: @escaping @Sendable (Pacer, Int, Ledger) async -> Void
  ) {
    self.name = name
    run = { perSubmitter in
      let (ledger, submitted) = (Ledger(), perSubmitter * Stress<Pacer>.submitters)
      let pacer = await Stress(make: make, cancel: cancel, queue: queue) { await submit($0, $1, ledger) }
        .run(perSubmitter: perSubmitter)
      await Self.settle { submitted - ledger.ended }
      // The last object lives until its last action has run.
      return withExtendedLifetime(pacer) {
        Outcome(
          submitted: submitted, ran: ledger.ran, cancelled: ledger.cancelled,
          isExact: ledger.isExact(submitted))
      }
    }
  }

  /// A merger: each trigger is told what becomes of it, and exactly the runs follow that were announced.
  init<Merger: Sendable>(
    merger name: String,
    make: @escaping @Sendable (_ ran: @escaping @Sendable () -> Void) -> Merger,
    fire: @escaping @Sendable (Merger, Int) -> TriggerOutcome
  ) {
    self.name = name
    run = { perSubmitter in
      // Responses that announce a run are entered as runs, all others as cancellations.
      let (responses, runs, submitted) = (Ledger(), Ledger(), perSubmitter * Stress<Merger>.submitters)
      let merger = await Stress(make: { make { runs.run(0) } }, cancel: nil) {
        switch fire($0, $1) {
        case .ran, .scheduled: responses.run($1)
        case .merged, .tooSoon: responses.cancel($1)
        }
      }.run(perSubmitter: perSubmitter)
      await Self.settle { responses.ran - runs.ran }
      return withExtendedLifetime(merger) {
        Outcome(
          submitted: submitted, ran: runs.ran, cancelled: responses.cancelled,
          isExact: responses.isExact(submitted) && runs.ran == responses.ran)
      }
    }
  }
}
