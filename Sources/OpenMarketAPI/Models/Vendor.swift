/// A vendor of the market.
public struct Vendor: Sendable, Hashable, Identifiable {
  /// The vendor's number.
  public var id: EntityID<Vendor>
  /// The vendor's public name.
  public var name: String

  /// Makes a vendor.
  public init(id: ID, name: String) {
    self.id = id
    self.name = name
  }
}
