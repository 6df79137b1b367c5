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
  /// The currency of ``mine``; `nil` for the stock, and when it is unknown.
  public var myCurrency: Currency?
  /// The currency of ``theirs``; `nil` for the stock, and when it is unknown.
  public var theirCurrency: Currency?

  package init(
    _ field: ListingField, base: Decimal, mine: Decimal, theirs: Decimal, myCurrency: Currency? = nil,
    theirCurrency: Currency? = nil
  ) {
    self.field = field
    (self.base, self.mine, self.theirs) = (base, mine, theirs)
    (self.myCurrency, self.theirCurrency) = (myCurrency, theirCurrency)
  }
}
