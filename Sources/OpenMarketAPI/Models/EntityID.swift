/// The server's number of a `Subject`, typed so that a product's number cannot be passed where
/// a vendor's is meant. Coded as its number.
public struct EntityID<Subject>: RawRepresentable, Sendable, Hashable, Comparable, Codable {
  /// The number on the wire.
  public let rawValue: Int64

  /// Makes an id from its number, such as one in a notification.
  public init(rawValue: Int64) { self.rawValue = rawValue }

  package init(_ number: Int) { self.init(rawValue: Int64(number)) }

  /// Whether `lhs` was assigned before `rhs`.
  public static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }
}

extension EntityID: ExpressibleByIntegerLiteral {
  /// Makes an id from a literal such as `1207`.
  public init(integerLiteral value: Int64) { self.init(rawValue: value) }
}

extension EntityID: LosslessStringConvertible {
  /// Makes an id from decimal digits; `nil` for any other text, or beyond 64 bits.
  public init?(_ text: String) {
    guard let number = Int64(text) else { return nil }
    self.init(rawValue: number)
  }

  /// The number in decimal digits.
  public var description: String { String(rawValue) }
}
