import Foundation

/// A UTC calendar day, the only precision in which the market shows dates.
struct CivilDay: Sendable, Hashable, Comparable {
  /// Days since 1970-01-01, negative before it.
  var daysSince1970: Int32

  init(daysSince1970: Int32) { self.daysSince1970 = daysSince1970 }

  /// The UTC day of a moment; moments beyond five million years clamp.
  init(_ moment: Date) {
    daysSince1970 = Int32(clamping: Int64((moment.timeIntervalSince1970 / 86_400).rounded(.down)))
  }

  /// `yyyyMMdd`, as in the path of an image, with `separator` between the parts.
  func text(separator: String = "") -> String {
    var json = JSONBytes(capacity: 16)
    json.day(self, separator: separator)
    return String(decoding: json.bytes, as: UTF8.self)
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
}
