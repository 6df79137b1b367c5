import Foundation

/// A currency as the server names it.
///
/// An open set: an unknown code survives a round trip.
public struct Currency: RawRepresentable, Sendable, Hashable, Codable, CaseIterable {
  /// The code on the wire, such as `KRW`.
  public let rawValue: String
  /// Makes a currency from its code.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// South Korean won.
  public static let krw = Currency(rawValue: "KRW")
  /// United States dollar.
  public static let usd = Currency(rawValue: "USD")

  /// The decimals of an amount that people can pay (ISO 4217); `nil` for what is no country's money.
  package var decimals: Int? {
    switch rawValue {
    case "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW": 0
    case "PYG", "RWF", "UGX", "VND", "VUV", "XAF", "XOF", "XPF": 0
    case "BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND": 3
    case "CLF", "UYW": 4
    default: Self.national.contains(rawValue) ? 2 : nil
    }
  }

  private static let national = Set(Locale.commonISOCurrencyCodes)

  /// The currencies that every server accepts.
  public static let allCases: [Currency] = [.krw, .usd]
}
