public import Foundation
public import OpenMarketAPI

/// A field of a listing that was changed to different values on this device and on the server.
public struct FieldConflict: Sendable, Hashable {
  /// The field: the price, the discount or the stock.
  public var field: ListingField
  /// The field's value when the edit was made.
  public var base: Decimal
  /// The value of this device.
  public var mine: Decimal
  /// The present value of the server.
  public var theirs: Decimal

  package init(_ field: ListingField, base: Decimal, mine: Decimal, theirs: Decimal) {
    self.field = field
    self.base = base
    self.mine = mine
    self.theirs = theirs
  }
}
