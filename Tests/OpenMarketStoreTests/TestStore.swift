import Foundation
import OpenMarketAPI
import OpenMarketTestSupport

@testable import OpenMarketStore

/// A store in a folder of its own, which vanishes with it.
///
/// Suites here are serialized, beside one another: Foundation's `Process.run` on Linux reads beyond a buffer
/// when a process has more than about a thousand files open, and each store has a dozen.
struct TestStore {
  let folder: TemporaryFolder
  let store: MarketStore

  init(_ configure: (inout MarketStore.Configuration) -> Void = { _ in }) throws {
    folder = try TemporaryFolder()
    var configuration = MarketStore.Configuration()
    // By today's date everything that tests fetch would be too old to keep.
    configuration.time.date = { noon + 60 }
    configure(&configuration)
    store = try MarketStore(folder: folder.url, configuration: configuration)
  }

  /// A store of products with these names, numbered from 1, and their suggestions.
  static func listing(_ names: [String]) async throws -> TestStore {
    let test = try TestStore()
    try await test.store.save(
      names.enumerated().map { .listed(Int64($0.offset + 1), name: $0.element) }, fetchedAt: noon)
    try await test.store.updateSuggestions()
    return test
  }
}

extension MarketStore {
  /// Returns the hits of all pages of a search, each of which `look` sees.
  func allHits(
    of query: SearchQuery, _ look: (SearchResults) -> Void = { _ in }
  ) async throws -> [SearchHit] {
    var query = query
    var hits: [SearchHit] = []
    repeat {
      let page = try await search(query)
      look(page)
      hits += page.hits
      query.cursor = page.next
    } while query.cursor != nil
    return hits
  }
}

extension SuggestionUpkeep {
  /// Waits until nothing is to be done.
  func finished() async {
    while !isIdle, !Task.isCancelled { await giveWay() }
  }
}

/// The moment at which most tests fetch.
let noon = Date(timeIntervalSince1970: 1_700_000_000)

extension Product {
  /// A product as a list shows it.
  static func listed(
    _ id: Int64, name: String? = nil, vendor: Vendor.ID = 7, price: Decimal = 1000, stock: Int = 1
  ) -> Product {
    Product(
      id: ID(rawValue: id), vendorID: vendor, name: name ?? "product \(id)",
      thumbnail: URL(string: "https://market.test/\(id)/small.jpg"), currency: .krw, price: price,
      stock: stock, createdAt: Date(timeIntervalSince1970: 1_660_000_000),
      updatedAt: Date(timeIntervalSince1970: 1_660_086_400))
  }

  /// A product as its own page shows it.
  static func detailed(_ id: Int64, description: String = "as good as new") -> Product {
    var product = listed(id)
    product.vendorName = "vendor"
    product.description = description
    product.vendor = Vendor(id: 7, name: "vendor")
    product.images = (1...3).map { number in
      ProductImage(
        id: ProductImage.ID(rawValue: id * 10 + number),
        url: URL(filePath: "/images/\(id)/\(number).jpg"),
        thumbnailURL: number == 2 ? nil : URL(string: "https://market.test/\(id)/\(number)"),
        uploadedAt: number == 3 ? nil : Date(timeIntervalSince1970: 1_660_000_000.125))
    }
    return product
  }
}

extension Collection where Element == StoredProduct {
  var ids: [Int64] { map(\.id.rawValue) }
}
