public import Foundation
public import OpenMarketAPI

/// A format for amounts of money as in Korean second-hand apps: `45,000원`, `무료 나눔`, `$12.50`.
///
/// ```swift
/// product.salePrice.formatted(.koreanPrice(product.currency))
/// ```
///
/// The same everywhere, whatever the device's language: a listing's price must not change its lookup with the
/// phone. Every digit that the server sent is displayed, none is rounded away; an amount that is not whole has as many digits as
/// its currency, at least.
public struct KoreanPriceStyle: FormatStyle {
  let currency: Currency?
  let free: String?

  /// The amount in words and digits; `-` for one that is not a number.
  public func format(_ amount: Decimal) -> String {
    guard amount.isFinite else { return "-" }
    if amount.isZero, let free { return free }
    let sign = amount < 0 ? "-" : ""
    return switch currency {
    case .krw: "\(sign)\(digits(of: amount))원"
    case .usd: "\(sign)$\(digits(of: amount))"
    // A space at which no line breaks.
    case let other?: "\(sign)\(digits(of: amount))\u{A0}\(other.rawValue)"
    case nil: sign + digits(of: amount)
    }
  }

  /// The digits without sign, a comma before every three of the whole part.
  private func digits(of amount: Decimal) -> String {
    let parts = amount.magnitude.description.split(separator: ".", maxSplits: 1)
    var whole = ""
    for (index, digit) in parts[0].enumerated() {
      if index > 0, (parts[0].count - index).isMultiple(of: 3) { whole += "," }
      whole.append(digit)
    }
    guard parts.count == 2 else { return whole }
    let missing = (currency?.decimals ?? 0) - parts[1].count
    return whole + "." + parts[1] + String(repeating: "0", count: max(0, missing))
  }
}

extension FormatStyle where Self == KoreanPriceStyle {
  /// A format for amounts of `currency` as in Korean second-hand apps.
  ///
  /// - Parameters:
  ///   - currency: The currency; `nil` shows digits alone.
  ///   - free: The text in place of an amount of zero; `nil` for `0원`.
  /// - Returns: The style.
  public static func koreanPrice(_ currency: Currency?, free: String? = "무료 나눔") -> KoreanPriceStyle {
    KoreanPriceStyle(currency: currency, free: free)
  }
}
