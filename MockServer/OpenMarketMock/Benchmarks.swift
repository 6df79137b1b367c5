import Foundation
package import OpenMarketAPI

// What the benchmarks call, and no app needs.

extension MarketplaceMock {
  /// Makes the product that a seeded catalogue has under a number, without a market around it: with neither pictures nor
  /// dates. With `isDescribed` it has its description and its vendor's name.
  package static func catalogueProduct(
    _ id: Int64, seed: UInt64, isDescribed: Bool = false
  ) -> Product {
    let traits = ProductTraits(seed: seed, id: id)
    func text(_ append: (inout [UInt8]) -> Void) -> String {
      var text: [UInt8] = []
      append(&text)
      return String(decoding: text, as: UTF8.self)
    }
    let pricing = traits.pricing
    var product = Product(
      id: Product.ID(rawValue: id), vendorID: OpenMarketAPI.Vendor.ID(rawValue: traits.vendorID),
      name: text { traits.appendName(to: &$0) }, currency: Currency(rawValue: pricing.currency),
      price: Decimal(pricing.price), discount: Decimal(pricing.discount), stock: Int(traits.stock))
    guard isDescribed else { return product }
    product.description = text { traits.description.append(to: &$0) }
    product.vendorName = VendorNames.all[Int(traits.vendorID) - 1]
    return product
  }
}
