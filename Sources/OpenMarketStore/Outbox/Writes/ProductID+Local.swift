package import OpenMarketAPI

extension EntityID where Subject == Product {
  /// Whether the number is local to this device, for a listing without a number from the server.
  ///
  /// Such numbers are negative. They stay valid for calls after the server has assigned its own.
  public var isLocal: Bool { rawValue < 0 }
}
