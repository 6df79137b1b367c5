import Measuring
import OpenMarketPacing

/// The cost of a deadline that never comes.
enum Deadlines {
  static func measure() async throws {
    let clock = ContinuousClock()
    let operations = 50_000
    try await compare(
      "withDeadline ÷ the bare call in a task of its own", rounds: 5, operations: operations,
      subject: {
        for _ in 0..<operations {
          _ = try await withDeadline(clock.now + .seconds(60), clock: clock) { 1 }
        }
      },
      reference: { for _ in 0..<operations { _ = await Task { 1 }.value } })
  }
}
