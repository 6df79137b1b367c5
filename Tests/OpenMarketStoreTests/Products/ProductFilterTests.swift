import Foundation
import OpenMarketAPI
import Testing

@testable import OpenMarketStore

/// A filter's meaning in all places that judge by it: a field that is added must be set in a sample, and then means the same
/// in all of them or fails a test here.
@Suite(.serialized) struct ProductFilterTests {
  /// Filters of one field each.
  private let samples: [String: ProductFilter]
  private let products: [Product]

  init() throws {
    var region = ProductFilter()
    try region.extra.set("마포구", for: "region")
    var won = ProductFilter()
    won.currency = .krw
    samples = [
      "minimumPrice": ProductFilter(minimumPrice: 20), "maximumPrice": ProductFilter(maximumPrice: 20),
      "vendorID": ProductFilter(vendorID: 1), "availability": ProductFilter(availability: .soldOut),
      "extra": region, "currency": won,
    ]
    products = try (0..<32).map { bits in
      func has(_ bit: Int) -> Bool { bits >> bit & 1 == 1 }
      var product = Product.listed(
        Int64(bits + 1), vendor: has(0) ? 1 : 2, price: has(1) ? 45 : 25, stock: has(2) ? 2 : 0)
      (product.discount, product.salePrice) = (15, product.price - 15)
      if has(4) { product.currency = .usd }
      if has(3) { try product.extra.set("마포구", for: "region") }
      return product
    }
  }

  /// The samples, and with them filters of several fields and of other values.
  private func filters() throws -> [ProductFilter] {
    var unset = ProductFilter()
    try unset.extra.set(String?.none, for: "region")
    var all = Array(samples.values) + [.all, ProductFilter(availability: .onSale), unset]
    all += all.flatMap { filter in
      [10, 20].map { lowest in
        var filter = filter
        filter.minimumPrice = Decimal(lowest)
        filter.maximumPrice = Decimal(lowest * 3 / 2)
        return filter
      }
    }
    return all.flatMap { filter in
      var ofVendor = filter
      ofVendor.vendorID = 2
      return [filter, ofVendor]
    }
  }

  @Test("each field has a sample here, and requires something")
  func fields() {
    let fields = Mirror(reflecting: ProductFilter.all).children.compactMap(\.label)
    #expect(Set(samples.keys) == Set(fields), "set these fields in the samples of this suite")
    for (field, filter) in samples {
      #expect(filter.criteria.count == 1, "\(field)")
      let passing = products.count(where: filter.passes)
      #expect(passing > 0 && passing < products.count, "\(field)")
    }
    #expect(ProductFilter.all.criteria.isEmpty)
  }

  @Test("lists, counts and searches of the store have the products that pass")
  func store() async throws {
    let test = try TestStore()
    try await test.store.save(products, fetchedAt: noon)
    for filter in try filters() {
      let ids = products.filter(filter.passes).map(\.id.rawValue).sorted(by: >)
      #expect(try await test.store.newest(limit: 50, filter: filter).ids == ids, "\(filter)")
      #expect(try await test.store.productCount(filter) == ids.count, "\(filter)")
      for sort in ProductSort.allCases {
        var query = SearchQuery("product", filter: filter, sort: sort, limit: 3)
        query.counting = .exact
        let hits = try await test.store.allHits(of: query) { page in
          #expect(page.count == .exact(ids.count), "\(filter) \(sort)")
        }
        #expect(hits.map(\.id.rawValue).sorted(by: >) == ids, "\(filter) \(sort)")
      }
    }
  }

  @Test("an edit because of which a product passes may bring it into the list")
  func edits() throws {
    var region = ProductChanges()
    try region.extra.set("마포구", for: "region")
    let edits = [
      ProductChanges(price: 25), ProductChanges(price: 45), ProductChanges(discount: 0),
      ProductChanges(discount: 30), ProductChanges(stock: 0), ProductChanges(stock: 1),
      ProductChanges(currency: .krw), region,
    ]
    var unentered = Set(samples.keys)
    for (field, filter) in samples {
      for product in products where !filter.passes(product) {
        for changes in edits where filter.passes(product.applying(changes)) {
          let edit = PendingWrite.edit(changes, base: EditBase())
          let entry = PendingEntry(PendingProduct(id: product.id, writes: [edit], since: noon))
          #expect(entry.mayEnter(filter, hasText: false), "\(field): \(changes)")
          unentered.remove(field)
        }
      }
    }
    #expect(unentered == ["vendorID"], "by no edit here")
  }
}
