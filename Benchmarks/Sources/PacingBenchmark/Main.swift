import Foundation
import Synchronization

/// `PacingBenchmark`: what pacing costs, against the usual ways of writing it by hand, and the limits it keeps.
@main
enum Main {
  static func main() async throws {
    try await EventCost.measure()
    EventCost.countAllocations()
    try await IdleKeys.measure()
    try await Deadlines.measure()
    await Waiters.measure()
    try await Limits.check()
  }
}

/// Something for actions to do that the compiler cannot remove.
final class Runs: Sendable {
  private let count = Atomic(0)
  func add() { count.add(1, ordering: .relaxed) }
}

/// Prints a number next to what it must be.
func report(_ what: String, _ value: Double, _ format: String, must: String? = nil, isMet: Bool = true) {
  let verdict = must.map { " (must: \($0); \(isMet ? "met" : "NOT MET"))" } ?? ""
  print("\(what): \(String(format: format, value))\(verdict)")
}
