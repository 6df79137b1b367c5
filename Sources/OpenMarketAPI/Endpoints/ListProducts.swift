package import Foundation
package import HTTPTypes
package import OpenMarketHTTP

extension Endpoints {
  /// Reads one page of all products, or of those that match a text: `GET /api/products`.
  package struct ListProducts: GetRequest {
    package typealias Response = ProductPage

    package static let template = "/api/products"

    /// The page's number, 1 to 2147483647.
    package let page: Int
    /// How many products a page has, 1 to 1000.
    package let size: Int
    /// The text that the name, the description or the vendor's name contains, in any case and with its spaces; `nil` or empty
    /// for all.
    package let matching: String?

    /// Makes the call.
    /// - Throws: `HTTPError` with `invalidInput` when a number is out of range.
    package init(page: Int = 1, size: Int = 20, matching: String? = nil) throws(HTTPError) {
      try HTTPError.check(page, in: 1...2_147_483_647, "page")
      try HTTPError.check(size, in: 1...1_000, "size")
      self.page = page
      self.size = size
      self.matching = matching
    }

    /// `page_no`, `items_per_page` and, when there is a text, `search_value` in composed form (NFC).
    package var queryItems: [QueryItem] {
      var items = [QueryItem("page_no", String(page)), QueryItem("items_per_page", String(size))]
      if let matching, !matching.isEmpty {
        items.append(QueryItem("search_value", matching.streamSafe.composed))
      }
      return items
    }

    /// Reads the page; 204 is an empty page past the end, and so is any response without a body, which is noted.
    package func decode(_ body: Data, from head: HTTPResponse) throws -> ProductPage {
      let blanks: Set = [UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n")]
      guard head.status == .noContent || body.allSatisfy(blanks.contains) else {
        return try JSONDecoder().decodePage(page, size: size, from: body)
      }
      var empty = ProductPage.pastTheEnd(page: page, itemsPerPage: size)
      if head.status != .noContent { empty.decodingIssues = [.noBody] }
      return empty
    }
  }
}
