import OpenMarket
import SellingTrials
import Testing

/// Schedules of faults, crashes, edits and two processes on one file, with everything that is against a client on
/// a real network, against an oracle that reads the server's ledger. `scripts/test schedules` runs many more.
@Suite(.serialized, .timeLimit(.minutes(10))) struct TrialTests {
  @Test("every intent has its effect once, or the user is asked about it", arguments: [true, false])
  func schedules(_ honoursKeys: Bool) async throws {
    // Always the same here, so that a run fails for what was changed; `selling-probe trials -` looks for what nobody knows.
    let first: UInt64 = 8_000_000
    let report = try await TrialRun.run(first..<first + 500, honoursKeys: honoursKeys)
    print(report)
    #expect(report.count == 500 && report.effectCount > 500)
    #expect(report.violations.isEmpty, "\(report.violations.prefix(3).joined(separator: "\n"))")
  }

  @Test(
    "after 10,000 listings of others a lost response is found with few requests, or the user is asked",
    arguments: [true, false], [true, false])
  func crowdedMarket(isCarriedOut: Bool, knowsVendor: Bool) async throws {
    let outcome = try await CrowdedMarket.run(
      count: 10_000, isCarriedOut: isCarriedOut, knowsVendor: knowsVendor)
    #expect(outcome.requestCount <= 60)
    if outcome.isQuestion {
      #expect(outcome.effectCount == (isCarriedOut ? 1 : 0))
    } else {
      if case .accepted = outcome.state {} else { Issue.record("\(outcome)") }
      #expect(outcome.effectCount == 1)
    }
  }

  @Test("a client without queue, keys and lookup breaks the same promises under the same faults")
  func naive() async throws {
    let damage = try await TrialRun.runNaively(0..<200)
    print("without an outbox, of \(damage.writes) writes: \(damage.lost) lost, \(damage.doubled) doubled")
    #expect(damage.lost > damage.writes / 100 && damage.doubled > damage.writes / 100)
  }
}
