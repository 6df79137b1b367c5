public import OpenMarketAPI

// What the benchmarks call, and no app needs.

extension MarketplaceMock {
  /// Makes the product that a seeded catalogue has under a number.
  /// With `isDescribed` it has its description and its vendor's name.
  @_spi(Benchmarks) public static func catalogueProduct(
    _ id: Int64, seed: UInt64, isDescribed: Bool = false
  ) -> Product {
    var product = seededProduct(id, seed: seed)
    guard isDescribed else { return product }
    var text: [UInt8] = []
    ProductTraits(seed: seed, id: id).description.append(to: &text)
    product.description = String(decoding: text, as: UTF8.self)
    product.vendorName = VendorNames.name(of: product.vendorID.rawValue)
    return product
  }
}
