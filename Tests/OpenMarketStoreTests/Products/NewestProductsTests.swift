import Foundation
import OpenMarketAPI
import OpenMarketStore
import OpenMarketTestSupport
import Testing

@Suite(.serialized) struct NewestProductsTests {
  @Test(
    "a vendor's products are found whatever their names and the vendor's number are, as they come, change and go"
  )
  func ofVendor() async throws {
    let test = try TestStore()
    let names = ["의자", "!!!", "🪑", "7", "¤7"]
    func save(_ vendors: [Vendor.ID]) async throws {
      try await test.store.save(
        zip(names, vendors).enumerated().map { index, product in
          .listed(Int64(index + 1), name: product.0, vendor: product.1)
        }, fetchedAt: noon)
    }
    func expect(_ ids: [Int64], of vendor: Vendor.ID) async throws {
      let filter = ProductFilter(vendorID: vendor)
      #expect(try await test.store.newest(limit: 10, filter: filter).ids == ids)
      let older = try await test.store.newest(before: 4, limit: 1, filter: filter).ids
      #expect(older == Array(ids.filter { $0 < 4 }.prefix(1)))
      #expect(try await test.store.productCount(filter) == ids.count)
    }
    try await save([7, 7, 7, -7, 70])
    try await expect([3, 2, 1], of: 7)
    try await expect([4], of: -7)
    try await save([-7, -7, 7, 7, 7])
    try await expect([5, 4, 3], of: 7)
    try await expect([2, 1], of: -7)
    try await expect([], of: 70)
    try await test.store.remove([2, 5])
    try await expect([4, 3], of: 7)
    try await expect([1], of: -7)
    #expect(try await test.store.check().faults.isEmpty)
  }

  @Test("pages of the newest follow one another without repeats and gaps, whatever the order of arrival")
  func pages() async throws {
    let test = try TestStore()
    var random = SeededGenerator(seed: 7)
    let ids = (1...95).map { Int64($0 * 3) }.shuffled(using: &random)
    for id in ids { try await test.store.save([.listed(id)], fetchedAt: noon - Double(id)) }
    var displayed: [Int64] = []
    while true {
      let page = try await test.store.newest(
        before: displayed.last.map(Product.ID.init(rawValue:)), limit: 20)
      displayed += page.ids
      if page.count < 20 { break }
    }
    #expect(displayed == ids.sorted(by: >))
  }

  @Test("a row with a number below 0, which an earlier version took from a server, is not displayed")
  func belowZero() async throws {
    let test = try TestStore()
    try await test.store.save([.listed(2), .listed(0), .listed(-1), .listed(.min)], fetchedAt: noon)
    #expect(try await test.store.newest(limit: 10).ids == [2, 0])
    #expect(try await test.store.newest(before: 2, limit: 10, filter: ProductFilter(vendorID: 7)).ids == [0])
    #expect(try await test.store.products([-1, 2, .init(rawValue: .min)]).ids == [2])
    #expect(try await test.store.product(-1) == nil)
    #expect(try await test.store.allHits(of: SearchQuery("product")).map(\.id) == [2, 0])
  }

  struct Case: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var filter: ProductFilter
    var ids: [Int64]
  }

  @Test(
    "a filter lets through what it says, bounds included",
    arguments: [
      Case(testDescription: "all", filter: .all, ids: [6, 5, 4, 3, 2, 1]),
      Case(testDescription: "at least", filter: ProductFilter(minimumPrice: 300), ids: [6, 5, 4, 3]),
      Case(testDescription: "at most", filter: ProductFilter(maximumPrice: 300), ids: [3, 2, 1]),
      Case(
        testDescription: "between", filter: ProductFilter(minimumPrice: 200, maximumPrice: 300), ids: [3, 2]),
      Case(testDescription: "vendor", filter: ProductFilter(vendorID: 1), ids: [5, 3, 1]),
      Case(testDescription: "on sale", filter: ProductFilter(availability: .onSale), ids: [5, 4, 2, 1]),
      Case(
        testDescription: "of a vendor on sale", filter: ProductFilter(vendorID: 1, availability: .onSale),
        ids: [5, 1]),
      Case(
        testDescription: "of a vendor sold out", filter: ProductFilter(vendorID: 1, availability: .soldOut),
        ids: [3]),
      Case(testDescription: "sold out", filter: ProductFilter(availability: .soldOut), ids: [6, 3]),
      Case(
        testDescription: "everything at once",
        filter: ProductFilter(minimumPrice: 200, maximumPrice: 500, vendorID: 1, availability: .onSale),
        ids: [5]),
    ])
  func filters(_ example: Case) async throws {
    let test = try TestStore()
    let products = (1...6).map { number in
      Product.listed(
        number, vendor: Vendor.ID(rawValue: number % 2), price: Decimal(number * 100),
        stock: number % 3 == 0 ? 0 : 2)
    }
    try await test.store.save(products, fetchedAt: noon)
    #expect(try await test.store.newest(limit: 10, filter: example.filter).ids == example.ids)
    #expect(try await test.store.productCount(example.filter) == example.ids.count)
    let rest = try await test.store.newest(before: 4, limit: 10, filter: example.filter).ids
    #expect(rest == example.ids.filter { $0 < 4 })
  }

  @Test("a limit below 1 is refused")
  func limit() async throws {
    let test = try TestStore()
    await #expect { try await test.store.newest(limit: 0) } throws: {
      ($0 as? StoreError)?.code == .invalidInput
    }
  }

  @Test("several products are read in the order asked for")
  func order() async throws {
    let test = try TestStore()
    try await test.store.save((1...4).map { .listed($0) }, fetchedAt: noon)
    #expect(try await test.store.products([3, 9, 1, 3]).ids == [3, 1, 3])
  }
}
