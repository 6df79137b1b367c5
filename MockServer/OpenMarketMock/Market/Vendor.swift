public import OpenMarketAPI
import OpenMarketHTTP

extension MarketplaceMock {
  /// A vendor's account, with the credentials that the original market's operators issued by hand.
  public struct Vendor: Sendable, Hashable {
    /// The number in `vendor_id`.
    public var id: EntityID<OpenMarketAPI.Vendor>
    /// The vendor's public name, which searches match too.
    public var name: String
    /// The identifier, sent in the `identifier` header field of every write.
    public var identifier: String
    /// The secret, sent in the bodies of writes.
    public var secret: String {
      get { hiddenSecret.reveal() }
      set { hiddenSecret = Secret(newValue) }
    }
    /// Printing a vendor shows none.
    private var hiddenSecret: Secret

    /// Makes a vendor.
    public init(id: EntityID<OpenMarketAPI.Vendor>, name: String, identifier: String, secret: String) {
      self.id = id
      self.name = name
      self.identifier = identifier
      hiddenSecret = Secret(secret)
    }

    /// A vendor of a part of the seeded catalogue.
    ///
    /// For demos and tests: everybody can read the secret here.
    public static let sample = Vendor(
      id: 7, name: "새벽장터", identifier: "7b9a2c52-0f3e-11ee-8d55-0242ac120002", secret: "dawn-market-7")

    /// A second vendor, who may not change the first one's products.
    public static let other = Vendor(
      id: 8, name: "Second Home", identifier: "8c1d4e60-0f3e-11ee-8d55-0242ac120002", secret: "second-home-8")
  }
}
