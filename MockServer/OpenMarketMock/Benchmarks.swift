public import OpenMarketAPI

// What the benchmarks call, and no app needs.

extension MarketplaceMock {
  /// Makes the product that a seeded catalogue has under a number.
  @_spi(Benchmarks) public static func catalogueProduct(_ id: Int64, seed: UInt64) -> Product {
    seededProduct(id, seed: seed)
  }
}
