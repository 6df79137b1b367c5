/// A vendor of the market.
public struct Vendor: Sendable, Hashable, Identifiable {
  /// The number of a vendor.
  public typealias ID = EntityID<Vendor>

  /// The vendor's number.
  public var id: ID
  /// The vendor's public name.
  public var name: String

  /// Makes a vendor.
  public init(id: ID, name: String) {
    self.id = id
    self.name = name
  }
}
