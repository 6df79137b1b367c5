import Foundation

/// A moment on the clock that no calendar can move: the time since the device was started, sleep included.
///
/// Survives the process, since it names the start that it counts from. Of moments of two starts nothing follows.
package struct Uptime: Sendable, Hashable {
  /// The start: another text for each.
  package var boot: String
  /// The time since then.
  package var elapsed: Duration

  package init(boot: String, elapsed: Duration) { (self.boot, self.elapsed) = (boot, elapsed) }

  /// The time from `earlier` to this moment; `nil` when the device was started in between.
  package func duration(since earlier: Uptime) -> Duration? {
    guard boot == earlier.boot, elapsed >= earlier.elapsed else { return nil }
    return elapsed - earlier.elapsed
  }

  /// Now, by the system's clock. Costs less than a microsecond.
  package static var now: Uptime { Uptime(boot: systemBoot, elapsed: systemElapsed) }

  private static var systemElapsed: Duration {
    var time = timespec()
    #if canImport(Darwin)
      // Goes on while the device sleeps, unlike CLOCK_UPTIME_RAW.
      let clock = CLOCK_MONOTONIC_RAW
    #else
      let clock = CLOCK_BOOTTIME
    #endif
    guard unsafe clock_gettime(clock, &time) == 0 else { return .zero }
    return .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec))
  }

  /// Where the system does not say which start it is, each process counts as a start of its own, which is safe: then nothing
  /// follows across processes.
  private static let systemBoot = startOfSystem ?? UUID.random().uuidString

  private static var startOfSystem: String? {
    #if canImport(Darwin)
      // The kernel's name for the start, which sleep does not change; a sandbox may keep it back.
      var text = [UInt8](repeating: 0, count: 64)
      var size = text.count
      guard unsafe sysctlbyname("kern.bootsessionuuid", &text, &size, nil, 0) == 0 else { return nil }
      return UUID(uuidString: String(decoding: text.prefix { $0 != 0 }, as: UTF8.self))?.uuidString
    #else
      let text = try? String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8)
      let boot = text?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
      return boot.isEmpty ? nil : boot
    #endif
  }
}

extension Uptime: LosslessStringConvertible {
  /// As files hold it: the milliseconds, then the start.
  package var description: String {
    let milliseconds =
      elapsed.components.seconds * 1_000 + elapsed.components.attoseconds / 1_000_000_000_000_000
    return "\(milliseconds)@\(boot)"
  }

  /// Reads a ``description``; `nil` for any other text.
  package init?(_ description: String) {
    let parts = description.split(separator: "@", maxSplits: 1)
    guard parts.count == 2, let milliseconds = Int64(parts[0]), milliseconds >= 0 else { return nil }
    self.init(boot: String(parts[1]), elapsed: .milliseconds(milliseconds))
  }
}
