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
  ///
  /// - Throws: `HTTPError` with `unreachable` when the server cannot be reached any more.
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
      let left = await Task { [probe] in await probe.cleanUp() }.value
      guard var failure = error as? HTTPError, !left.isEmpty else { throw error }
      failure.message += " Still listed: \(left.map(\.description).joined(separator: ", "))."
      throw failure
    }
    return results
  }

  private func find(
    _ check: ConformanceCheck, isRepeated: Bool = false
  ) async throws -> ConformanceCheck.Finding {
    do {
      return try await check.run(probe)
    } catch let finding as ConformanceCheck.Finding {
      return finding
    } catch let error as CancellationError {
      throw error
    } catch let error as HTTPError where error.hasNoResponse {
      // Nothing gets through any more, or the server does not respond to just this, or it was chance.
      guard try await probe.isReachable() else {
        throw HTTPError(
          .unreachable,
          "The server cannot be reached any more; '\(check.name)' was being tried: \(error.message)",
          cause: error)
      }
      // Products are not listed twice to find that out.
      guard !isRepeated, check.topic != .selling else { return .broken("\(error)") }
      return try await find(check, isRepeated: true)
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
