import Foundation
import Synchronization

/// The two clocks of a schedule: the true time, which the server has too, and the date that the device shows.
final class TrialTime: Sendable {
  private struct State {
    var passed: TimeInterval = 0
    var error: TimeInterval = 0
    var bootCount = 1
    var bootedAt: TimeInterval = 0
  }

  private let start: Date
  private let state = Mutex(State())

  init(_ start: Date) { self.start = start }

  /// The date that the device shows.
  var now: Date { state.withLock { start + $0.passed + $0.error } }
  /// The true date.
  var serverNow: Date { start + passed }
  /// The time that has truly passed, in seconds.
  var passed: TimeInterval { state.withLock { $0.passed } }
  /// Which start of the device it is, and how many seconds ago that was.
  var sinceBoot: (boot: Int, elapsed: TimeInterval) {
    state.withLock { ($0.bootCount, $0.passed - $0.bootedAt) }
  }

  /// Lets true time pass.
  func pass(_ seconds: TimeInterval) { state.withLock { $0.passed += seconds } }
  /// Sets the device's date forward or back.
  func jump(_ seconds: TimeInterval) { state.withLock { $0.error += seconds } }
  /// Sets the device's date right.
  func setRight() { state.withLock { $0.error = 0 } }
  /// Starts the device anew.
  func reboot() {
    state.withLock { state in
      state.bootCount += 1
      state.bootedAt = state.passed
    }
  }
}
