public import Foundation
public import OpenMarketAPI

/// When a product was listed or brought up again, as the market's rows show it: `오늘`, `3일 전`, `끌올 오늘`,
/// `끌올 3일 전`.
///
/// ```swift
/// let age = product.formatted(.koreanListingAge())
/// ```
///
/// A product changed on a later day than it was listed is 끌올, and counts from the change. See
/// ``KoreanDayStyle`` for what a day is.
public struct KoreanListingAgeStyle: FormatStyle {
  /// How days are counted.
  package var days: KoreanDayStyle

  /// Makes a style.
  package init(_ days: KoreanDayStyle) { self.days = days }

  /// The text; `nil` when the server sent no date.
  public func format(_ product: Product) -> String? {
    switch (product.createdAt, product.updatedAt) {
    case (let listed?, let changed?) where listed != changed: "끌올 " + days.format(changed)
    case (_, let date?), (let date?, nil): days.format(date)
    case (nil, nil): nil
    }
  }
}

extension FormatStyle where Self == KoreanListingAgeStyle {
  /// When a product was listed or brought up again, seen from `now`.
  ///
  /// See ``KoreanListingAgeStyle``.
  public static func koreanListingAge(
    now: Date = Date(), timeZone: TimeZone = .gmt
  ) -> KoreanListingAgeStyle {
    KoreanListingAgeStyle(KoreanDayStyle(now: now, timeZone: timeZone))
  }
}

extension Product {
  /// Writes the product, or a side of it, in `style`.
  public func formatted<Style: FormatStyle>(_ style: Style) -> Style.FormatOutput
  where Style.FormatInput == Product {
    style.format(self)
  }
}
