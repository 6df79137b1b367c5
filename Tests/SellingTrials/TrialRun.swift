import Foundation
import OpenMarket
import OpenMarketMock

/// Many schedules, by the numbers of their seeds.
public struct TrialRun: Sendable {
  /// What the schedules have shown.
  public struct Report: Sendable {
    /// How many schedules there were.
    public var count = 0
    /// What was broken, with the seed; with the steps for the first ones.
    public var violations: [String] = []
    /// How many effects the server has on its ledger.
    public var effectCount = 0
  }

  /// How many schedules use one pair of processes.
  private static let perFixture: UInt64 = 100

  /// Runs the schedules of `seeds`, on both processors.
  ///
  /// - Parameters:
  ///   - seeds: Which.
  ///   - honoursKeys: Whether the server performs all requests with one key once.
  /// - Returns: What they have shown.
  /// - Throws: What a store throws.
  public static func run(_ seeds: Range<UInt64>, honoursKeys: Bool) async throws -> Report {
    let portions = stride(from: seeds.lowerBound, to: seeds.upperBound, by: Int(perFixture)).map {
      $0..<min($0 + perFixture, seeds.upperBound)
    }
    return try await withThrowingTaskGroup(of: Report.self) { group in
      var report = Report()
      for (index, portion) in portions.enumerated() {
        if index >= 2, let next = try await group.next() { report.add(next) }
        group.addTask { try await Self.run(portion: portion, honoursKeys: honoursKeys) }
      }
      for try await next in group { report.add(next) }
      return report
    }
  }

  private static func run(portion seeds: Range<UInt64>, honoursKeys: Bool) async throws -> Report {
    let looksFirst = seeds.lowerBound / perFixture % 2 == 1
    let fixture = try await TrialFixture(honoursKeys: honoursKeys, looksFirst: looksFirst)
    var report = Report()
    for seed in seeds {
      let trial = Trial(seed: seed, fixture: fixture)
      let violations = try await trial.run()
      report.count += 1
      guard !violations.isEmpty else { continue }
      var text = "seed \(seed), keys \(honoursKeys): \(violations.joined(separator: "; "))"
      if report.violations.isEmpty { text += "\n  " + (await trial.log).joined(separator: "\n  ") }
      report.violations.append(text)
    }
    report.effectCount = fixture.mock.ledger.count
    await fixture.close()
    return report
  }

  /// The same faults for a client without queue, keys and look; see ``NaiveTrial``.
  public static func runNaively(_ seeds: Range<UInt64>) async throws -> (writes: Int, lost: Int, doubled: Int)
  {
    var damage = NaiveTrial.Damage()
    let fixture = try await TrialFixture(honoursKeys: false)
    for seed in seeds {
      damage = damage + (await NaiveTrial(seed: seed, mock: fixture.mock, client: fixture.otherDevice).run())
    }
    await fixture.close()
    return (damage.writes, damage.lost, damage.doubled)
  }
}

extension TrialRun.Report {
  fileprivate mutating func add(_ other: TrialRun.Report) {
    count += other.count
    violations += other.violations
    effectCount += other.effectCount
  }
}
