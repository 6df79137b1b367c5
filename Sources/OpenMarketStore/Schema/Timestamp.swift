import Foundation

/// Moments as the files hold them: whole milliseconds since 1970.
enum Timestamp {
  /// The millisecond nearest to `date`; the furthest one for dates beyond 64 bits.
  static func milliseconds(_ date: Date) -> Int64 {
    let value = (date.timeIntervalSince1970 * 1000).rounded()
    return Int64(exactly: value) ?? (value < 0 ? .min : .max)
  }

  static func date(_ milliseconds: Int64) -> Date {
    Date(timeIntervalSince1970: Double(milliseconds) / 1000)
  }
}
