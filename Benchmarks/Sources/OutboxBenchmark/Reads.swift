import Foundation
import Measuring
import OpenMarket
import OpenMarketHTTP
import OpenMarketStore

extension OutboxBenchmark {
  /// Reads of what is stored, with nothing that waits and with 10,000 writes: 9,000 new listings, 1,000 edits.
  static func read(_ folder: URL, _ server: URL) async throws {
    let market = try market(folder.appending(path: "read"), server)
    var products: [Product] = []
    for page in 1...10 { products += try await market.client.products(page: page, size: 100).products }
    try await market.store.save(products, fetchedAt: Date())
    guard let vendor = products.first, let name = vendor.vendorName else { return }
    let sales = ProductFilter(vendorID: vendor.vendorID, availability: .onSale)
    _ = try await market.products(page: 1, size: 20, policy: .networkOnly)
    let reads: [(String, @Sendable () async throws -> Int)] = [
      (
        "first page",
        { try await market.products(page: 1, size: 20, policy: .cacheOnly).value.products.count }
      ),
      ("one product", { try await market.product(vendor.id, policy: .cacheOnly).value.stock }),
      ("search", { try await market.search("의자", policy: .cacheOnly).value.hits.count }),
      ("search, seldom found", { try await market.search("맥북 프로", policy: .cacheOnly).value.hits.count }),
      (
        "search among one vendor's",
        {
          try await market.search("의자", filter: sales, policy: .cacheOnly).value.hits.count
        }
      ),
      (
        "one vendor's list, from the server",
        {
          await market.feed(matching: name, filter: sales).settledState.items.count
        }
      ),
    ]
    var before: [Double] = []
    for (_, read) in reads { before.append(try await time(read)) }
    let photo = try await market.store.storePhoto(Data([0xFF, 0xD8, 0xFF, 0xE0]), fileName: "1.jpg")
    for _ in 0..<9_000 { try await market.sell(draft, stored: [photo]) }
    for product in products {
      try await market.edit(product.id, ProductChanges(price: product.price + 1_000))
    }
    try await ratios(market, photo, vendor.id, reads[2].1)
    for (index, (name, read)) in reads.enumerated() {
      let first = try await seconds { _ = try await read() } * 1e3
      let after = try await time(read)
      print(
        String(
          format: "%@: %.3f ms with nothing queued, %.3f ms with 10,000 writes (the first time %.1f ms)",
          name, before[index], after, first))
    }
    try await market.close()
    let own = try Self.market(
      folder.appending(path: "read"), server, vendor: Vendor(id: vendor.vendorID, name: name))
    let list = try await time { try await own.mySales().settledState.pending.count }
    let server = try await time {
      try await own.client.products(page: 1, size: 20, matching: name).totalCount
    }
    print(
      String(
        format: "the vendor's own list, 1,000 new listings: %.3f ms, %.3f above one request (must be ≤ 5)",
        list, list - server))
    try await own.close()
  }

  /// Compares reads of the facade with those of the store, and a search after a write with others.
  private static func ratios(
    _ market: Marketplace, _ photo: StoredPhoto, _ id: Product.ID, _ search: () async throws -> Int
  ) async throws {
    var (products, stored): ([Double], [Double]) = ([], [])
    for _ in 0..<1_000 {
      products.append(try await seconds { _ = try await market.product(id, policy: .cacheOnly) } * 1e3)
      stored.append(try await seconds { _ = try await market.store.product(id) } * 1e3)
    }
    print(
      String(
        format:
          "Marketplace.product ÷ MarketStore.product, in turns: %.4f ms ÷ %.4f ms = %.2f (must be ≤ 1.5)",
        median(products), median(stored), median(products) / median(stored)))
    _ = try await search()
    var firsts: [Double] = []
    for _ in 0..<50 {
      try await market.sell(draft, stored: [photo])
      firsts.append(try await seconds { _ = try await search() } * 1e3)
    }
    print(String(format: "first search after a write: %.2f ms (median of 50; must be ≤ 5)", median(firsts)))
  }

  /// The median of 100 reads, in ms.
  private static func time(_ read: () async throws -> Int) async throws -> Double {
    var times: [Double] = []
    for _ in 0..<100 { times.append(try await seconds { _ = try await read() } * 1e3) }
    return median(times)
  }
}
