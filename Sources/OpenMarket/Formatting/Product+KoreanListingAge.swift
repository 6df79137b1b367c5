public import Foundation
public import OpenMarketAPI

extension Product {
  /// Returns when the product was listed or bumped, as in the market's rows: `오늘`, `3일 전`, `끌올 오늘`,
  /// `끌올 3일 전`.
  ///
  /// A product changed on a later day than it was listed is 끌올, and counts from the change. Days are those of
  /// `timeZone`: the market dates products by UTC days, so in Seoul something listed at 8 in the morning would be a day old at
  /// once. A date in the future, as a clock set wrong makes it, counts as today.
  ///
  /// - Parameters:
  ///   - now: The moment from which days are counted back.
  ///   - timeZone: The time zone of the calendar days (default: UTC).
  /// - Returns: The text; `nil` when the server sent no date.
  public func koreanListingAge(now: Date = Date(), timeZone: TimeZone = .gmt) -> String? {
    let days = KoreanDayStyle(now: now, timeZone: timeZone)
    return switch (createdAt, updatedAt) {
    case (let listed?, let changed?) where listed != changed: "끌올 " + days.format(changed)
    case (_, let date?), (let date?, nil): days.format(date)
    case (nil, nil): nil
    }
  }
}

/// A format for the number of calendar days since a date, in Korean: `오늘`, `3일 전`.
///
/// A date in the future counts as today.
struct KoreanDayStyle {
  /// The moment from which days are counted back.
  var now: Date
  /// Where midnight ends a day.
  var timeZone = TimeZone.gmt

  /// `오늘`, or `N일 전`.
  func format(_ date: Date) -> String {
    let days = day(of: now) - day(of: date)
    return days <= 0 ? "오늘" : "\(days)일 전"
  }

  /// The number of the calendar day since 1970.
  private func day(of date: Date) -> Int {
    // Beyond these, 30,000 years from now, time zones mean nothing and whole numbers end some day.
    let seconds = min(max(date.timeIntervalSince1970, -1e12), 1e12)
    guard seconds == seconds else { return 0 }
    let offset = timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: seconds))
    return Int(((seconds + Double(offset)) / 86_400).rounded(.down))
  }
}
