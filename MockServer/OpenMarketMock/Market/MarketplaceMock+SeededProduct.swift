import Foundation
package import OpenMarketAPI

extension MarketplaceMock {
  /// Returns the seeded product `id` without a market around it, for stores and indexes that need many.
  ///
  /// Texts, vendor, price and stock are those that a market of that seed shows; there are no pictures and no
  /// dates. Costs some microseconds and keeps nothing.
  package static func seededProduct(_ id: Int64, seed: UInt64) -> Product {
    let traits = ProductTraits(seed: seed, id: id)
    var text: [UInt8] = []
    traits.appendName(to: &text)
    let name = String(decoding: text, as: UTF8.self)
    let pricing = traits.pricing
    return Product(
      id: Product.ID(rawValue: id), vendorID: OpenMarketAPI.Vendor.ID(rawValue: traits.vendorID), name: name,
      currency: Currency(rawValue: pricing.currency), price: Decimal(pricing.price),
      discount: Decimal(pricing.discount), stock: Int(traits.stock))
  }
}
