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
  /// The currencies that every server accepts.
  public static let allCases: [Currency] = [.krw, .usd]
}
