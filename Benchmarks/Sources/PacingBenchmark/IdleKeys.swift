import CAllocationCounter
import Foundation
import Measuring
import OpenMarketPacing

/// The cost of keys that have nothing to do.
enum IdleKeys {
  private static let count = 10_000

  static func measure() async throws {
    let keyed = Debouncer(.milliseconds(200), keyedBy: Int.self)
    for key in 0..<100 { keyed(for: key) {} }
    try await idle(keyed)
    let empty = allocated_bytes()
    for key in 0..<count { keyed(for: key) {} }
    let (full, keys) = (allocated_bytes(), keyed.count)
    try await idle(keyed)
    let after = allocated_bytes()
    report("\(keys) keys waiting: memory of each", Double(full - empty) / Double(keys), "%.0f bytes")
    let kept = Double(after - empty) / Double(count)
    report("the same keys idle: memory kept of each", kept, "%.1f bytes", must: "freed", isMet: kept < 8)

    let debouncers = (0..<count).map { _ in Debouncer(.milliseconds(10)) }
    for debouncer in debouncers { debouncer {} }
    for key in 0..<count { keyed(for: key) {} }
    try await Task.sleep(for: .seconds(1))
    let start = processorSeconds()
    try await Task.sleep(for: .seconds(2))
    let share = (processorSeconds() - start) / 2 * 100
    report(
      "\(count) keys and \(count) debouncers idle: CPU over two seconds", share, "%.3f %%", must: "none",
      isMet: share < 0.1)
    withExtendedLifetime(debouncers) {}
  }

  /// Waits until no key is left, and the pool has released the tasks.
  private static func idle(_ keyed: Debouncer<Int>) async throws {
    while keyed.count > 0 { try await Task.sleep(for: .milliseconds(10)) }
    try await Task.sleep(for: .milliseconds(500))
  }
}
