package import OpenMarketAPI

extension EntityID where Subject == Product {
  /// Whether this device made the number up, for a listing that the server has not numbered yet.
  ///
  /// Such numbers are negative. They stay good for calls after the server has given the listing its own.
  public var isLocal: Bool { rawValue < 0 }
}
