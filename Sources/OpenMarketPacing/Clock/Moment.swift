/// A reading of a clock in whole nanoseconds, small and quick to compare.
///
/// Sums saturate, so that no interval, however huge, can overflow.
package struct Moment: InstantProtocol {
  package var nanoseconds: Int64

  package init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  package static let zero = Moment(nanoseconds: 0)
  /// The end of time, which never comes.
  package static let distantFuture = Moment(nanoseconds: .max)

  /// The moment `duration` later, or the end of time.
  package func advanced(by duration: Duration) -> Moment { advanced(byNanoseconds: duration.nanoseconds) }

  /// The moment `interval` later, or the end of time.
  func advanced(by interval: Interval) -> Moment { advanced(byNanoseconds: interval.nanoseconds) }

  private func advanced(byNanoseconds change: Int64) -> Moment {
    let (sum, overflow) = nanoseconds.addingReportingOverflow(change)
    return Moment(nanoseconds: overflow ? (change < 0 ? .min : .max) : sum)
  }

  /// The time from this moment to `other`; negative when `other` lies before.
  package func duration(to other: Moment) -> Duration {
    .nanoseconds(other.nanoseconds) - .nanoseconds(nanoseconds)
  }

  package static func < (lhs: Moment, rhs: Moment) -> Bool { lhs.nanoseconds < rhs.nanoseconds }
}

extension Duration {
  /// The whole nanoseconds: 292 years at most, positive or negative.
  fileprivate var nanoseconds: Int64 { Int64(clamping: attoseconds / 1_000_000_000) }
}

/// A length of time in whole nanoseconds, never negative.
package struct Interval: Hashable, Comparable, Sendable {
  package let nanoseconds: Int64

  package static let zero = Interval(nanoseconds: 0)
  static let longest = Interval(nanoseconds: .max)

  fileprivate init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  /// `duration` as an interval: negative ones count as zero, those beyond 292 years as 292 years.
  package init(_ duration: Duration) { self.init(nanoseconds: max(0, duration.nanoseconds)) }

  /// This interval `count` times, at most the longest one.
  func multiplied(by count: Int) -> Interval {
    let (product, overflow) = nanoseconds.multipliedReportingOverflow(by: Int64(clamping: max(0, count)))
    return Interval(nanoseconds: overflow ? .max : product)
  }

  func divided(by divisor: Int) -> Interval {
    Interval(nanoseconds: nanoseconds / Int64(max(1, divisor)))
  }

  package static func < (lhs: Interval, rhs: Interval) -> Bool { lhs.nanoseconds < rhs.nanoseconds }
}
