package import Foundation
package import OpenMarketAPI

/// Names one list whose pages are kept: all that a server's response to "page n" depends on, besides n.
package struct PageKey: RawRepresentable, Sendable, Hashable {
  package let rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }

  /// The list of products that match `text`, or of all products, in pages of `size`.
  package static func products(matching text: String? = nil, size: Int) -> PageKey {
    PageKey(rawValue: "products/\(size)/\(text ?? "")")
  }

  /// The text that the products of the list match; `nil` for a list of all.
  var searchedText: String? {
    let parts = rawValue.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, !parts[2].isEmpty else { return nil }
    return String(parts[2])
  }
}

/// A page of a list as it was when the server last confirmed it.
package struct StoredPage: Sendable, Hashable {
  /// The page, with its products as they are known now.
  package var page: ProductPage
  /// When the server sent or confirmed the page.
  package var fetchedAt: Date
  /// Whether all products of the page are still stored: none was deleted since, or trimmed.
  package var isComplete = true
  /// As given when it was saved.
  package var lastListing: Product.ID?
}
