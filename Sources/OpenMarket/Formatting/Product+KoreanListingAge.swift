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
