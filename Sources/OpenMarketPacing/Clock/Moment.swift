/// A reading of a clock in whole nanoseconds, small and quick to compare.
///
/// State machines count in these: sums saturate, so that no interval, however huge, can overflow.
package struct Moment: Hashable, Comparable, Sendable {
  package var nanoseconds: Int64

  package init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  /// The reading that an instant of a clock is.
  package init(_ instant: AnyClock.Instant) {
    self.init(nanoseconds: Int64(clamping: instant.offset.attoseconds / 1_000_000_000))
  }

  static let zero = Moment(nanoseconds: 0)

  /// The moment `interval` later, or the end of time.
  func advanced(by interval: Interval) -> Moment {
    let (sum, overflow) = nanoseconds.addingReportingOverflow(interval.nanoseconds)
    return Moment(nanoseconds: overflow ? .max : sum)
  }

  /// The time until `other`; zero when it has passed.
  func interval(until other: Moment) -> Interval {
    let (difference, overflow) = other.nanoseconds.subtractingReportingOverflow(nanoseconds)
    return Interval(nanoseconds: overflow ? .max : max(0, difference))
  }

  /// Whether `lhs` comes before `rhs`.
  package static func < (lhs: Moment, rhs: Moment) -> Bool { lhs.nanoseconds < rhs.nanoseconds }
}

/// A length of time in whole nanoseconds, never negative.
package struct Interval: Hashable, Comparable, Sendable {
  package let nanoseconds: Int64

  package static let zero = Interval(nanoseconds: 0)
  static let longest = Interval(nanoseconds: .max)

  fileprivate init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  /// `duration` as an interval: negative ones count as zero, those beyond 292 years as 292 years.
  package init(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    let whole = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    guard !whole.overflow else {
      self.init(nanoseconds: seconds < 0 ? 0 : .max)
      return
    }
    let sum = whole.partialValue.addingReportingOverflow(attoseconds / 1_000_000_000)
    self.init(nanoseconds: sum.overflow ? .max : max(0, sum.partialValue))
  }

  var duration: Duration { .nanoseconds(nanoseconds) }

  /// This interval `count` times, at most the longest one.
  func multiplied(by count: Int) -> Interval {
    let (product, overflow) = nanoseconds.multipliedReportingOverflow(by: Int64(clamping: max(0, count)))
    return Interval(nanoseconds: overflow ? .max : product)
  }

  func divided(by divisor: Int) -> Interval {
    Interval(nanoseconds: nanoseconds / Int64(max(1, divisor)))
  }

  /// Whether `lhs` is shorter than `rhs`.
  package static func < (lhs: Interval, rhs: Interval) -> Bool { lhs.nanoseconds < rhs.nanoseconds }
}
