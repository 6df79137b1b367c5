package import Foundation
package import OpenMarketAPI

/// A product as this device knows it, and since when.
package struct StoredProduct: Sendable, Hashable, Identifiable {
  /// The product, with everything ever said about it.
  ///
  /// Details that only a response about this one product shows stay with it when a list shows it again.
  package var product: Product
  /// When a server last said anything about it, in whole milliseconds.
  package var fetchedAt: Date
  /// When a server last showed it by itself, with all details; `nil` when only lists have shown it.
  package var detailedAt: Date?

  package var id: Product.ID { product.id }
  /// Whether its details are known, not only what lists show.
  package var isComplete: Bool { detailedAt != nil }

  package init(product: Product, fetchedAt: Date, detailedAt: Date? = nil) {
    self.product = product
    self.fetchedAt = fetchedAt
    self.detailedAt = detailedAt
  }
}
