/// A UTC calendar day, the only precision in which the market shows dates.
struct CivilDay: Sendable, Hashable, Comparable {
  /// Days since 1970-01-01, negative before it.
  var daysSince1970: Int32

  /// The day so many days after 1970-01-01.
  init(daysSince1970: Int32) { self.daysSince1970 = daysSince1970 }

  /// The UTC day of a moment; moments beyond five million years clamp.
  init(secondsSince1970 seconds: Int64) {
    let (days, rest) = seconds.quotientAndRemainder(dividingBy: 86_400)
    daysSince1970 = Int32(clamping: rest < 0 ? days - 1 : days)
  }

  /// `yyyy-MM-dd`.
  var text: String {
    let (year, month, day) = components
    return "\(padded(year, to: 4))-\(padded(month, to: 2))-\(padded(day, to: 2))"
  }

  /// `yyyyMMdd`, as in the path of an image.
  var compactText: String {
    let (year, month, day) = components
    return padded(year, to: 4) + padded(month, to: 2) + padded(day, to: 2)
  }

  static func < (lhs: CivilDay, rhs: CivilDay) -> Bool { lhs.daysSince1970 < rhs.daysSince1970 }

  /// Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", civil_from_days.
  var components: (year: Int, month: Int, day: Int) {
    let shifted = Int(daysSince1970) + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
  }

  private func padded(_ number: Int, to width: Int) -> String {
    let digits = String(number.magnitude)
    let zeros = String(repeating: "0", count: max(0, width - digits.count))
    return (number < 0 ? "-" : "") + zeros + digits
  }
}
