import SellingTrials
import Testing

/// Schedules of faults, crashes, edits and two processes on one file, against an oracle that reads the server's
/// ledger. `scripts/test schedules` runs ten times as many.
@Suite(.serialized, .timeLimit(.minutes(10))) struct TrialTests {
  @Test("no schedule loses, doubles or misorders an effect, and all converge", arguments: [true, false])
  func schedules(_ honoursKeys: Bool) async throws {
    let first = UInt64.random(in: 0..<1_000_000) * 10_000
    print("seeds from \(first), keys \(honoursKeys)")
    let report = try await TrialRun.run(first..<first + 500, honoursKeys: honoursKeys)
    #expect(report.count == 500 && report.effectCount > 500)
    #expect(report.violations.isEmpty, "\(report.violations.prefix(3).joined(separator: "\n"))")
  }

  @Test("a client without queue, keys and look breaks the same promises under the same faults")
  func naive() async throws {
    let damage = try await TrialRun.runNaively(0..<200)
    print("without an outbox, of \(damage.writes) writes: \(damage.lost) lost, \(damage.doubled) doubled")
    #expect(damage.lost > damage.writes / 100 && damage.doubled > damage.writes / 100)
  }
}
