import Foundation
import OpenMarket

/// Runs checks one after the other and remembers what was found.
struct ConformanceRun {
  struct Result: Sendable {
    var check: ConformanceCheck
    var finding: ConformanceCheck.Finding

    /// Whether a client goes wrong.
    var isFailure: Bool {
      if case .broken = finding { check.level == .required } else { false }
    }
  }

  let probe: ConformanceProbe
  let checks: [ConformanceCheck]

  /// All checks, those that write only if `writes`; or of those the ones with such names.
  init(probe: ConformanceProbe, writes: Bool, only names: Set<String>? = nil) {
    self.probe = probe
    let all = ConformanceCheck.reading + (writes ? ConformanceCheck.selling + [Self.cleanUp] : [])
    checks = names.map { names in all.filter { names.contains($0.name) } } ?? all
  }

  /// Runs them; `report` is told of each as it ends.
  func run(report: (Result) throws -> Void) async throws -> [Result] {
    var results: [Result] = []
    do {
      for check in checks {
        let result = Result(check: check, finding: try await find(check))
        results.append(result)
        try report(result)
      }
    } catch {
      // Ended in the middle: nothing of ours stays.
      _ = await Task { [probe] in await probe.cleanUp() }.value
      throw error
    }
    return results
  }

  private func find(_ check: ConformanceCheck) async throws -> ConformanceCheck.Finding {
    do {
      return try await check.run(probe)
    } catch let finding as ConformanceCheck.Finding {
      return finding
    } catch let error as CancellationError {
      throw error
    } catch {
      return .broken("\(error)")
    }
  }

  private static let cleanUp = ConformanceCheck(
    "clean up", .selling, why: "products of this test that stay are seen by everybody",
    fix: "delete those that are named, and see what is wrong with deletion"
  ) { probe in
    let left = await probe.cleanUp()
    return left.isEmpty
      ? .kept("all deleted") : .broken("still listed: \(left.map(\.description).joined(separator: ", "))")
  }
}
