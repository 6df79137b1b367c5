import Foundation
import HTTPTypes
import OpenMarketAPI
import OpenMarketHTTP

/// A page of the list as it is now, for those who conclude something from what is not on it.
///
/// A cache between the server and here, such as a CDN, may respond with a copy from before a listing was sent. It is asked
/// for the server's own response, which few heed, and tells the age of its copy (RFC 9111, section 5.1).
struct CurrentList: GetRequest {
  typealias Response = ProductPage

  static let template = Endpoints.ListProducts.template

  let list: Endpoints.ListProducts
  /// The age that a copy must be below; one that was just made always serves.
  let maxAge: Duration

  var queryItems: [QueryItem] { list.queryItems }
  var headers: HTTPFields { [.cacheControl: "no-cache"] }

  func decode(_ body: Data, from head: HTTPResponse) throws -> ProductPage {
    let age = head.headerFields.ageOnArrival
    guard age == 0 || .seconds(age) < maxAge else {
      throw HTTPError(
        .invalidResponse, "A cache before the server shows its list of \(age) s ago, which may be too old.",
        retryAfter: .seconds(30))
    }
    return try list.decode(body, from: head)
  }
}
