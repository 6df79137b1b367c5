import Foundation
import OpenMarket
import OpenMarketMock

/// Many schedules, by the numbers of their seeds.
public struct TrialRun: Sendable {
  /// How many schedules use one pair of processes; which ones, the seed decides.
  private static let perFixture: UInt64 = 100

  /// Runs the schedules of `seeds`, on both processors.
  ///
  /// - Parameters:
  ///   - seeds: Which.
  ///   - honoursKeys: Whether the server performs all requests with one key once.
  /// - Returns: What they have shown.
  /// - Throws: What a store throws.
  public static func run(_ seeds: Range<UInt64>, honoursKeys: Bool) async throws -> Report {
    let portions = (seeds.lowerBound / perFixture...max(seeds.lowerBound, seeds.upperBound - 1) / perFixture)
      .map { seeds.clamped(to: $0 * perFixture..<($0 + 1) * perFixture) }
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
    var report = Report()
    try await each(of: seeds, honoursKeys) { trial, found in
      await report.add(trial, found, honoursKeys: honoursKeys)
    }
    return report
  }

  /// Runs schedules one after the other, all in the same two processes until one leaves something broken.
  private static func each(
    of seeds: Range<UInt64>, _ honoursKeys: Bool, _ body: (Trial, [TrialViolation]) async -> Void
  ) async throws {
    var fixture: TrialFixture?
    for seed in seeds {
      let checksFirst = seed / perFixture % 2 == 1
      let present = try fixture ?? TrialFixture(honoursKeys: honoursKeys, checksFirst: checksFirst)
      let trial = Trial(seed: seed, fixture: present)
      let found = await trial.run()
      await body(trial, found)
      fixture = found.isEmpty ? present : nil
      if !found.isEmpty { await present.close() }
    }
    await fixture?.close()
  }

  /// The log of one schedule, after those before it that used the same processes.
  ///
  /// - Throws: What a store throws.
  public static func log(of seed: UInt64, honoursKeys: Bool) async throws -> String {
    var lines: [String] = []
    try await each(of: seed / perFixture * perFixture..<seed + 1, honoursKeys) { trial, found in
      lines =
        ["seed \(trial.seed), \(trial.adversaries.names)"] + (await trial.log) + found.map(\.description)
    }
    return lines.joined(separator: "\n  ")
  }

  /// The same faults for a client without queue, keys and look; see ``NaiveTrial``.
  public static func runNaively(_ seeds: Range<UInt64>) async throws -> (writes: Int, lost: Int, doubled: Int)
  {
    var damage = NaiveTrial.Damage()
    let fixture = try TrialFixture(honoursKeys: false)
    for seed in seeds {
      damage = damage + (await NaiveTrial(seed: seed, mock: fixture.mock, client: fixture.otherDevice).run())
    }
    await fixture.close()
    return (damage.writes, damage.lost, damage.doubled)
  }
}
