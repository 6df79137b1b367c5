public import Foundation
public import OpenMarketAPI

/// Names one list whose pages are kept: all that a server's response to "page n" depends on, besides n.
public struct PageKey: RawRepresentable, Sendable, Hashable {
  /// The name.
  public let rawValue: String
  /// Makes a key from its name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The list of products that match `text`, or of all products, in pages of `size`.
  public static func products(matching text: String? = nil, size: Int) -> PageKey {
    PageKey(rawValue: "products/\(size)/\(text ?? "")")
  }
}

/// A page of a list as it was when the server last confirmed it.
public struct StoredPage: Sendable, Hashable {
  /// The page, with its products as they are known now.
  public var page: ProductPage
  /// When the server sent or confirmed the page.
  public var fetchedAt: Date
  /// Products of the page that are not stored any more: deleted since, or trimmed.
  public var missing: [Product.ID]

  /// Makes a stored page.
  public init(page: ProductPage, fetchedAt: Date, missing: [Product.ID] = []) {
    self.page = page
    self.fetchedAt = fetchedAt
    self.missing = missing
  }
}
