import Foundation
import OpenMarketAPI
import OpenMarketTestSupport
import Testing

@testable import OpenMarketStore

/// Hits so many that the index gives those of some prices only, against all products in order.
struct PriceOrderTests {
  @Test(
    "of many hits those of some prices are sorted: pages put together are all of them, in order, after any edits"
  )
  func agrees() async throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    let test = try TestStore()
    let prices: [Decimal] = [0, -5, 0.01, 0.5, 1, 99.99, 1_000, 1_500, 10_000, 19_999, 250_000, 1e9, 1e30]
    func product(_ id: Int64) -> Product {
      let price =
        Int.random(in: 0..<3, using: &random) == 0
        ? prices.randomElement(using: &random) ?? 0 : Decimal(Int.random(in: 1...300_000, using: &random))
      let name = ["의자", "의자 의자", "게이밍 의자 \(id)", "책상"].randomElement(using: &random) ?? ""
      let vendor = Vendor.ID(rawValue: .random(in: 1...3, using: &random))
      return .listed(id, name: name, vendor: vendor, price: price, stock: .random(in: 0...1, using: &random))
    }
    try await test.store.save((1...5_000).map(product), fetchedAt: noon)
    let edited = (0..<400).map { _ in Int64.random(in: 1...5_000, using: &random) }
    try await test.store.save(Set(edited).sorted().map(product), fetchedAt: noon)
    try await test.store.remove(
      (0..<200).map { _ in .init(rawValue: .random(in: 1...5_000, using: &random)) })
    for filter in [
      ProductFilter(), ProductFilter(vendorID: 2), ProductFilter(availability: .onSale),
      ProductFilter(minimumPrice: 1_000, maximumPrice: 1_500),
      ProductFilter(minimumPrice: 0.5, maximumPrice: 1e9),
      ProductFilter(minimumPrice: -9, maximumPrice: 0, vendorID: 1), ProductFilter(minimumPrice: 1e29),
    ] {
      let stored = try await test.store.newest(limit: 5_000, filter: filter)
      let all = stored.map(\.product).filter { $0.name.contains("의자") }
      for sort in [ProductSort.priceAscending, .priceDescending, .newest] {
        let sorted = all.sorted { first, second in
          switch sort {
          case .priceAscending: (first.salePrice, first.id) < (second.salePrice, second.id)
          case .priceDescending: (first.salePrice, first.id) > (second.salePrice, second.id)
          default: first.id > second.id
          }
        }
        let found = try await hits(
          of: SearchQuery("의자", filter: filter, sort: sort, limit: 199), in: test.store)
        #expect(found == sorted.map(\.id), "seed \(seed): \(filter) \(sort)")
      }
    }
  }

  private func hits(of query: SearchQuery, in store: MarketStore) async throws -> [Product.ID] {
    var query = query
    query.correctsEmptyResults = false
    return try await store.allHits(of: query).map(\.id)
  }

  @Test("the tokens of prices are in the order of prices")
  func order() {
    let prices = [-1e300, -1, 0, 1e-300, 0.01, 1, 1.4, 1.5, 2, 9_999, 10_000, 1e15, .greatestFiniteMagnitude]
    let tokens = prices.map(FilterTokens.price)
    #expect(tokens == tokens.sorted())
    #expect(Set(tokens).count == 10)
  }
}
