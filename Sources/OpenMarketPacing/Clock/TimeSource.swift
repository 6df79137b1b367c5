package import Foundation

/// All that a module asks of time and chance, in one value: tests replace the parts that they steer.
///
/// The clock and the calendar are two things. Users and networks set the calendar, to any date; so it stamps and ages
/// what is stored, and decides nothing else. Time limits, pauses and leases count on the clock, and what must survive
/// the process on the uptime.
package struct TimeSource: Sendable {
  /// Measures time limits and pauses; goes on steadily, and begins anew with each process.
  package var clock: AnyClock = .continuous
  package var date: @Sendable () -> Date = { Date() }
  /// The time since the device was started.
  package var uptime: @Sendable () -> Uptime = { .now }
  /// A random number from 0 up to 1, which pauses are multiplied by.
  package var jitter: @Sendable () -> Double = { Double.random(in: 0..<1) }

  /// Makes a source of the system's time.
  package init() {}
}
