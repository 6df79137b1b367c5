import Foundation
import Testing

@testable import OpenMarket

private let now = Date(timeIntervalSince1970: 1_700_000_000)

private func product(_ id: Int64, _ name: String = "의자", price: Decimal = 1000, stock: Int = 1) -> Product {
  Product(id: .init(rawValue: id), vendorID: 7, name: name, currency: .krw, price: price, stock: stock)
}

private func local(_ products: [Product], more: Int = 0) -> SearchResults {
  let hits = products.map { product in
    SearchHit(
      stored: StoredProduct(product: product, fetchedAt: now, detailedAt: nil),
      matches: [product.name.startIndex..<product.name.endIndex])
  }
  return SearchResults(hits: hits, count: .exact(products.count + more))
}

private func server(_ products: [Product], total: Int? = nil) -> ProductPage {
  ProductPage(
    page: 1, itemsPerPage: 20, totalCount: total ?? products.count, offset: 0, limit: 20, lastPage: 1,
    hasNext: (total ?? 0) > products.count, hasPrevious: false, products: products)
}

private func ids(_ results: SearchResults) -> [Int64] { results.hits.map(\.id.rawValue) }

@Test("by relevance what is sold comes last, whoever found it")
func blendOfSold() {
  let blend = SearchBlend(query: SearchQuery("의자"))
  let results = blend.blend(
    local([product(3), product(9, stock: 0), product(4)]),
    with: server([product(12, stock: 0), product(4, stock: 0), product(5), product(9)]), fetchedAt: now)
  #expect(ids(results) == [3, 9, 5, 4, 12])
}

@Test("by relevance what the device found stays first, and the server's others follow in its order")
func blendByRelevance() {
  let blend = SearchBlend(query: SearchQuery("의자"))
  let results = blend.blend(
    local([product(3), product(9)]), with: server([product(12), product(9), product(5)]), fetchedAt: now)
  #expect(ids(results) == [3, 9, 12, 5])
  #expect(results.count == .exact(4))
}

@Test(
  "in any other order all hits stand where they belong",
  arguments: [
    (ProductSort.newest, [12, 9, 5, 3]), (.priceAscending, [5, 12, 9, 3]), (.priceDescending, [3, 12, 9, 5]),
  ]
    as [(ProductSort, [Int64])])
func blendInOrder(sort: ProductSort, expected: [Int64]) {
  let blend = SearchBlend(query: SearchQuery("의자", sort: sort))
  let results = blend.blend(
    local([product(3, price: 900), product(9, price: 500)]),
    with: server([product(12, price: 500), product(5, price: 100)]), fetchedAt: now)
  #expect(ids(results) == expected)
}

@Test("the equivalents that the device has found stand behind all hits for the text itself")
func blendOfEquivalents() {
  var found = local([product(3, price: 5), product(9, "체어", price: 1)])
  found.hits[1].match = .equivalents(["의자": "체어"])
  for (sort, order) in [
    (ProductSort.priceAscending, [12, 3, 9]), (.newest, [12, 3, 9]), (.relevance, [3, 12, 9]),
  ]
    as [(ProductSort, [Int64])]
  {
    let blend = SearchBlend(query: SearchQuery("의자", sort: sort))
    let results = blend.blend(found, with: server([product(12, price: 3)]), fetchedAt: now)
    #expect(ids(results) == order)
    #expect(results.hits.map(\.match.stage).sorted() == [0, 0, 1])
  }
}

@Test("what the server has found in a description or by a vendor stands behind all names, and says so")
func blendOfFields() {
  var described = product(12, "책상", price: 1)
  described.description = "의자 포함"
  var sold = product(13, "책상", price: 2)
  sold.vendorName = "의자가게"
  for (sort, order) in [
    (ProductSort.priceAscending, [5, 3, 12, 13]), (.newest, [5, 3, 13, 12]), (.relevance, [3, 5, 12, 13]),
  ]
    as [(ProductSort, [Int64])]
  {
    let blend = SearchBlend(query: SearchQuery("의자", sort: sort))
    let results = blend.blend(
      local([product(3, price: 5)]), with: server([described, sold, product(5, price: 4)]), fetchedAt: now)
    #expect(ids(results) == order)
    #expect(results.hits.map(\.match.stage) == [0, 0, 2, 2])
  }
}

@Test("what both have is displayed as the server says, with what only the device knows")
func blendContent() throws {
  var known = product(9, "의자")
  known.images = []
  known.description = "좋아요"
  let results = SearchBlend(query: SearchQuery("의자")).blend(
    local([known]), with: server([product(9, "의자", price: 5)]), fetchedAt: now)
  let hit = try #require(results.hits.first)
  #expect(hit.product.price == 5)
  #expect(hit.product.images == [] && hit.product.description == "좋아요")
  #expect(!hit.matches.isEmpty)
}

@Test("filters the server does not know are applied to what it finds, and to what has changed")
func blendFilter() {
  let filter = ProductFilter(maximumPrice: 1000, availability: .onSale)
  let results = SearchBlend(query: SearchQuery("의자", filter: filter)).blend(
    local([product(3), product(4)]),
    with: server(
      [product(9, price: 2000), product(8, stock: 0), product(7), product(4, stock: 0)], total: 900),
    fetchedAt: now)
  #expect(ids(results) == [3, 7])
  #expect(results.count == .atLeast(2))
}

@Test("the count is exact only when both have shown everything")
func blendCount() {
  let blend = SearchBlend(query: SearchQuery("의자", limit: 1))
  #expect(blend.blend(local([product(3)]), with: server([product(4)]), fetchedAt: now).count == .exact(2))
  #expect(
    blend.blend(local([product(3)]), with: server([product(4)], total: 70), fetchedAt: now).count
      == .atLeast(70))
}

@Test("an update keeps every displayed hit in its place, drops what is gone, and adds the rest behind")
func updateInPlace() {
  let blend = SearchBlend(query: SearchQuery("의자"))
  let displayed = local([product(1), product(2), product(3)])
  let newer = local([product(3), product(4), product(1, price: 5), product(5)])
  let results = blend.update(displayed, to: newer)
  #expect(ids(results) == [1, 3, 4, 5])
  #expect(results.hits[0].stored.product.price == 5)
}

@Test(
  "the server is asked for what was typed, without a syllable that is only begun",
  arguments: [("맥북", "맥북"), (" 맥ㅂ ", "맥"), ("맥북 ㅍ", "맥북"), ("ㄴㅌㅂ", "ㄴㅌㅂ"), ("dkdlvhs", "dkdlvhs")])
func serverText(text: String, expected: String) {
  #expect(SearchBlend(query: SearchQuery(text)).serverText == expected)
}
