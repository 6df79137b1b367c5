import Foundation
import OpenMarket

/// The screens of the app, as lines of text.
struct Shop {
  let market: Marketplace

  /// The newest products.
  func newest() async throws -> [String] {
    let page = try await market.products(page: 1, size: 5)
    return page.products.map(line)
  }

  /// The products that a text finds.
  func search(_ text: String) async throws -> [String] {
    let results = try await market.search(text, filter: ProductFilter(maximumPrice: 1_000_000), limit: 5)
    return results.hits.map { line($0.product) }
  }

  /// The texts that complete `text`.
  func suggestions(for text: String) async throws -> [String] {
    try await market.suggestions(for: text).map(\.text)
  }

  /// The product of a link such as `shop://product/1207`.
  func open(_ link: URL) async throws -> String {
    guard let id = Product.ID(link.lastPathComponent) else { return "This is not a link to a product." }
    do {
      return line(try await market.product(id).value)
    } catch let error as HTTPError where error.code == .notFound {
      return "Product \(id) is not there any more."
    }
  }

  private func line(_ product: Product) -> String {
    "\(product.id)  \(product.name)  \(KoreanPriceTag(product))"
  }
}
