public import Foundation

/// A field of a listing that was changed on this device and on the server, to different values.
public struct FieldConflict: Sendable, Hashable, Codable {
  /// Which field.
  public enum Field: String, Sendable, Hashable, Codable {
    /// The price.
    case price
    /// The amount taken off the price.
    case discount = "discounted_price"
    /// The stock.
    case stock
  }

  /// Which field.
  public var field: Field
  /// Its value when the edit was made.
  public var base: Decimal
  /// The value of this device.
  public var mine: Decimal
  /// The present value of the server.
  public var theirs: Decimal

  package init(_ field: Field, base: Decimal, mine: Decimal, theirs: Decimal) {
    self.field = field
    self.base = base
    self.mine = mine
    self.theirs = theirs
  }
}
