import Foundation
import OpenMarketMock

/// A test in Swift that begins as the market did, does what was done to it, and expects its effects.
struct SwiftTest {
  let text: String

  /// Effects that are expected by name; a longer test would not be read.
  private static let mostEffects = 20

  init(_ journal: Journal, effects: [Effect]) {
    let usesClock = journal.clockStart != nil
    var lines = [
      "import Foundation", "import OpenMarket", "import OpenMarketMock", "import Testing", "",
      "@Test(\"the app copes with what was clicked together in the console\")",
      "func clickedTogether() async throws {",
      "  let folder = URL.temporaryDirectory.appending(path: UUID().uuidString)",
      "  defer { try? FileManager.default.removeItem(at: folder) }",
      "  let server = try #require(URL(string: \"http://market.test\"))",
    ]
    if let start = journal.clockStart {
      let seconds = SwiftSource.integer(Int64(start.timeIntervalSince1970.rounded(.down)))
      lines.append("  let clock = ManualClock(date: Date(timeIntervalSince1970: \(seconds)))")
    }
    lines.append("  let mock = MarketplaceMock {")
    lines.append("    $0.productCount = \(SwiftSource.integer(max(0, journal.configuration.productCount)))")
    lines.append("    $0.seed = \(SwiftSource.integer(journal.configuration.seed))")
    if !journal.configuration.honoursIdempotencyKeys { lines.append("    $0.honoursIdempotencyKeys = false") }
    if usesClock { lines.append("    $0.use(clock)") }
    lines += [
      "  }", "  let vendor = MarketplaceMock.Vendor.sample",
      "  let market = try Marketplace(server: server, folder: folder) {",
      "    $0.transport = mock",
      "    $0.credentials = try VendorCredentials(identifier: vendor.identifier, secret: vendor.secret)",
    ]
    if usesClock { lines.append("    $0.http.use(clock)") }
    lines.append("  }")
    lines.append("")
    if journal.configuration.validation == .lenient {
      lines.append("  // The console's market was lenient; this one keeps the documented limits.")
    }
    lines += journal.actions.flatMap(Self.lines).map { "  " + $0 }
    if journal.leftOut > 0 { lines.append("  // \(journal.leftOut) more actions are left out.") }
    lines += ["", "  // Here: what the app does with `market`.", ""]
    lines += Self.expectation(effects)
    lines += ["  try await market.close()", "}", ""]
    text = lines.joined(separator: "\n")
  }

  private static func lines(_ action: MarketActivity) -> [String] {
    switch action {
    case .exchange, .clockFrozen, .reset: return []
    case .faultAdded(let fault):
      return [fault.swiftSource ?? "// A fault on \(fault.match.method?.rawValue ?? "") is left out."]
    case .plan(nil), .faultsRemoved: return ["mock.removeFaults()"]
    case .plan(let plan?): return lines(plan)
    case .clockSet(let moment, let before):
      let seconds = moment.timeIntervalSince(before)
      if seconds < 0 { return ["// The clock was set back here, which a ManualClock cannot be."] }
      let duration = Duration.milliseconds(Int64((min(seconds, 1e12) * 1000).rounded()))
      return ["clock.advance(by: \(SwiftSource.duration(duration)))"]
    }
  }

  private static func lines(_ plan: FaultPlan) -> [String] {
    var settings = FaultPlan.chances.filter { plan[keyPath: $0.property] > 0 }
      .map { "    $0.\($0.name) = \(plan[keyPath: $0.property])" }
    if let limit = plan.limit { settings.append("    $0.limit = \(SwiftSource.integer(limit))") }
    var usual = FaultPlan(seed: plan.seed)
    (usual.match, usual.delays, usual.statuses, usual.retryAfter) =
      (plan.match, plan.delays, plan.statuses, plan.retryAfter)
    let note =
      "// The plan's match, delays, statuses or Retry-After are left out: only the control plane has them."
    return (usual == FaultPlan(seed: plan.seed) ? [] : [note]) + [
      "mock.setFaultPlan(", "  FaultPlan(seed: \(SwiftSource.integer(plan.seed))) {",
    ] + settings + ["  })"]
  }

  private static func expectation(_ effects: [Effect]) -> [String] {
    guard !effects.isEmpty else { return [] }
    let names = effects.prefix(mostEffects).map { ".\($0.kind)" }.joined(separator: ", ")
    let rest = effects.count > mostEffects ? ".prefix(\(mostEffects))" : ""
    return ["  let effects = mock.ledger\(rest).map(\\.kind)", "  #expect(effects == [\(names)])"]
  }
}
