/// Days of the proleptic Gregorian calendar, for years from 0.
package enum CivilDate {
  /// Counts from 1 March, so that the leap day is the last of its year (Howard Hinnant,
  /// "chrono-compatible low-level date algorithms", `days_from_civil`).
  /// - Returns: The days since 1970-01-01; `nil` where there is no such day.
  package static func daysSince1970(year: Int, month: Int, day: Int) -> Int? {
    guard (1...12).contains(month), day >= 1, day <= length(ofMonth: month, year: year) else { return nil }
    let marchYear = (month <= 2 ? year - 1 : year) + 400  // never negative, so that `/` rounds down
    let era = marchYear / 400
    let yearOfEra = marchYear % 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return (era - 1) * 146_097 + dayOfEra - 719_468
  }

  private static func length(ofMonth month: Int, year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}
